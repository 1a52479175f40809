import { brand } from "#brand";
import type { App } from "#server/platform/app.ts";
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

const OUTCOME =
  "verdict, answer, available_centavos, fee_centavos, most_centavos, left_centavos, own_centavos, paused_until";

/** When, by whom and under which key, as the SQL functions take it. */
export function credentials(app: App, at: Date, order: OrderFromCard): unknown[] {
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const { tokenHash, cookieHash, key, requestHash } = order;
  return [at, idleSeconds, lifeSeconds, tokenHash, cookieHash, key, requestHash];
}

/** What the code approves, and the code. */
export function approval({ intent, pinId, pinHmac, correlationId }: OrderFromCard): unknown[] {
  const stored = JSON.stringify(storedIntent(intent));
  return [stored, pinId, pinHmac, brand.cardDisplayName, correlationId];
}

/** Calls an SQL function that accepts one order and answers its verdict. Throws what PostgreSQL raised. */
export async function askAboutOrder(
  app: App,
  { name, values }: { name: string; values: unknown[] },
): Promise<Verdict> {
  const places = values.map((_, index) => `$${index + 1}`).join(", ");
  const { rows } = await app.pool.query<Verdict>({
    // A named statement is planned once a connection.
    name,
    text: `select ${OUTCOME} from ${name}(${places})`,
    values,
  });
  const verdict = rows[0];
  if (verdict === undefined) throw new Error(`${name} answered nothing`);
  return verdict;
}
