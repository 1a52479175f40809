import { cardAccountText } from "#contract/cardNames.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { Intent } from "./order.ts";

/** '123456789012' -> '1234 5678 9012', so that it can be checked digit by digit. */
export const groupedDigits = (digits: string): string => digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

/** Who an order is for, as the review's title has it: the name that was typed, or which card. */
export function payeeTitle(intent: Intent, { review }: TransferTexts): string {
  switch (intent.kind) {
    case "own":
      return review.toOwnCard(cardAccountText(intent.destination_account));
    case "card":
      return cardAccountText(intent.destination_account);
    case "instapay":
    case "pesonet":
      return intent.destination_account_name;
  }
}

/** Who an order is for, as the question for its code names them. */
export function payeeAsked(intent: Intent, { payees, review }: TransferTexts): string {
  switch (intent.kind) {
    case "own":
      return review.toOwnCard(cardAccountText(intent.destination_account));
    case "card":
      return cardAccountText(intent.destination_account);
    case "instapay":
    case "pesonet":
      return payees.bank(
        intent.destination_account_name,
        intent.destination_account_number.slice(-4),
      );
  }
}
