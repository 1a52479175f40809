import { parsePesos } from "#common/money.ts";
import { asOwner, signInWriters } from "#lab/killLoop/prepare.ts";
import type { Writer } from "#lab/killLoop/writers.ts";
import type { DrillBank } from "./drillBank.ts";
import { approveOrders, newOrder, type Order, type Promises, sendUntilKnown } from "./orders.ts";

/** So that members stay signed in for as long as a drill takes. */
export const LONG_SESSIONS = {
  IDLE_SECONDS: "3600",
  GRACE_SECONDS: "600",
  SESSION_SECONDS: "86400",
};

/** Members who are signed in, and the first one's guid, by which the accounts are looked at. */
export type Crowd = { writers: Writer[]; guid: string };

const MORE_SAVINGS = parsePesos("1000000.00");

export async function gatherCrowd({ stack }: DrillBank, count: number): Promise<Crowd> {
  const writers = await signInWriters(stack, count);
  const guid = await asOwner(stack, async (owner) => {
    // More than a drill of hours sends: who has nothing left is only refused, and nothing can be lost.
    await owner.query(
      `select ledger_post('DRILL', 'opening', 'DRILL-' || gen_random_uuid(), current_date, now(), 'drill',
         array_agg(a.ledger_account_id order by a.ledger_account_id) || ledger_account_id('ASSOC', '1110', ''),
         array_fill('C'::text, array[count(*)::integer]) || 'D'::text,
         array_fill($2::bigint, array[count(*)::integer]) || $2::bigint * count(*))
       from member_account a where a.account_number = any ($1)`,
      [writers.map(({ sourceAccount }) => sourceAccount), MORE_SAVINGS],
    );
    const { rows } = await owner.query<{ guid: string }>("select guid from member where id = $1", [
      writers[0]?.memberId,
    ]);
    return rows[0]?.guid ?? "";
  });
  return { writers, guid };
}

/** After what happened each writer sends a few more, so that it is seen that it goes on. */
const AFTERWARDS = 3;

/**
 * Has every writer send orders, one after the other, for as long as `happen` runs and a few more, `ordersEach`
 * at the most; waits until the bank has answered all of them.
 */
export async function sendWhile(
  { stack }: DrillBank,
  { writers }: Crowd,
  promises: Promises,
  { ordersEach, happen }: { ordersEach: number; happen: () => Promise<void> },
): Promise<void> {
  const lines = writers.map((writer) =>
    Array.from({ length: ordersEach }, (): Order => newOrder(writer)),
  );
  await approveOrders(stack, lines.flat());
  let isOver = false;
  const sendLine = async (orders: readonly Order[]) => {
    let afterwards = 0;
    for (const order of orders) {
      if (isOver) afterwards += 1;
      if (afterwards > AFTERWARDS) return;
      await sendUntilKnown(order, promises);
    }
  };
  // What goes wrong in one must not leave the other behind.
  const [happened, sent] = await Promise.allSettled([
    happen().finally(() => (isOver = true)),
    Promise.all(lines.map(sendLine)),
  ]);
  if (happened.status === "rejected") throw happened.reason;
  if (sent.status === "rejected") throw sent.reason;
}

/** Has every writer send so many orders, all of them, and waits until the bank has answered. */
export async function sendAll(
  { stack }: DrillBank,
  { writers }: Crowd,
  promises: Promises,
  ordersEach: number,
): Promise<void> {
  const lines = writers.map((writer) => Array.from({ length: ordersEach }, () => newOrder(writer)));
  await approveOrders(stack, lines.flat());
  await Promise.all(
    lines.map(async (orders) => {
      for (const order of orders) await sendUntilKnown(order, promises);
    }),
  );
}
