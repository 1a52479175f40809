import type { RecentPayee } from "#contract/recipients.ts";
import { amountOf, type Order } from "./order.ts";

/** So long a transfer of the same amount to the same account may be one that its sender does not know of. */
const HOURS_24 = 24 * 60 * 60 * 1000;

type Latest = NonNullable<RecentPayee["latest"]>;

/** The latest transfer to the account of this order, where it was of the same amount and is not a day old. */
export function earlierSame(
  order: Order,
  payees: readonly RecentPayee[],
  now: Date,
): Latest | undefined {
  const { intent } = order;
  // What goes on a day to come is a plan of its own.
  if (intent.repeats !== undefined) return undefined;
  const bankId = "destination_bank" in intent ? intent.destination_bank : null;
  const number =
    "destination_account_number" in intent
      ? intent.destination_account_number
      : intent.destination_account;
  const latest = payees.find(
    (payee) => payee.bankId === bankId && payee.accountNumber === number,
  )?.latest;
  if (latest === null || latest === undefined || latest.amount !== amountOf(order))
    return undefined;
  return now.getTime() - new Date(latest.sentAt).getTime() < HOURS_24 ? latest : undefined;
}
