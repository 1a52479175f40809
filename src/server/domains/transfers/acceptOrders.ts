import type { App } from "#server/platform/app.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import { acceptTogether, type PlainAnswers, type Verdict } from "./acceptTogether.ts";
import { askAboutOrder, bySchedule, type ScheduledOrder } from "./orderFromCard.ts";
import { type OwnIntent, storedIntent } from "./storedIntent.ts";

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

/** The same of an order that a schedule makes, in its transaction: by the same function. */
export function acceptScheduledOwn(app: App, order: ScheduledOrder<OwnIntent>): Promise<Verdict> {
  const { intent } = order;
  return acceptCarefully(app, {
    ...bySchedule(order),
    sourceAccount: intent.source_account,
    destinationAccount: intent.destination_account,
    amount: intent.amount,
    intent: JSON.stringify(storedIntent(intent)),
  });
}

const OUTCOME = "verdict, answer, available_centavos, load_left_centavos, own_centavos";

type AnyOrder =
  | (Order & { tx?: undefined; scheduleId?: undefined })
  | (Omit<Order, "tokenHash" | "cookieHash" | "pinId" | "pinHmac"> &
      Omit<ReturnType<typeof bySchedule<OwnIntent>>, "intent">);

async function acceptCarefully(app: App, order: AnyOrder): Promise<Verdict> {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  return askAboutOrder(app, {
    name: "accept_own_transfer",
    outcome: OUTCOME,
    tx: order.tx,
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
      order.scheduleId ?? null,
    ],
  });
}
