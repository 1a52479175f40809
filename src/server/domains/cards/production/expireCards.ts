import { addDays, manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";

const JOB = { kind: "job", name: "expire_cards" } as const;
/** A card ends this long after its last day (docs/issuer.md); the issuer ends it by itself as well. */
const DAYS_AFTER_EXPIRY = 30;
const BATCH_SIZE = 100;

/** Deactivates the cards whose plastic expired 30 days ago. Answers how many. */
export async function expireCards(app: App): Promise<number> {
  const at = app.now();
  const ends = addDays(manilaDate(at), -DAYS_AFTER_EXPIRY);
  const expired = await app.db
    .selectFrom("card")
    .select("id")
    .where("expires_on", "<=", ends)
    .where("status", "in", ["active", "suspended"])
    .orderBy("expires_on")
    .limit(BATCH_SIZE)
    .execute();
  let ended = 0;
  for (const { id: cardId } of expired) {
    try {
      await transact(app.db, (tx) => expire(tx, app, cardId));
      ended += 1;
    } catch (error) {
      app.log.error({ err: error, cardId: String(cardId) }, "an expired card could not be ended");
    }
  }
  return ended;
}

async function expire(tx: Tx, app: App, cardId: bigint): Promise<void> {
  const { status } = await tx
    .selectFrom("card")
    .select("status")
    .where("id", "=", cardId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // Once the row is taken: no order is accepted later.
  const at = app.now();
  // The issuer's event was quicker.
  if (status === "deactivated") return;
  const { memberId } = await moveCard(tx, {
    cardId,
    event: "deactivate",
    actor: JOB,
    reason: "expired",
    at,
    correlationId: "expire_cards",
  });
  await tx
    .updateTable("card")
    .set({ deactivated_for: "expired" })
    .where("id", "=", cardId)
    .execute();
  await notify(tx, { memberId, kind: "card_expired", params: {}, at });
}
