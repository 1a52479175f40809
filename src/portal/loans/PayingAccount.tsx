import type { Form } from "#client/form/useForm.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { useAmountText } from "#ui/Money.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import type { Quote } from "./payment.ts";

/** The account of one's own that pays, with what is on it, and what it lacks. */
export function PayingAccount<Name extends string>(props: {
  label: string;
  form: Form<Name | "accountNumber">;
  accounts: Quote["accounts"];
  /** How much of it is to be paid, where that is known. */
  needs?: bigint | undefined;
}) {
  const { label, form, accounts, needs = 0n } = props;
  const texts = useTexts("payLoan");
  const amountText = useAmountText();
  const chosen = accounts.find((one) => one.accountNumber === form.values.accountNumber);
  const lacks = chosen === undefined ? 0n : needs - chosen.available;
  return (
    <SelectField
      label={label}
      {...(chosen !== undefined && {
        // The choice itself is cut off on a narrow screen: here it is read whole.
        hint: [
          texts.chosenAccount(chosen.name, chosen.accountNumber, amountText(chosen.available)),
          ...(lacks > 0n ? [texts.lacks(amountText(lacks))] : []),
        ].join(". "),
      })}
      name="accountNumber"
      value={form.values.accountNumber}
      error={form.errors.accountNumber}
      onChange={({ currentTarget }) => form.change("accountNumber", currentTarget.value)}
    >
      {accounts.map(({ accountNumber, name, available }) => (
        <option key={accountNumber} value={accountNumber}>
          {texts.available(name, amountText(available))}
        </option>
      ))}
    </SelectField>
  );
}
