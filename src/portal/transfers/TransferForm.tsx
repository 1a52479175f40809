import { paths } from "#portal/paths.ts";
import { formatPesos, parsePesos } from "#common/money.ts";
import type { Failure } from "#contract/endpoint.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { recentPayeesRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { SentForm } from "#portal/shared/forms.tsx";
import { PageHead } from "#client/PageHead.tsx";
import type { Form } from "#client/form/useForm.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { DestinationChoice } from "./DestinationChoice.tsx";
import { FormActions } from "./FormActions.tsx";
import { FORMS } from "./forms.ts";
import type { FieldsProps } from "./oneForm.ts";
import type { Draft, FieldName, Order } from "./order.ts";
import { PayeeChecked } from "./PayeeChecked.tsx";
import { OwnLimitsLeft } from "./OwnLimitsLeft.tsx";
import { PayeePause } from "./PayeePause.tsx";
import { Reminders } from "./Reminders.tsx";
import { ChosenPayee, Recents } from "./Recents.tsx";
import type { Payee as ChosenOne } from "./recipientNames.ts";
import { kindOf, mostOf, type Setup } from "./setup.ts";
import { Link } from "react-router";
import { ScanLink } from "./ScanLink.tsx";
import { isForAmount, ShopPayee } from "./shopPayee.tsx";
import { Sums } from "./Sums.tsx";
import { type Unsent, UnsentNotice } from "./UnsentNotice.tsx";
import { WhenField } from "./WhenField.tsx";
import { useTransferForm } from "./useTransferForm.ts";

/** Step one: to whom, how much, how. Rules and figures show while one types. */
export function TransferForm(props: {
  setup: Setup;
  draft: Draft;
  /** What the server said about an order made of this draft. */
  refused: Failure | undefined;
  isKept: boolean;
  /** The draft's payee was chosen among those paid before: their fields stay folded. */
  isChosen: boolean;
  /** What was reviewed before and is not what this form was come for. */
  unsent: Unsent | undefined;
  onReview: (order: Order, isChosen: boolean) => void;
}) {
  const texts = useTexts("transfer");
  const { setup } = props;
  const { form, way, draft, setWhen, payee, errors, unfold, changeWay, stopKeeping, ...rest } =
    useTransferForm(props);
  const chosen = useNamed(rest.chosen);
  const isToShop = draft.values.qr !== "";
  const isAsked = chosen === undefined && !isToShop;
  const { leaves } = TRANSFER_KINDS[kindOf(way)];
  const hasNothing = leaves === "account" && setup.sourceAccounts.length === 0;
  const { From, Way } = FORMS[way.to];
  const { clearedBank, onChooseBank } = payee;
  const fields = { setup, form, way, errors, clearedBank, onChooseBank };
  const rails = Way !== undefined && (
    <Way setup={setup} draft={draft} onChange={(via) => changeWay({ via })} />
  );
  const choose = useChoice(chosen !== undefined);
  return (
    <>
      <PageHead title={texts.title} before={<p className="step">{texts.step(1, 3)}</p>} />
      <div className="twocol">
        <SentForm form={form} label={texts.title} labels={useLabels()} className="stack">
          <Before isKept={props.isKept} unsent={props.unsent} onStop={stopKeeping} />
          <Panel padded className="stack">
            {isToShop && <ShopPayee setup={setup} draft={draft} onDrop={rest.dropShop} />}
            {chosen !== undefined && <ChosenPayee payee={chosen} onChange={unfold} />}
            {chosen !== undefined && <PayeeChecked setup={setup} draft={draft} />}
            {isAsked && leaves === "card" && (
              <Quickly setup={setup} onChoose={choose(payee.onChoose)} />
            )}
            <From {...fields} />
            {isAsked && (
              <>
                <DestinationChoice
                  setup={setup}
                  value={way.to}
                  onChange={(to) => changeWay({ to })}
                />
                {rails}
              </>
            )}
          </Panel>
          {hasNothing ? (
            <NoAccounts />
          ) : (
            <Panel padded className="stack">
              {isAsked && <ToWhom {...fields} />}
              <HowMuch fields={fields} draft={draft} onWhen={setWhen}>
                {chosen !== undefined && rails}
              </HowMuch>
            </Panel>
          )}
          {!hasNothing && (
            <FormActions form={form} label={useSubmitLabel(way, form)} onGiveUp={stopKeeping} />
          )}
        </SentForm>
        <Reminders setup={setup} way={way} qr={draft.values.qr} />
      </div>
    </>
  );
}

/** That it was kept, or what was left unsent: gone on with that, nothing more of this form is kept. */
function Before(props: { isKept: boolean; unsent: Unsent | undefined; onStop: () => void }) {
  const { isKept, unsent, onStop } = props;
  const texts = useTexts("transfer");
  if (isKept) return <Notice kind="info">{texts.keptAnswers}</Notice>;
  if (unsent === undefined) return null;
  const goOn = () => {
    onStop();
    unsent.onGoOn();
  };
  return <UnsentNotice {...unsent} onGoOn={goOn} />;
}

/** Nothing has to be typed of whoever was paid before, shows a code, or is paid on days to come. */
function Quickly(props: { setup: Setup; onChoose: (payee: ChosenOne) => void }) {
  const schedules = useTexts("schedules");
  return (
    <>
      <Recents {...props} />
      <div className="more-ways">
        <ScanLink />
        <Link to={paths.schedules}>{schedules.link}</Link>
      </div>
    </>
  );
}

/** How much, by which way where that is asked here, and when; a shop is paid now. */
function HowMuch(props: {
  fields: FieldsProps;
  draft: Draft;
  onWhen: (when: Draft["when"]) => void;
  children: ReactNode;
}) {
  const { draft } = props;
  const { setup, form, errors } = props.fields;
  return (
    <>
      <Amount setup={setup} draft={draft} form={form} error={errors.amount} />
      <OwnLimitsLeft setup={setup} draft={draft} />
      {props.children}
      {draft.values.qr === "" && <WhenField value={draft.when} onChange={props.onWhen} />}
      <Sums setup={setup} draft={draft} />
    </>
  );
}

/** Who receives it, typed; and until when a new payee waits. */
function ToWhom(fields: FieldsProps) {
  const { setup, form, way } = fields;
  const { Payee } = FORMS[way.to];
  if (!TRANSFER_KINDS[kindOf(way)].hasPayee) return <Payee {...fields} />;
  return (
    <>
      <PayeeChecked setup={setup} draft={{ ...way, values: form.values }}>
        <Payee {...fields} />
      </PayeeChecked>
      <PayeePause setup={setup} draft={{ ...way, values: form.values }} />
    </>
  );
}

/** Once somebody is chosen the amount is what is left to say: the focus goes there. */
function useChoice(isChosen: boolean) {
  const isJustChosen = useRef(false);
  useEffect(() => {
    if (isChosen && isJustChosen.current) document.getElementById("amount")?.focus();
    isJustChosen.current = false;
  }, [isChosen]);
  return (onChoose: (payee: ChosenOne) => void) => (payee: ChosenOne) => {
    isJustChosen.current = true;
    onChoose(payee);
  };
}

/** By the member's own name for them, where they have one. */
function useNamed<Whom extends ChosenOne | undefined>(payee: Whom): Whom {
  const { data = [] } = useQuery(recentPayeesRead(useGuid()));
  const known = data.find(
    ({ bankId, accountNumber }) =>
      bankId === payee?.bankId && accountNumber === payee.accountNumber,
  );
  return payee === undefined ? payee : { ...payee, nickname: known?.nickname ?? "" };
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
    qr: texts.shop.title,
  };
}

/** 'Next' to another bank; else the amount is in it (rows O05, P02). */
function useSubmitLabel(way: Pick<Draft, "to" | "via">, form: Form<FieldName>): string {
  const texts = useTexts("transfer");
  if (TRANSFER_KINDS[kindOf(way)].rail !== null) return texts.next;
  const amount = parsePesos(form.values.amount);
  return amount === undefined || !form.isFine
    ? texts.transferButton
    : texts.transferAmount(formatPesos(amount));
}

function Amount(props: {
  setup: Setup;
  draft: Draft;
  form: Form<FieldName>;
  error: string | undefined;
}) {
  const texts = useTexts("transfer");
  const amountText = useAmountText();
  const { onBlur, value } = props.form.field("amount");
  const kind = kindOf(props.draft);
  const { least } = TRANSFER_KINDS[kind];
  const most = mostOf(props.setup, kind);
  // What is left today and this month says nothing of a day to come.
  const isFixed = isForAmount(props.draft.values.qr);
  const hint = isFixed
    ? texts.shop.isFixed
    : props.draft.when !== undefined
      ? most !== undefined && texts.mostEach(formatPesos(most))
      : FORMS[props.draft.to].hint(props.setup, texts, amountText);
  return (
    <AmountField
      id="amount"
      name="amount"
      label={texts.amount}
      hint={hint}
      big
      value={value}
      error={props.error}
      readOnly={isFixed}
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
