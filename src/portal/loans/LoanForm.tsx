import { parsePesos, toDecimal } from "#common/money.ts";
import type { LoanProduct } from "#portal/api/loanReads.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { paths } from "#portal/paths.ts";
import { SentForm } from "#portal/shared/forms.tsx";
import type { Form } from "#client/form/useForm.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { buttonClass } from "#ui/Button.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { useStore } from "#ui/store.ts";
import { TextField } from "#ui/TextField.tsx";
import { type ComponentProps, useState } from "react";
import { Link, useNavigate } from "react-router";
import { type ApplicationField, type KeptApplication, prefilled } from "./applicationForm.ts";
import { shownMonths } from "./example.ts";
import { LoanEstimate } from "./LoanEstimate.tsx";
import { LoanCost } from "./LoanCost.tsx";
import { LoanTypeField } from "./LoanTypeField.tsx";
import { useApplicationForm } from "./useApplicationForm.ts";
import { useLoanProduct } from "./useLoanProduct.ts";
import { WhatNext } from "./WhatNext.tsx";

type ApplicationForm = Form<ApplicationField>;

/** The application (rows J01 to J07): which loan, how much, and who asks; beside it what it costs. */
export function LoanForm({ kept }: { kept: KeptApplication | undefined }) {
  const common = useTexts("common");
  const texts = useTexts("loanApply");
  const navigate = useNavigate();
  const known = prefilled(useStore(profileState));
  const { form, giveUp, isKept, mayHaveArrived } = useApplicationForm(kept, known);
  const amount = parsePesos(form.values.loan_amount.replace(/\.$/, ""));
  return (
    <div className="twocol">
      <div className="loan-form">
        <SentForm
          form={form}
          label={texts.title}
          labels={texts.labels}
          submit={texts.submit}
          sending={texts.sending}
          noAnswer={texts.noAnswer}
          isBlock={false}
          actions={
            <Link
              className={buttonClass({ look: "quiet" })}
              to={paths.dashboard}
              onClick={(event) => {
                event.preventDefault();
                void giveUp().then(() => navigate(paths.dashboard));
              }}
            >
              {common.cancel}
            </Link>
          }
        >
          {isKept && (
            <Notice kind="info">
              {texts.keptAnswers} {mayHaveArrived && texts.mayHaveArrived}
            </Notice>
          )}
          <YourLoan form={form} amount={amount} />
          <YourDetails form={form} />
        </SentForm>
      </div>
      <aside className="stack" aria-label={texts.beside}>
        <LoanCost type={form.values.loan_type} />
        <WhatNext />
      </aside>
    </div>
  );
}

function YourLoan({ form, amount }: { form: ApplicationForm; amount: bigint | undefined }) {
  const texts = useTexts("loanApply");
  const { labels } = texts;
  const field = form.field("loan_amount");
  const { product } = useLoanProduct(form.values.loan_type);
  const [payment, setPayment] = useState<string>();
  return (
    <Panel padded className="stack">
      <h2>{texts.yourLoan}</h2>
      <LoanTypeField
        label={labels.loan_type}
        value={form.values.loan_type}
        error={form.errors.loan_type}
        onChange={(code) => form.change("loan_type", code)}
      />
      <AmountField
        id={field.id}
        name={field.name}
        label={labels.loan_amount}
        hint={useRange(form.values.loan_type, amount)}
        big
        value={field.value}
        error={field.error}
        onChange={(text) => {
          // What is drawn anew by itself was not typed.
          if (text !== field.value) setPayment(undefined);
          form.change("loan_amount", text);
        }}
        onBlur={field.onBlur}
      />
      {product !== undefined && (
        <>
          <MonthsField form={form} product={product} />
          <LoanEstimate
            key={product.code}
            product={product}
            amount={amount}
            months={shownMonths(product.terms, form.values.months_wished)}
            payment={payment}
            onPayment={setPayment}
            onAmount={(found) => form.change("loan_amount", toDecimal(found))}
          />
        </>
      )}
      <ChoiceCards
        legend={labels.employer}
        hint={texts.employerHint}
        name="employer"
        columns="three"
        value={form.values.employer}
        error={form.errors.employer}
        choices={Object.entries(texts.employers).map(([value, title]) => ({ value, title }))}
        onChange={(employer) => form.change("employer", employer)}
      />
    </Panel>
  );
}

/** Over how many months: what is shown is sent, for the loan officer to know of. */
function MonthsField({ form, product }: { form: ApplicationForm; product: LoanProduct }) {
  const { labels, monthsHint, cost } = useTexts("loanApply");
  const { terms } = product;
  const field = form.field("months_wished");
  return (
    <SelectField
      {...field}
      label={labels.months_wished}
      hint={monthsHint}
      value={String(shownMonths(terms, field.value))}
    >
      {terms.map((term) => (
        <option key={term} value={term}>
          {cost.months(term)}
        </option>
      ))}
    </SelectField>
  );
}

/** How much this loan can be: advice, never a rule. The loan officer decides (docs/requirements/decisions.md, 7). */
function useRange(type: string, amount: bigint | undefined): string {
  const texts = useTexts("loanApply");
  const amountText = useAmountText();
  const { product } = useLoanProduct(type);
  if (product === undefined) return texts.amountHint;
  const { minimum, maximum } = product;
  const isOutside = amount !== undefined && (amount < minimum || amount > maximum);
  const say = isOutside ? texts.outOfRange : texts.range;
  return `${texts.amountHint} ${say(amountText(minimum), amountText(maximum))}`;
}

function YourDetails({ form }: { form: ApplicationForm }) {
  const texts = useTexts("loanApply");
  const { labels } = texts;
  const field = (name: ApplicationField) => ({ label: labels[name], ...form.field(name) });
  const email: ComponentProps<typeof TextField> = {
    ...field("email_address"),
    // Asked for on leaving the field, also when nothing is in it (row J03).
    onBlur: () => form.leave("email_address", form.values.email_address || " "),
  };
  return (
    <Panel padded className="stack">
      <div>
        <h2>{texts.yourDetails}</h2>
        <p className="meta">{texts.detailsLead}</p>
      </div>
      <div className="two-fields">
        <TextField {...field("last_name")} autoComplete="family-name" />
        <TextField {...field("first_name")} autoComplete="given-name" />
        <TextField {...field("middle_name")} autoComplete="additional-name" optional />
        <TextField
          {...field("qualifier")}
          label={`${labels.qualifier} ${texts.qualifierHint}`}
          autoComplete="honorific-suffix"
        />
        <TextField
          {...field("contact_no")}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={texts.contactHint}
        />
        <TextField
          {...email}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={texts.emailHint}
        />
      </div>
    </Panel>
  );
}
