import { useTexts } from "#portal/texts/texts.ts";
import { SelectField } from "#ui/SelectField.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { useEffect, useEffectEvent } from "react";
import { FromCard } from "./FromFields.tsx";
import type { FieldsProps, OneForm } from "./oneForm.ts";
import type { IntentOf } from "./order.ts";
import { numberRow } from "./payee.tsx";
import type { Setup, Source } from "./setup.ts";

const FIELD = "destination_account";

/** The member's accounts that take money back from the card. */
const savingsOf = ({ sourceAccounts }: Pick<Setup, "sourceAccounts">): readonly Source[] =>
  sourceAccounts.filter(({ type }) => type === "savings");

const lastFour = (account: string): string => account.slice(-4);

/** From the member's card back to their own savings. */
export const depositForm: OneForm<IntentOf<"deposit">> = {
  number: "4",
  fields: ["destination_account", "amount"],
  isOffered: (setup) => savingsOf(setup).length > 0,
  choice: (_, texts) => ({ title: texts.toSavings, detail: texts.toSavingsDetail }),
  From: FromCard,
  Payee: SavingsField,
  hint: (_, texts) => texts.savingsHint,
  reminders: () => [],
  moreErrors: ({ destination_account: account }, setup, { required }) =>
    savingsOf(setup).some(({ accountNumber }) => accountNumber === account)
      ? {}
      : { destination_account: required },
  intentOf: ({ destination_account }, { amount }) => ({
    kind: "deposit",
    destination_account,
    amount,
  }),
  payeeTitle: ({ destination_account: account }, { review }) => review.toSavings(lastFour(account)),
  payeeAsked: ({ destination_account: account }, { review }) => review.toSavings(lastFour(account)),
  payeeRows: ({ destination_account: account }, _, { review, toSavings }) => [
    { key: "to", name: review.to, value: toSavings },
    numberRow(account, review),
    { key: "via", name: review.via, value: review.viaOwn },
  ],
  receiptWay: (_, { toSavings, review }) => ({ to: toSavings, via: review.viaOwn }),
  receiptPayee: () => ({ name: "", bank: "" }),
};

/** The member's savings: who has one account has nothing to choose. */
function SavingsField({ setup, form, errors }: FieldsProps) {
  const texts = useTexts("transfer");
  const amountText = useAmountText();
  const accounts = savingsOf(setup);
  const first = accounts[0]?.accountNumber ?? "";
  const { [FIELD]: value, amount } = form.values;
  const isChosen = accounts.some(({ accountNumber }) => accountNumber === value);
  const chosen = isChosen ? value : first;
  const shown = accounts.find(({ accountNumber }) => accountNumber === chosen);
  const choose = useEffectEvent((account: string) => form.change(FIELD, account));
  // It stands in the order with the amount: of a form in which nothing was typed nothing is kept.
  const isNeeded = amount !== "" || errors[FIELD] !== undefined;
  useEffect(() => {
    if (isNeeded && !isChosen) choose(first);
  }, [isNeeded, isChosen, first]);
  // The other forms ask for another account in the same field.
  useEffect(() => () => choose(""), []);
  return (
    <SelectField
      id={FIELD}
      name={FIELD}
      label={texts.savings}
      {...(shown !== undefined && {
        hint: texts.chosenAccount(
          shown.name,
          shown.accountNumber,
          amountText(shown.withdrawableBalance),
        ),
      })}
      value={chosen}
      error={errors[FIELD]}
      onChange={(event) => form.change(FIELD, event.target.value)}
    >
      <option value="" disabled>
        {texts.chooseSavings}
      </option>
      {accounts.map(({ accountNumber, name, withdrawableBalance }) => (
        <option key={accountNumber} value={accountNumber}>
          {texts.accountChoice(name, accountNumber, amountText(withdrawableBalance))}
        </option>
      ))}
    </SelectField>
  );
}
