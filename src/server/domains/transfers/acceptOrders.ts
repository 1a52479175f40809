import type { App } from "#server/platform/app.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import { acceptTogether, type PlainAnswers, type Verdict } from "./acceptTogether.ts";

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

/**
 * Accepts an order of a transfer to the own card and answers the verdict, once it is committed. Orders of the
 * same moment share one transaction. Throws what PostgreSQL raised for this order; another order's failure is
 * not its own.
 */
export const acceptOrder = acceptTogether<Order>({ plain: acceptPlain, alone: acceptCarefully });

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
    text: `select verdict, answer, available_centavos, load_left_centavos, own_centavos from
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
