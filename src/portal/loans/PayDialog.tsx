import { parsePesos, toDecimal } from "#common/money.ts";
import { referenceText } from "#common/reference.ts";
import { ending } from "#contract/cardNames.ts";
import { online } from "#client/connection.ts";
import { isUndecided, NOT_SENT } from "#client/failure.ts";
import { useWhenBack } from "#client/useWhenBack.ts";
import type { Failure } from "#contract/endpoint.ts";
import { fieldTexts } from "#contract/fields.ts";
import { payOwnLoan } from "#contract/loanPayments.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { useRefused } from "#portal/shared/useRefused.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useEffect, useEffectEvent, useState } from "react";
import {
  askOfPayment,
  findPayment,
  forgetPayment,
  keepPayment,
  type KeptPayment,
  type Money,
  settleEarlier,
} from "./keptPayment.ts";
import { PaidDialog } from "./PaidDialog.tsx";
import { PaidLately } from "./PaidLately.tsx";
import { PayFields } from "./PayFields.tsx";
import { WithQuote } from "./WithQuote.tsx";
import {
  accountOf,
  amountOf,
  type Paid,
  type PayField,
  payingFrom,
  type Quote,
  type What,
} from "./payment.ts";

/** What to pay, from where, the approval, and what became of it. */
export function PayDialog({ loanNo, onClose }: { loanNo: string; onClose: () => void }) {
  const texts = useTexts("payLoan");
  const [paid, setPaid] = useState<Paid>();
  const earlier = useEarlier(loanNo, setPaid);
  if (paid !== undefined) return <PaidDialog paid={paid} onClose={onClose} />;
  if (earlier.state !== "settled")
    return (
      <Earlier isUnknown={earlier.state !== "looking"} onAgain={earlier.again} onClose={onClose} />
    );
  return (
    <WithQuote loanNo={loanNo} texts={texts} onClose={onClose}>
      {(quote) => (
        <PayForm
          loanNo={loanNo}
          quote={quote}
          onPaid={earlier.take}
          onUnknown={earlier.again}
          onClose={onClose}
        />
      )}
    </WithQuote>
  );
}

/** Nothing answered, or there was no connection: then it is asked again with the next one. */
type Unknown = "unknown" | "cut";

/** First the payment whose answer was lost: nobody pays twice for not knowing. */
function useEarlier(loanNo: string, onPaid: (paid: Paid) => void) {
  const guid = useGuid();
  const [state, setState] = useState<"looking" | Unknown | "settled">("looking");
  const take = async (paid: Paid) => {
    onPaid(paid);
    await forgetPayment(loanNo);
    // A loan that ended has no quote any more.
    await queryClient.invalidateQueries({
      predicate: ({ queryKey: [read] }) => !(paid.isEnd && read === "loanQuote"),
    });
  };
  const ask = async (found: KeptPayment | undefined) => {
    const became = found === undefined ? "not_taken" : await askOfPayment(guid, loanNo, found);
    if (typeof became === "object") await take(became);
    const unknown: Unknown = online.get() ? "unknown" : "cut";
    setState(became === "unknown" ? unknown : "settled");
  };
  const askOnce = useEffectEvent(ask);
  useEffect(() => {
    void findPayment(loanNo).then(askOnce);
  }, [loanNo]);
  const again = () => {
    setState("looking");
    void findPayment(loanNo).then(ask);
  };
  useWhenBack(state === "cut", again);
  return { state, take, again };
}

function Earlier(props: { isUnknown: boolean; onAgain: () => void; onClose: () => void }) {
  const texts = useTexts("payLoan");
  const common = useTexts("common");
  return (
    <Dialog title={texts.title} onClose={props.onClose}>
      {!props.isUnknown ? (
        <Loading label={texts.loading}>
          <Skeleton width="100%" height="14rem" />
        </Loading>
      ) : (
        <>
          <Notice kind="warn" role="alert">
            {texts.notKnown}
          </Notice>
          <Button block onClick={props.onAgain}>
            {common.tryAgain}
          </Button>
        </>
      )}
    </Dialog>
  );
}

function PayForm(props: {
  loanNo: string;
  quote: Quote;
  onPaid: (paid: Paid) => Promise<void>;
  /** One that was sent before is still not known of. */
  onUnknown: () => void;
  onClose: () => void;
}) {
  const { loanNo, quote, onClose } = props;
  const texts = useTexts("payLoan");
  const common = useTexts("common");
  const amountText = useAmountText();
  const { isFirst, send } = useSending(loanNo, props);
  const [money, setMoney] = useState<Money>();
  const [refused, setRefused] = useState<Failure>();
  const first = whatOf(quote);

  const stepUp = useStepUp(async (code) => money && send(money, code), setRefused);
  const form = useForm<PayField>({
    initial: {
      what: first,
      amount: "",
      accountNumber: payingFrom(quote.accounts, amountOf(quote, { what: first, amount: "" })),
    },
    together: ["what", "amount", "accountNumber"],
    check: useCheck(quote),
    send: async (values) => {
      const amount = amountOf(quote, values);
      if (amount === undefined) return undefined;
      const { accountNumber } = values;
      const pays = values.what === "all" ? ("all" as const) : ("part" as const);
      const wanted = { accountNumber, amount: toDecimal(amount), pays };
      setMoney(wanted);
      if (!(await isFirst(wanted))) return undefined;
      return stepUp.start({ kind: "pay_loan", loanNo, ...wanted });
    },
  });
  useRefused(form.refuse, refused);

  if (stepUp.isOpen && money !== undefined) {
    const amount = amountText(parsePesos(money.amount) ?? 0n);
    return (
      <OtpDialog
        code={stepUp}
        approves={texts.approves(
          amount,
          referenceText(loanNo),
          `${accountOf(quote, money.accountNumber)?.name ?? ""} ${ending(money.accountNumber)}`,
        )}
        doing={texts.paying}
      />
    );
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <SentForm
        form={form}
        className="stack"
        labels={{ amount: texts.amount, accountNumber: texts.from, what: texts.what }}
        submit={texts.submit}
        sending={texts.sending}
      >
        <PaidLately loanNo={loanNo} />
        <PayFields form={form} quote={quote} />
      </SentForm>
      <Button look="quiet" block onClick={onClose}>
        {common.cancel}
      </Button>
    </Dialog>
  );
}

type Ends = { onPaid: (paid: Paid) => Promise<void>; onUnknown: () => void };

/** However often the same is sent, it is one payment until it is through. */
function useSending(loanNo: string, { onPaid, onUnknown }: Ends) {
  const guid = useGuid();

  /** The key of this payment; undefined where one that was sent before is told of instead. */
  async function keyOf(wanted: Money): Promise<{ key: string; wasSent: boolean } | undefined> {
    const earlier = await settleEarlier(guid, loanNo, wanted);
    if (earlier === "unknown") onUnknown();
    else if ("paid" in earlier) await onPaid(earlier.paid);
    else return { key: earlier.key ?? crypto.randomUUID(), wasSent: earlier.key !== undefined };
    return undefined;
  }

  async function send(of: Money, code: TypedCode): Promise<Failure | undefined> {
    const found = await keyOf(of);
    if (found === undefined) return undefined;
    const { key, wasSent } = found;
    await keepPayment(loanNo, { key, money: of, pinId: code.pinId });
    const answer = await call(
      payOwnLoan,
      { params: { guid, loanNo }, body: { ...of, ...code } },
      { idempotencyKey: key },
    );
    const neverLeft = !answer.status && answer.code === NOT_SENT && !wasSent;
    if (answer.status || neverLeft || !isUndecided(answer)) await forgetPayment(loanNo);
    if (!answer.status) return answer;
    await onPaid(answer.result);
    return undefined;
  }

  return { isFirst: async (wanted: Money) => (await keyOf(wanted)) !== undefined, send };
}

/** What is paid is something, and neither more than the loan takes nor than the account has. */
function useCheck(quote: Quote) {
  const texts = useTexts("payLoan");
  const amountText = useAmountText();
  return (values: Record<PayField, string>) => {
    const amount = amountOf(quote, values);
    const most = mostFrom(quote, values.accountNumber);
    if (amount === undefined || amount === 0n) return { amount: fieldTexts.invalidAmount };
    return amount > most ? { amount: texts.tooMuch(amountText(most)) } : {};
  };
}

/** What most come for: what is late, else what comes next, else what ends the loan. */
function whatOf({ arrears, nextDue, deduction }: Quote): What {
  // What is asked of the pay pays what is late first.
  if (deduction !== null && deduction.amount >= arrears) return "other";
  if (arrears > 0n) return "arrears";
  if (deduction !== null) return "other";
  return nextDue === null ? "all" : "next";
}

/** What the loan takes and the account has. */
function mostFrom({ most, accounts }: Quote, accountNumber: string): bigint {
  const available = accountOf({ accounts }, accountNumber)?.available ?? 0n;
  return available < most ? available : most;
}
