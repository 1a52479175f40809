import { toDecimal } from "#common/money.ts";
import type { TransferIntent } from "#contract/transfers.ts";

/** How a transfer that leaves a card goes. */
export type FromCardIntent = Exclude<TransferIntent, { kind: "own" }>;
export type BankIntent = Exclude<FromCardIntent, { kind: "card" }>;

/**
 * What is ordered, in the one form in which it is stored and compared: '2500', '2500.0' and 2500 are one
 * amount, so they are one intent. Of a transfer from the card the code approves, besides, the account it
 * comes from, the fee and the total, which the database adds (full_intent).
 */
export function storedIntent(intent: TransferIntent): Record<string, string> {
  const amount = toDecimal(intent.amount);
  switch (intent.kind) {
    case "own":
      return {
        kind: intent.kind,
        source_account: intent.source_account,
        destination_account: intent.destination_account,
        amount,
      };
    case "card":
      return { kind: intent.kind, destination_account: intent.destination_account, amount };
    case "instapay":
    case "pesonet":
      return {
        kind: intent.kind,
        destination_bank: intent.destination_bank,
        destination_account_number: intent.destination_account_number,
        destination_account_name: payeeNameOf(intent),
        amount,
      };
  }
}

/** The name as it is kept: composed letters, single blanks, none around it. */
export function payeeNameOf({ destination_account_name: name }: BankIntent): string {
  return name.normalize("NFC").replaceAll(/\s+/g, " ").trim();
}
