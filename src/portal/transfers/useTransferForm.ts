import type { Failure } from "#contract/endpoint.ts";
import { kindsWhere, type Rail, RAIL_NAMES, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Form } from "#client/form/useForm.ts";
import { useForm } from "#portal/shared/forms.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { coverAmounts, useAmountText } from "#ui/Money.tsx";
import { amountsHidden } from "#ui/preferences.ts";
import { useStore } from "#ui/store.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { formErrors } from "./formErrors.ts";
import { FORMS, makeOrder, openDraft } from "./forms.ts";
import { type Draft, type FieldName, keepOrder, type Order } from "./order.ts";
import { payeeOf } from "./payeeOfDraft.ts";
import type { Payee } from "./recipientNames.ts";
import { banksOf, type Setup } from "./setup.ts";
import { useKeepTyped } from "./useKeepTyped.ts";

const DESTINATION = "destination_account";

type Way = Pick<Draft, "to" | "via">;

/** The form's way and fields, what is wrong with them now, and how they change together. */
export function useTransferForm(props: {
  setup: Setup;
  draft: Draft;
  refused: Failure | undefined;
  /** The draft's payee was chosen, not typed. */
  isChosen: boolean;
  onReview: (order: Order, isChosen: boolean) => void;
}) {
  const { setup } = props;
  const [isChosen, setIsChosen] = useState(props.isChosen);
  const [when, setWhen] = useState(props.draft.when);
  const [way, setWay] = useState<Way>({ to: props.draft.to, via: props.draft.via });
  // The bank that was taken out of the form, for as long as no other is chosen.
  const [clearedBank, setClearedBank] = useState("");
  const words = useWords();
  const drafted = draftedBy(way, when);
  const form = useForm<FieldName>({
    initial: preselect(props.draft, setup),
    together: ["source_account", "amount"],
    check: (values) => formErrors(drafted(values), setup, words),
    send: async (values) => {
      const order = makeOrder(drafted(values), setup.eonAccount.accountNo);
      if (order === undefined) return undefined;
      typed.stop();
      // Kept before it is shown: what is reviewed survives a reload.
      await keepOrder({ phase: "reviewed", order }).catch(() => undefined);
      props.onReview(order, isFolded);
      return undefined;
    },
  });
  const typed = useKeepTyped(drafted(form.values));
  useRefused(form.refuse, way, props.refused);

  const chosen = payeeOf({ ...way, values: form.values }, setup);
  // What is wrong with a payee is said at their fields.
  const isFolded = isChosen && chosen !== undefined && !isPayeeWrong(way, form.errors);

  /** Another destination begins with PESONET; another method has other banks (rows O02, O04). */
  function changeWay(change: Partial<Way>) {
    const next = { ...way, via: openDraft(setup, way.to).via, ...change };
    setWay(next);
    if (change.to !== undefined) beginAnew(form, onlySource(change.to, setup));
    // Whoever was chosen stays, where the other method has their bank.
    const bank = form.values.destination_bank;
    if (!(isFolded && hasBank(setup, next.via, bank))) chooseBank("", bank || clearedBank);
  }

  function chooseBank(bank: string, cleared = "") {
    form.change("destination_bank", bank);
    setClearedBank(cleared);
  }

  function choose(payee: Payee) {
    const { rail, form: to } = TRANSFER_KINDS[payee.kind];
    form.forgetErrors();
    setIsChosen(true);
    form.change("destination_account_name", payee.accountName);
    if (rail === null) {
      setWay({ ...way, to });
      form.change("destination_account", payee.accountNumber);
      return;
    }
    setWay({ to, via: railTo(setup, payee, rail) });
    chooseBank(payee.bankId ?? "");
    form.change("destination_account_number", payee.accountNumber);
  }

  return {
    form,
    way,
    dropShop: () => setWay(withoutShop(form, openDraft(setup, way.to))),
    draft: drafted(form.values),
    setWhen,
    errors: useCovered(form.errors),
    payee: { clearedBank, onChooseBank: (id: string) => chooseBank(id), onChoose: choose },
    /** Who was chosen; undefined where the payee is typed. */
    chosen: isFolded ? chosen : undefined,
    unfold: () => setIsChosen(false),
    changeWay,
    stopKeeping: typed.stop,
  };
}

function isPayeeWrong({ to }: Way, errors: Partial<Record<FieldName, string>>): boolean {
  const fields: readonly FieldName[] = FORMS[to].fields;
  return fields.some(
    (name) => name !== "amount" && name !== "source_account" && errors[name] !== undefined,
  );
}

const hasBank = (setup: Setup, rail: Rail, bank: string | null): boolean =>
  banksOf(setup, rail).some(({ id }) => id === bank);

/** The way of the last time, or where it is switched off or lost the bank the other one. */
function railTo(setup: Setup, { bankId }: Payee, last: Rail): Rail {
  const has = (rail: Rail) => setup.switches[rail] === "on" && hasBank(setup, rail, bankId);
  return [last, ...RAIL_NAMES].find(has) ?? last;
}

function useWords() {
  const common = useTexts("common");
  const { errors, ownLimit } = useTexts("transfer");
  const language = useLanguage();
  return {
    errors,
    ownLimit,
    required: common.required,
    amountText: useAmountText(),
    momentText: (at: string) => formatDate(new Date(at), "dayTime", language),
  };
}

function preselect({ to, values }: Draft, setup: Setup): Draft["values"] {
  return values.source_account === ""
    ? { ...values, source_account: onlySource(to, setup) }
    : values;
}

/** What is another form's is said no more, and it leaves what this one leaves at first. */
function beginAnew(form: Form<FieldName>, source: string): void {
  form.forgetErrors();
  form.change("source_account", source);
}

/** Takes all that a shop's code filled in out of a form; answers the way with which that begins. */
function withoutShop(form: Form<FieldName>, { to, via }: Way): Way {
  const names: FieldName[] = [
    "qr",
    "destination_bank",
    "destination_account_number",
    "destination_account_name",
    "amount",
  ];
  form.forgetErrors();
  for (const name of names) form.change(name, "");
  return { to, via };
}

/** Of a form that leaves an account: who has one account has nothing to choose. Elsewhere it is the card at first. */
function onlySource(to: Draft["to"], { sourceAccounts }: Setup): string {
  const leavesCard = kindsWhere(({ form, leaves }) => form === to && leaves === "card").length > 0;
  return sourceAccounts.length === 1 && !leavesCard ? (sourceAccounts[0]?.accountNumber ?? "") : "";
}

/** What the server says of an amount names amounts too: covered where the member hides them. */
function useCovered(errors: Partial<Record<FieldName, string>>) {
  const isHidden = useStore(amountsHidden);
  if (!isHidden) return errors;
  const covered: Partial<Record<FieldName, string>> = {};
  for (const [name, text] of Object.entries(errors)) {
    // The keys of the errors are names of fields.
    covered[name as FieldName] = coverAmounts(text);
  }
  return covered;
}

/** Puts what the server said of the order on the fields, once. */
function useRefused(
  refuse: (failure: Failure) => void,
  way: Way,
  refused: Failure | undefined,
): void {
  const show = useEffectEvent((failure: Failure) =>
    refuse({
      ...failure,
      // Where the destination is no field, as of a top-up, what is said about it concerns the amount.
      errors: failure.errors.map((error) =>
        error.param === DESTINATION && !FORMS[way.to].fields.includes(DESTINATION)
          ? { ...error, param: "amount" }
          : error,
      ),
    }),
  );
  useEffect(() => {
    if (refused !== undefined) show(refused);
  }, [refused]);
}

/** What was typed, with its way and its days. */
const draftedBy =
  (way: Way, when: Draft["when"]) =>
  (values: Draft["values"]): Draft => ({ ...way, values, ...(when !== undefined && { when }) });
