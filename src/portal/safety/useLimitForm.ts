import { parsePesos, plainPesos, toDecimal } from "#common/money.ts";
import type { Failure } from "#contract/endpoint.ts";
import {
  type LimitSpan,
  NEW_PAYEE,
  NO_LIMIT,
  type OwnLimits,
  setOwnLimit,
} from "#contract/ownLimits.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { call } from "#portal/api/call.ts";
import { readMoneyAnew } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { useForm } from "#portal/shared/forms.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";
import type { Limited } from "./limited.ts";
import { useRefused } from "#portal/shared/useRefused.ts";

type Values = Readonly<Record<"limit" | "span" | "amount", string>>;
/** A limit as it is asked for. */
export type Wish = { limit: string; span: LimitSpan; amount: string };

/** The form of one limit: of what is given, or of the one that is chosen among several. */
export function useLimitForm({
  among,
  onClose,
}: {
  among: readonly Limited[];
  onClose: () => void;
}) {
  const texts = useTexts("ownLimits");
  const amountText = useAmountText();
  const [refused, setRefused] = useState<Failure>();
  const { stepUp, wanted, save, approve } = useSaveLimit(onClose, setRefused);
  const [first] = among;
  const only = among.length === 1 ? first : undefined;
  const chosenIn = ({ limit }: Values) => among.find((one) => one.limit === limit);
  const nowIn = (values: Values) => chosenIn(values)?.of[wishOf(values).span];
  const form = useForm<keyof Values>({
    initial: {
      limit: only?.limit ?? "",
      span: first?.of.transfer === undefined ? "day" : "transfer",
      amount: "",
    },
    together: ["limit", "span", "amount"],
    check: (values) => {
      const amount = plainPesos(values.amount);
      const errors = contractErrors(setOwnLimit, { ...values, amount });
      const ceiling = nowIn(values)?.ceiling ?? null;
      const most = parsePesos(amount);
      if (most !== undefined && ceiling !== null && most > ceiling) {
        errors["amount"] = texts.tooHigh(amountText(ceiling));
      }
      return values.limit === "" ? { ...errors, limit: texts.choose } : errors;
    },
    send: async (values) => {
      const amount = parsePesos(plainPesos(values.amount));
      if (amount === undefined) return undefined;
      const wish = { ...wishOf(values), amount: toDecimal(amount) };
      const holds = nowIn(values)?.amount ?? null;
      return holds !== null && amount > holds ? approve(wish) : save(wish);
    },
  });
  useRefused(form.refuse, refused);
  return {
    form,
    stepUp,
    wanted,
    chosen: chosenIn(form.values),
    now: nowIn(form.values),
    remove: async () => {
      const failure = await approve({ ...wishOf(form.values), amount: NO_LIMIT });
      if (failure !== undefined) form.refuse(failure);
    },
  };
}

/** Saves a limit, and asks for the code of a higher one. */
function useSaveLimit(onClose: () => void, onRefused: (failure: Failure) => void) {
  const texts = useTexts("ownLimits");
  const language = useLanguage();
  const guid = useGuid();
  const [wanted, setWanted] = useState<Wish>();

  const save = async (wish: Wish, code?: TypedCode): Promise<Failure | undefined> => {
    const answer = await call(setOwnLimit, { params: { guid }, body: { ...wish, ...code } });
    if (!answer.status) return answer;
    const from = raiseOf(answer.result, wish);
    const text =
      from === undefined
        ? texts.saved
        : texts.asked(formatDate(new Date(from), "dayTime", language));
    announce(text);
    await readMoneyAnew();
    onClose();
    return undefined;
  };

  const stepUp = useStepUp(
    (code) => (wanted === undefined ? Promise.resolve(undefined) : save(wanted, code)),
    onRefused,
  );
  return {
    stepUp,
    wanted,
    save,
    approve: (wish: Wish) => {
      setWanted(wish);
      return stepUp.start({ kind: "raise_own_limit", ...wish });
    },
  };
}

/** From when on it holds; undefined where it does already. */
function raiseOf(
  { kinds, payees, newPayee }: OwnLimits,
  { limit, span }: Wish,
): string | undefined {
  if (limit === NEW_PAYEE) return newPayee.raise?.startsAt;
  const kind = kinds.find((one) => one.kind === limit);
  const payee = payees.find(({ recipientId }) => recipientId === limit);
  return (kind?.[span] ?? payee?.day)?.raise?.startsAt;
}

const wishOf = ({ limit, span }: Values): Omit<Wish, "amount"> => ({
  limit,
  // The field offers these alone.
  span: span as LimitSpan,
});
