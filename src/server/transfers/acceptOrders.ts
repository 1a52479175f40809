import type { TransferReceipt } from "#contract/transfers.ts";
import type { App } from "#server/app.ts";
import { sqlState } from "#server/db/db.ts";
import { gather, type Waiting } from "#server/gather.ts";
import { sessionLimits } from "#server/http/session.ts";
import { Refusal } from "#server/refusal.ts";
import type { TransferVerdict } from "./transferRefusal.ts";

/** One order as accept_own_transfers() takes it. */
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

const CALLS_AT_ONCE = 2;
const ORDERS_A_CALL = 32;

/** Races that PostgreSQL or the function itself gave up: nothing was done, the same call may be made again. */
const REPEATED = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;
/** The rows were held by somebody else for a quarter of a second (0004_transfers.sql): nothing was done. */
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

async function settle(app: App, batch: Waiting<Order, Verdict>[]): Promise<void> {
  // The order in which their members' rows are locked.
  batch.sort((a, b) => Buffer.compare(a.item.tokenHash, b.item.tokenHash));
  try {
    const verdicts = await askDatabase(
      app,
      batch.map(({ item }) => item),
    );
    // As many as orders: askDatabase throws otherwise.
    for (const [index, { resolve }] of batch.entries()) resolve(verdicts[index] as Verdict);
  } catch (error) {
    // One of several failed, or held the others up: nothing was done, and each is asked by itself.
    const isUndone =
      isRace(error) || isHeld(error) || (batch.length > 1 && sqlState(error) !== undefined);
    for (const waiting of batch) {
      if (isUndone) void settleAlone(app, waiting);
      else waiting.reject(error);
    }
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
      const [verdict] = await askDatabase(app, [item]);
      // One for one: askDatabase throws otherwise.
      resolve(verdict as Verdict);
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

/** As many verdicts as orders, in their order. */
async function askDatabase(app: App, orders: Order[]): Promise<Verdict[]> {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const { rows } = await app.pool.query<Verdict>({
    // A named statement is planned once a connection.
    name: "accept_own_transfers",
    text: `select verdict, answer, available_centavos, load_left_centavos from
      accept_own_transfers($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
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
  if (rows.length !== orders.length) throw new Error("accept_own_transfers answered too little");
  return rows;
}
