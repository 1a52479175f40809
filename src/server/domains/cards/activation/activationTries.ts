import { hasValidCheckDigit } from "#common/checkDigit.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { countWithin } from "#server/platform/base/throttle.ts";

const MOST_A_DAY = 5;
const SCOPE = "card_activation";

/**
 * Counts a try to activate before anybody is asked (docs/security.md S081): five a day for a member, over all
 * processes. Refuses activation_limit beyond that, and invalid_card where the check digit is wrong.
 */
export async function countTry(app: App, memberId: bigint, number: string): Promise<void> {
  const wait = await countWithin(app.db, {
    scope: SCOPE,
    key: String(memberId),
    limit: MOST_A_DAY,
    window: "1 day",
    at: app.now(),
  });
  if (wait > 0) throw new Refusal("activation_limit", { retryAfterSeconds: wait });
  if (!hasValidCheckDigit(number)) throw new Refusal("invalid_card");
}

/** A try whose number was right, or that nobody answered, was no guess. */
export async function forgetTry(app: App, memberId: bigint): Promise<void> {
  await app.db
    .updateTable("throttle")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("scope", "=", SCOPE)
    .where("key", "=", String(memberId))
    .where("count", ">", 0)
    .execute();
}
