import type { TransferReceipt } from "#contract/transfers.ts";
import type { App } from "#server/app.ts";
import { sqlState } from "#server/db/db.ts";
import { gather, type Waiting } from "#server/gather.ts";
import { sessionLimits } from "#server/http/session.ts";
import { Refusal } from "#server/refusal.ts";
import type { TransferVerdict } from "./transferRefusal.ts";

/** One order as the SQL functions take it. */
export type Order = {
  tokenHash: Buffer;
  cookieHash: Buffer;
  key: string;
  requestHash: Buffer;
  sourceAccount: string;
  destinationAccount: string;
  amount: bigint;
  intent: string;
  pinId: string;
  pinHmac: Buffer;
  correlationId: string;
};

/** `answer` is there when the verdict is 'ok'. */
export type Verdict = TransferVerdict & { answer: TransferReceipt };

const NOTHING_AGAINST = { verdict: "ok", available_centavos: null, load_left_centavos: null };

const CALLS_AT_ONCE = 2;
const ORDERS_A_CALL = 32;

/** Races that PostgreSQL or the function itself gave up: nothing was done, the same call may be made again. */
const REPEATED = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;
/** The rows were held by somebody else for a quarter of a second (lock_timeout of the SQL functions): nothing was done. */
const HELD = "55P03";
/** Ten seconds of it. */
const HELD_ATTEMPTS = 40;

const gatherings = new WeakMap<App, (order: Order) => Promise<Verdict>>();

/**
 * The verdict on one order, once it is committed. Orders that come at the same moment share one
 * transaction. Throws what PostgreSQL raised for this order; another's trouble is not its own.
 */
export function acceptOrder(app: App, order: Order): Promise<Verdict> {
  let accept = gatherings.get(app);
  if (accept === undefined) {
    accept = gather<Order, Verdict>({
      callsAtOnce: CALLS_AT_ONCE,
      itemsACall: ORDERS_A_CALL,
      settle: (batch) => settle(app, batch),
    });
    gatherings.set(app, accept);
  }
  return accept(order);
}

/** Plain orders are accepted together; each of the others is judged by itself, and may wait by itself. */
async function settle(app: App, batch: Waiting<Order, Verdict>[]): Promise<void> {
  // The order in which their members' rows are locked.
  batch.sort((a, b) => Buffer.compare(a.item.tokenHash, b.item.tokenHash));
  const firsts = batch.filter(
    ({ item }, place) => batch[place - 1]?.item.tokenHash.equals(item.tokenHash) !== true,
  );
  let answers: PlainAnswers = {};
  try {
    answers = await acceptPlain(
      app,
      firsts.map(({ item }) => item),
    );
  } catch (error) {
    // What PostgreSQL refused or gave up is undone: each is asked by itself. Else it may have been done.
    if (sqlState(error) === undefined) {
      for (const { reject } of batch) reject(error);
      return;
    }
  }
  for (const waiting of batch) {
    // Places begin at 1, so one that was not asked about has none.
    const answer = answers[firsts.indexOf(waiting) + 1];
    if (answer) waiting.resolve({ ...NOTHING_AGAINST, answer });
    else void settleAlone(app, waiting);
  }
}

async function settleAlone(
  app: App,
  { item, resolve, reject }: Waiting<Order, Verdict>,
): Promise<void> {
  let races = 0;
  let waits = 0;
  for (;;) {
    try {
      resolve(await acceptCarefully(app, item));
      return;
    } catch (error) {
      if (isRace(error) && (races += 1) < ATTEMPTS) continue;
      if (isHeld(error) && (waits += 1) < HELD_ATTEMPTS) continue;
      reject(isHeld(error) ? new Refusal("busy", { retryAfterSeconds: 2 }) : error);
      return;
    }
  }
}

function isHeld(error: unknown): boolean {
  return sqlState(error) === HELD;
}

function isRace(error: unknown): boolean {
  return REPEATED.has(sqlState(error) ?? "");
}

/** Under the place of each accepted order, from 1 on. */
type PlainAnswers = Record<number, TransferReceipt | undefined>;

async function acceptPlain(app: App, orders: Order[]): Promise<PlainAnswers> {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const { rows } = await app.pool.query<{ answers: PlainAnswers }>({
    // A named statement is planned once a connection.
    name: "accept_plain_transfers",
    text: `select accept_plain_transfers(
      $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as answers`,
    values: [
      app.now(),
      idleSeconds,
      lifeSeconds,
      orders.map(({ tokenHash }) => tokenHash),
      orders.map(({ cookieHash }) => cookieHash),
      orders.map(({ key }) => key),
      orders.map(({ requestHash }) => requestHash),
      orders.map(({ sourceAccount }) => sourceAccount),
      orders.map(({ destinationAccount }) => destinationAccount),
      orders.map(({ amount }) => amount),
      orders.map(({ intent }) => intent),
      orders.map(({ pinId }) => pinId),
      orders.map(({ pinHmac }) => pinHmac),
      orders.map(({ correlationId }) => correlationId),
    ],
  });
  return rows[0]?.answers ?? {};
}

async function acceptCarefully(app: App, order: Order): Promise<Verdict> {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const { rows } = await app.pool.query<Verdict>({
    name: "accept_own_transfer",
    text: `select verdict, answer, available_centavos, load_left_centavos from
      accept_own_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      app.now(),
      idleSeconds,
      lifeSeconds,
      order.tokenHash,
      order.cookieHash,
      order.key,
      order.requestHash,
      order.sourceAccount,
      order.destinationAccount,
      order.amount,
      order.intent,
      order.pinId,
      order.pinHmac,
      order.correlationId,
    ],
  });
  const verdict = rows[0];
  if (verdict === undefined) throw new Error("accept_own_transfer answered nothing");
  return verdict;
}
