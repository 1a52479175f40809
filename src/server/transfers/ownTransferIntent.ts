import { toDecimal } from "#common/money.ts";
import type { TransferIntent } from "#contract/transfers.ts";

/** What a code approves, in the one form in which it is stored and compared. */
export type StoredIntent = {
  kind: "own";
  source_account: string;
  destination_account: string;
  amount: string;
};

/** '2500', '2500.0' and 2500 are one amount, so they are one intent. */
export function storedIntent(intent: TransferIntent): StoredIntent {
  return {
    kind: intent.kind,
    source_account: intent.source_account,
    destination_account: intent.destination_account,
    amount: toDecimal(intent.amount),
  };
}
