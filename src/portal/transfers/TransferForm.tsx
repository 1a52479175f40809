import { formatPesos, parsePesos } from "#common/money.ts";
import type { Failure } from "#contract/endpoint.ts";
import type { Recipient } from "#contract/recipients.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { SentForm } from "#portal/shared/forms.tsx";
import { PageHead } from "#client/PageHead.tsx";
import type { Form } from "#client/form/useForm.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { DestinationChoice, RailChoice } from "./ChoicesOfTransfer.tsx";
import { FormActions } from "./FormActions.tsx";
import { FromCard, SourceField, ToOwnCard } from "./FromFields.tsx";
import type { Draft, FieldName, Order } from "./order.ts";
import { BankPayeeFields, CardPayeeField } from "./PayeeFields.tsx";
import { PayeePause } from "./PayeePause.tsx";
import { Reminders } from "./Reminders.tsx";
import { SendAgain } from "./SendAgain.tsx";
import { kindOf, type Setup } from "./setup.ts";
import { Sums } from "./Sums.tsx";
import { useTransferForm } from "./useTransferForm.ts";

/** Step one: to whom, how, how much. Rules and figures show while one types. */
export function TransferForm(props: {
  setup: Setup;
  draft: Draft;
  /** What the server said about an order made of this draft. */
  refused: Failure | undefined;
  isKept: boolean;
  onReview: (order: Order) => void;
}) {
  const texts = useTexts("transfer");
  const { setup } = props;
  const { form, way, payee, errors, changeWay, stopKeeping } = useTransferForm(props);
  const hasNothing = way.to === "own" && setup.sourceAccounts.length === 0;
  return (
    <>
      <PageHead title={texts.title} before={<p className="step">{texts.step(1, 3)}</p>} />
      <div className="twocol">
        <SentForm form={form} label={texts.title} labels={useLabels()} className="stack">
          {props.isKept && <Notice kind="info">{texts.keptAnswers}</Notice>}
          <Panel padded className="stack">
            {way.to === "own" ? (
              <SourceField
                sources={setup.sourceAccounts}
                value={form.values.source_account}
                error={errors.source_account}
                onChange={(account) => form.change("source_account", account)}
              />
            ) : (
              <FromCard setup={setup} />
            )}
            <DestinationChoice setup={setup} value={way.to} onChange={(to) => changeWay({ to })} />
            {way.to === "bank" && (
              <RailChoice setup={setup} value={way.via} onChange={(via) => changeWay({ via })} />
            )}
          </Panel>
          {hasNothing ? (
            <NoAccounts />
          ) : (
            <Panel padded className="stack">
              <ToWhom setup={setup} form={form} way={way} errors={errors} {...payee} />
              <Amount setup={setup} way={way} form={form} error={errors.amount} />
              <Sums setup={setup} way={way} values={form.values} />
            </Panel>
          )}
          {!hasNothing && (
            <FormActions form={form} label={useSubmitLabel(way.to, form)} onGiveUp={stopKeeping} />
          )}
        </SentForm>
        <Reminders setup={setup} way={way} />
      </div>
    </>
  );
}

/** Who receives it: chosen among those sent to before, or typed. */
function ToWhom(props: {
  setup: Setup;
  form: Form<FieldName>;
  way: Pick<Draft, "to" | "via">;
  errors: Partial<Record<FieldName, string>>;
  clearedBank: string;
  onChooseBank: (bank: string) => void;
  onChoose: (recipient: Recipient) => void;
}) {
  const { setup, form, way, errors } = props;
  if (way.to === "own") return <ToOwnCard setup={setup} />;
  return (
    <>
      <SendAgain to={way.to} values={form.values} onChoose={props.onChoose} />
      {way.to === "bank" ? (
        <BankPayeeFields {...props} via={way.via} />
      ) : (
        <CardPayeeField form={form} errors={errors} />
      )}
      <PayeePause setup={setup} draft={{ ...way, values: form.values }} />
    </>
  );
}

/** Names of the fields, above the form and in front of them the same. */
function useLabels(): Record<FieldName, string> {
  const texts = useTexts("transfer");
  return {
    source_account: texts.from,
    destination_bank: texts.bank,
    destination_account_number: texts.accountNumber,
    destination_account_name: texts.accountName,
    destination_account: texts.accountNumber,
    amount: texts.amount,
  };
}

/** 'Next' to another bank; else the amount is in it (rows O05, P02). */
function useSubmitLabel(to: Draft["to"], form: Form<FieldName>): string {
  const texts = useTexts("transfer");
  if (to === "bank") return texts.next;
  const amount = parsePesos(form.values.amount);
  return amount === undefined || !form.isFine
    ? texts.transferButton
    : texts.transferAmount(formatPesos(amount));
}

function Amount(props: {
  setup: Setup;
  way: Pick<Draft, "to" | "via">;
  form: Form<FieldName>;
  error: string | undefined;
}) {
  const texts = useTexts("transfer");
  const amountText = useAmountText();
  const { figures, otherDetails } = props.setup;
  const { onBlur, value } = props.form.field("amount");
  const { least } = TRANSFER_KINDS[kindOf(props.way)];
  const hints: Record<Draft["to"], string> = {
    own: texts.loadLeft(amountText(otherDetails.loadLimitLeft)),
    bank: texts.limitsLeft(amountText(figures.leftToday), amountText(figures.leftThisMonth)),
    card: texts.mostEach(formatPesos(figures.cardToCardMost)),
  };
  return (
    <AmountField
      id="amount"
      name="amount"
      label={texts.amount}
      hint={hints[props.way.to]}
      big
      value={value}
      error={props.error}
      onChange={(amount) => {
        props.form.change("amount", amount);
        // Too much is said while it is typed; too little may still become enough.
        if ((parsePesos(amount) ?? 0n) >= least) props.form.leave("amount", amount);
      }}
      onBlur={onBlur}
    />
  );
}

function NoAccounts() {
  const texts = useTexts("transfer");
  return (
    <Panel>
      <EmptyState title={texts.noAccounts}>{texts.noAccountsMeaning}</EmptyState>
    </Panel>
  );
}
