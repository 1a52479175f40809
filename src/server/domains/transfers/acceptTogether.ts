import type { TransferReceipt } from "#contract/transfers.ts";
import type { App } from "#server/platform/app.ts";
import { sqlState } from "#server/db/db.ts";
import { gather, type Waiting } from "#server/platform/base/gather.ts";
import { persist } from "./persist.ts";
import type { TransferVerdict } from "./transferRefusal.ts";

/** `answer` is there when the verdict is 'ok'. */
export type Verdict = TransferVerdict & { answer: TransferReceipt };

/** By the place of each accepted order, from 1 on. */
export type PlainAnswers = Record<number, TransferReceipt | undefined>;

/** How orders of one kind are accepted: plain orders of one moment in one call, any other by itself. */
export type Ways<Order> = {
  /** Nothing was done for the orders that are left out. */
  plain: (app: App, orders: Order[]) => Promise<PlainAnswers>;
  alone: (app: App, order: Order) => Promise<Verdict>;
};

const NOTHING_AGAINST = { verdict: "ok", available_centavos: null };

const CONCURRENCY = 2;
const ORDERS_A_CALL = 32;
/** At this batch size the call itself is a quarter of the cost. */
const BATCH_SIZE = 8;

/**
 * Accepts orders of one kind: those of the same moment share one transaction. The function that it returns
 * answers the verdict on one order, once it is committed, and throws what PostgreSQL raised for this order;
 * another order's failure is not its own.
 */
export function acceptTogether<Order extends { tokenHash: Buffer }>(
  ways: Ways<Order>,
): (app: App, order: Order) => Promise<Verdict> {
  const gatherings = new WeakMap<App, (order: Order) => Promise<Verdict>>();
  return (app, order) => {
    let accept = gatherings.get(app);
    if (accept === undefined) {
      accept = gather<Order, Verdict>({
        concurrency: CONCURRENCY,
        itemsACall: ORDERS_A_CALL,
        batchSize: BATCH_SIZE,
        patience: app.patience,
        settle: (batch) => {
          const [lone] = batch;
          return batch.length === 1 && lone !== undefined
            ? settleLone(app, ways.alone, lone)
            : settle(app, ways, batch);
        },
      });
      gatherings.set(app, accept);
    }
    return accept(order);
  };
}

/**
 * An order that shares its call with no other is judged by itself at once, which costs the database a quarter
 * less than a call for many. One that PostgreSQL gave up is tried again, and may wait, while the next call
 * starts.
 */
async function settleLone<Order>(
  app: App,
  alone: Ways<Order>["alone"],
  { item, resolve, reject }: Waiting<Order, Verdict>,
): Promise<void> {
  try {
    resolve(await alone(app, item));
  } catch (error) {
    if (sqlState(error) === undefined) reject(error);
    else void persist(() => alone(app, item)).then(resolve, reject);
  }
}

/** Plain orders are accepted together; each of the others is judged by itself, and may wait by itself. */
async function settle<Order extends { tokenHash: Buffer }>(
  app: App,
  { plain, alone }: Ways<Order>,
  batch: Waiting<Order, Verdict>[],
): Promise<void> {
  // The order in which their members' rows are locked.
  batch.sort((a, b) => Buffer.compare(a.item.tokenHash, b.item.tokenHash));
  const firsts = batch.filter(
    ({ item }, place) => batch[place - 1]?.item.tokenHash.equals(item.tokenHash) !== true,
  );
  let answers: PlainAnswers = {};
  try {
    answers = await plain(
      app,
      firsts.map(({ item }) => item),
    );
  } catch (error) {
    // What PostgreSQL refused or gave up is undone: each order is tried by itself. Without an SQL state it may
    // have been done.
    if (sqlState(error) === undefined) {
      for (const { reject } of batch) reject(error);
      return;
    }
  }
  for (const { item, resolve, reject } of batch) {
    // Places begin at 1, so an order that was not in the call has none.
    const answer = answers[firsts.findIndex((first) => first.item === item) + 1];
    if (answer) resolve({ ...NOTHING_AGAINST, answer });
    else void persist(() => alone(app, item)).then(resolve, reject);
  }
}
