import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { Row } from "./oneForm.ts";

/** '123456789012' -> '1234 5678 9012', so that it can be checked digit by digit. */
export const groupedDigits = (digits: string): string => digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

/** The account number of a payee as the review has it. */
export const numberRow = (number: string, { accountNumber }: TransferTexts["review"]): Row => ({
  key: "number",
  name: accountNumber,
  value: <span className="code">{groupedDigits(number)}</span>,
});
