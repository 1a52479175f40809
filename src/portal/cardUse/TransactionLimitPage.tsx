import { parsePesos, toDecimal, plainPesos } from "#common/money.ts";
import { setWithdrawalLimit } from "#contract/cardSettings.ts";
import type { Failure } from "#contract/endpoint.ts";
import type { CardDetails } from "#contract/members.ts";
import { call } from "#portal/api/call.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { paths } from "#portal/paths.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { PauseNotice } from "#portal/shared/PauseNotice.tsx";
import { useCardDetails } from "#portal/shared/useCardDetails.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { TextField } from "#ui/TextField.tsx";
import { fitting } from "#ui/fitting.ts";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { CardPage } from "./CardPage.tsx";
import { ChangeMade, ChangeOpen } from "./ChangeOpen.tsx";
import { isCardActionOpen } from "#portal/shared/cardStanding.ts";
import { useOutcome } from "./useOutcome.ts";

/** Daily Withdrawal Limit (row N11). A cut holds at once, a raise takes a code and a day. */
export function TransactionLimitPage() {
  const texts = useTexts("cardUse").limit;
  return (
    <CardPage
      title={texts.title}
      lead={texts.lead}
      mayOpen={(card) => isCardActionOpen("set_limit", card)}
    >
      {() => <Loaded />}
    </CardPage>
  );
}

function Loaded() {
  const card = useTexts("card");
  const texts = useTexts("cardUse").limit;
  const query = useCardDetails();
  const { data, isError } = query;
  const outcome = useOutcome({
    isOpen: (data?.limitPending ?? null) !== null,
    isSending: false,
    mark: data && String(data.transactionLimit),
  });
  if (outcome === "open") return <ChangeOpen what="limit_change_open" />;
  if (outcome === "changed") return <ChangeMade>{texts.saved}</ChangeMade>;
  if (data !== undefined)
    return (
      <>
        {outcome === "unchanged" && (
          <Notice kind="info" role="alert">
            {texts.notSaved}
          </Notice>
        )}
        <LimitForm details={data} />
      </>
    );
  if (isError)
    return (
      <Panel>
        <NotRead query={query} title={card.failed} />
      </Panel>
    );
  return (
    <Loading label={card.loading}>
      <Panel padded>
        <Skeleton width="100%" height="13rem" />
      </Panel>
    </Loading>
  );
}

function LimitForm({ details }: { details: CardDetails }) {
  const common = useTexts("common");
  const texts = useTexts("cardUse").limit;
  const amountText = useAmountText();
  const { form, stepUp, wanted, zero } = useLimit(details);
  const field = form.field("transaction_limit");
  return (
    <Panel padded className="card-form stack">
      <Pending details={details} />
      {/* Once it was refused for that, the form says it. */}
      {form.failure?.code !== "raise_paused" && <PauseNotice holdsBack="raise_paused" />}
      <SentForm
        form={form}
        label={texts.title}
        labels={{ transaction_limit: texts.label }}
        submit={texts.submit}
        sending={texts.sending}
        isBlock={false}
        actions={
          <Link className={buttonClass({ look: "quiet" })} to={paths.cardSettings}>
            {common.cancel}
          </Link>
        }
      >
        <TextField
          id={field.id}
          name={field.name}
          label={`${texts.label}, ${common.words.inPesos}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          hint={
            <>
              {texts.now(amountText(details.transactionLimit))} {texts.zero}
            </>
          }
          value={field.value}
          fits={fitting(field.value, "0.00")}
          error={field.error}
          onChange={(event) => form.change("transaction_limit", event.target.value)}
          onBlur={field.onBlur}
        />
        <p className="meta">{texts.raise}</p>
      </SentForm>
      {zero.isAsked && (
        <Dialog title={texts.zeroTitle} role="alertdialog" onClose={zero.close}>
          <p>{texts.zero}</p>
          <div className="btnrow">
            <Button look="primary" pending={zero.isPending} onClick={() => void zero.confirm()}>
              {texts.submit}
            </Button>
            <Button blocked={zero.isPending} onClick={zero.close}>
              {common.cancel}
            </Button>
          </div>
        </Dialog>
      )}
      <OtpDialog
        code={stepUp}
        approves={texts.approves(amountText(parsePesos(wanted) ?? 0n))}
        doing={texts.sending}
      />
    </Panel>
  );
}

/** A raise that was asked for and does not hold yet. */
function Pending({ details }: { details: CardDetails }) {
  const texts = useTexts("cardUse").limit;
  const language = useLanguage();
  const amountText = useAmountText();
  const { pendingLimit } = details;
  if (pendingLimit === null) return null;
  return (
    <Notice kind="info">
      {texts.holdsFrom(
        amountText(pendingLimit.amount),
        formatDate(new Date(pendingLimit.startsAt), "dayTime", language),
      )}
    </Notice>
  );
}

/** The form, and the code that a raise takes. */
function useLimit(details: CardDetails) {
  const texts = useTexts("cardUse").limit;
  const language = useLanguage();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState("");
  const [isZeroAsked, setIsZeroAsked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const stepUp = useStepUp(
    (code) => save(wanted, code),
    (failure) => form.refuse(atField(failure)),
  );

  async function save(transaction_limit: string, code?: TypedCode): Promise<Failure | undefined> {
    const answer = await call(setWithdrawalLimit, { body: { transaction_limit, ...code } });
    if (!answer.status) {
      if (answer.code === "limit_change_open") await readCardAnew();
      return answer;
    }
    const { pendingLimit } = answer.result;
    // A raise holds later.
    const saved =
      pendingLimit === null
        ? texts.saved
        : texts.begins(formatDate(new Date(pendingLimit.startsAt), "dayTime", language));
    announce(answer.message === "" ? saved : answer.message, paths.cardSettings);
    void navigate(paths.cardSettings);
    void readCardAnew();
    return undefined;
  }

  const form = useForm<"transaction_limit">({
    initial: { transaction_limit: "" },
    check: ({ transaction_limit: typed }) =>
      contractErrors(setWithdrawalLimit, { transaction_limit: plainPesos(typed) }),
    send: async ({ transaction_limit }) => {
      const amount = parsePesos(plainPesos(transaction_limit));
      if (amount === undefined) return undefined;
      const asSent = toDecimal(amount);
      if (amount === 0n && details.transactionLimit > 0n) {
        setIsZeroAsked(true);
        return undefined;
      }
      if (amount <= details.transactionLimit) return save(asSent);
      setWanted(asSent);
      const failure = await stepUp.start({ kind: "raise_limit", amount: asSent });
      return failure && atField(failure);
    },
  });
  async function saveZero() {
    setIsSaving(true);
    const failure = await save("0.00");
    setIsSaving(false);
    setIsZeroAsked(false);
    if (failure !== undefined) form.refuse(failure);
  }

  const zero = {
    isAsked: isZeroAsked,
    isPending: isSaving,
    confirm: saveZero,
    close: () => setIsZeroAsked(false),
  };
  return { form, stepUp, wanted, zero };
}

/** What a raise says of its amount stands at the field, which is named as in the call that saves it. */
const atField = (failure: Failure): Failure => ({
  ...failure,
  errors: failure.errors.map((error) =>
    error.param === "amount" ? { ...error, param: "transaction_limit" } : error,
  ),
});
