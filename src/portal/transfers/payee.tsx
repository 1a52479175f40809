import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { Row } from "./oneForm.ts";

/** '123456789012' -> '1234 5678 9012', to be checked digit by digit. What is left over stays on the line of the group before it. */
export const groupedDigits = (digits: string): string =>
  digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ").replace(/ (?=\d{1,3}$)/, "\u00a0");

/** The account number of a payee as the review has it. */
export const numberRow = (number: string, { accountNumber }: TransferTexts["review"]): Row => ({
  key: "number",
  name: accountNumber,
  value: <span className="code">{groupedDigits(number)}</span>,
});
