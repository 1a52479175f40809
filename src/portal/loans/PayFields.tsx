import type { Form } from "#client/form/useForm.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useState } from "react";
import { monthText } from "./monthText.ts";
import { PayingAccount } from "./PayingAccount.tsx";
import {
  accountOf,
  amountOf,
  type PayField,
  payingFrom,
  type Quote,
  type What,
} from "./payment.ts";

/** How much, of what there is to pay, and from which account. */
export function PayFields({ form, quote }: { form: Form<PayField>; quote: Quote }) {
  const texts = useTexts("payLoan");
  const amountText = useAmountText();
  const language = useLanguage();
  const { deduction, most } = quote;
  const isTyped = form.values.what === "other";
  const choices = useChoices(quote);
  const needs = amountOf(quote, form.values);
  const [moved, setMoved] = useState<{ from: string; to: string }>();
  /** Another amount is paid from the account that suits it, until the member chooses one. */
  const choose = (what: What) => {
    const { accountNumber, amount } = form.values;
    form.change("what", what);
    setMoved(undefined);
    if (accountNumber !== payingFrom(quote.accounts, needs)) return;
    const wanted = amountOf(quote, { what, amount });
    const suits = payingFrom(quote.accounts, wanted);
    form.change("accountNumber", suits);
    const from = accountOf(quote, accountNumber);
    const isShort = from !== undefined && wanted !== undefined && from.available < wanted;
    const to = accountOf(quote, suits);
    if (isShort && to !== undefined && suits !== accountNumber)
      setMoved({ from: from.name, to: to.name });
  };
  return (
    <>
      {deduction !== null && (
        <Notice kind="info">
          {texts.deduction(amountText(deduction.amount), monthText(deduction.month, language))}
        </Notice>
      )}
      {/* Of one thing there is nothing to choose. */}
      {choices.length > 1 && (
        <ChoiceCards
          legend={texts.what}
          name="what"
          value={form.values.what as What}
          choices={choices}
          onChange={choose}
          error={isTyped ? undefined : form.errors.amount}
        />
      )}
      {isTyped && (
        <AmountField
          id="amount"
          name="amount"
          label={texts.amount}
          hint={texts.amountHint(amountText(most))}
          value={form.values.amount}
          error={form.errors.amount}
          onChange={(amount) => form.change("amount", amount)}
        />
      )}
      <PayingAccount label={texts.from} form={form} accounts={quote.accounts} needs={needs} />
      <output className="loan-moved">
        {moved !== undefined && accountOf(quote, form.values.accountNumber)?.name === moved.to && (
          <Notice kind="info">{texts.moved(moved.from, moved.to)}</Notice>
        )}
      </output>
    </>
  );
}

/**
 * What there is to pay. Payments go to what is past due first: while something is, the next payment is no choice. A
 * deduction under way pays that, and the loan does not end before it.
 */
function useChoices({ arrears, nextDue, deduction, ending }: Quote) {
  const texts = useTexts("payLoan");
  const amountText = useAmountText();
  const language = useLanguage();
  const detail = (words: string) => <span className="meta">{words}</span>;
  return [
    ...(arrears > 0n
      ? [{ value: "arrears" as const, title: texts.arrears, detail: detail(amountText(arrears)) }]
      : []),
    ...(nextDue !== null && deduction === null && arrears === 0n
      ? [
          {
            value: "next" as const,
            title: texts.next,
            detail: detail(
              `${amountText(nextDue.amount)}, ${texts.nextOn(formatDate(dayOf(nextDue.dueOn), "day", language))}`,
            ),
          },
        ]
      : []),
    { value: "other" as const, title: texts.other, detail: detail(texts.otherMeaning) },
    ...(deduction === null
      ? [
          {
            value: "all" as const,
            title: texts.all,
            detail: detail(`${amountText(ending.total)}. ${texts.allMeaning}`),
          },
        ]
      : []),
  ];
}
