import type { App } from "#server/platform/app.ts";
import { panMac } from "#server/domains/cards/state/panMac.ts";
import { countWithin, secondsClosed } from "#server/platform/base/throttle.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

const WRONG_NUMBERS_A_DAY = 5;

/**
 * Whether this is the whole number of the member's card, which is compared and forgotten; five wrong ones a day. What
 * is counted must be kept, so the caller refuses after its commit. The caller holds the card's row, so wrong numbers
 * are counted one after the other.
 */
export async function checkNumber(
  tx: Tx,
  app: App,
  { memberId, number, of }: { memberId: bigint; number: string; of: Buffer | null },
): Promise<Refusal | undefined> {
  const counted = { scope: "card_number", key: String(memberId), limit: WRONG_NUMBERS_A_DAY };
  const at = app.now();
  const wait = await secondsClosed(tx, { ...counted, windowSeconds: 24 * 60 * 60, at });
  if (wait > 0) return new Refusal("card_number_limit", { retryAfterSeconds: wait });
  if (of?.equals(panMac(app.secrets, number)) === true) return undefined;
  await countWithin(tx, { ...counted, window: "1 day", at });
  return new Refusal("invalid_card");
}
