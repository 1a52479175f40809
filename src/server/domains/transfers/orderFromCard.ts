import { brand } from "#brand";
import type { App } from "#server/platform/app.ts";
import { CompiledQuery } from "kysely";
import type { Tx } from "#server/db/db.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import type { Verdict } from "./acceptTogether.ts";
import { type FromCardIntent, storedIntent } from "./storedIntent.ts";

/** An order from the card, with what proves it. */
export type OrderFromCard<Intent extends FromCardIntent = FromCardIntent> = {
  intent: Intent;
  tokenHash: Buffer;
  cookieHash: Buffer;
  key: string;
  requestHash: Buffer;
  pinId: string;
  pinHmac: Buffer;
  correlationId: string;
};

type Question = { name: string; values: unknown[]; tx?: Tx | undefined; outcome?: string };

const OUTCOME =
  "verdict, answer, available_centavos, fee_centavos, most_centavos, left_centavos, own_centavos, paused_until";

/**
 * An order that a schedule makes: in the transaction of its due day, with no session and no code, for which the schedule
 * stands (sql/schedules.sql).
 */
export type ScheduledOrder<Intent> = {
  tx: Tx;
  scheduleId: bigint;
  intent: Intent;
  key: string;
  requestHash: Buffer;
  correlationId: string;
};

/** As the functions of the orders take it. */
export const bySchedule = <Intent>(order: ScheduledOrder<Intent>) => ({
  ...order,
  tokenHash: null,
  cookieHash: null,
  pinId: null,
  pinHmac: null,
});

/** An order from the card as it comes: of a member, or of a schedule. */
export type AnyOrderFromCard<Intent extends FromCardIntent = FromCardIntent> =
  | (OrderFromCard<Intent> & { tx?: undefined; scheduleId?: undefined })
  | ReturnType<typeof bySchedule<Intent>>;

/** When, by whom and under which key, as the SQL functions take it. */
export function credentials(app: App, at: Date, order: AnyOrderFromCard): unknown[] {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const { tokenHash, cookieHash, key, requestHash } = order;
  return [at, idleSeconds, lifeSeconds, tokenHash, cookieHash, key, requestHash];
}

/** What the code approves, and the code. */
export function approval({ intent, pinId, pinHmac, correlationId }: AnyOrderFromCard): unknown[] {
  const stored = JSON.stringify(storedIntent(intent));
  return [stored, pinId, pinHmac, brand.cardDisplayName, correlationId];
}

/**
 * Calls an SQL function that accepts one order and answers its verdict, in the caller's transaction where there is one.
 * Throws what PostgreSQL raised.
 */
export async function askAboutOrder(
  app: App,
  { name, values, tx, outcome = OUTCOME }: Question,
): Promise<Verdict> {
  const places = values.map((_, index) => `$${index + 1}`).join(", ");
  const text = `select ${outcome} from ${name}(${places})`;
  const { rows } =
    tx === undefined
      ? // A named statement is planned once a connection.
        await app.pool.query<Verdict>({ name, text, values })
      : await tx.executeQuery(CompiledQuery.raw(text, values) as CompiledQuery<Verdict>);
  const verdict = rows[0];
  if (verdict === undefined) throw new Error(`${name} answered nothing`);
  return verdict;
}
