import { type LockEnd, lockEndsAt } from "#contract/cardLocks.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Says when the member's own lock ends by itself, or that it does not; the last word counts. Refuses card_not_locked
 * for a card that the member has not locked, or whose lock is being lifted.
 */
export async function setLockEnd(
  app: App,
  { memberId, memberGuid, correlationId }: Caller,
  end: LockEnd,
): Promise<Date | null> {
  return transact(app.db, async (tx) => {
    const card = await ownCard(tx, memberId, "set_lock_end");
    if (!card.member_locked || (await isBeingUnlocked(tx, card.id))) {
      throw new Refusal("card_not_locked");
    }
    const at = app.now();
    const endsAt = lockEndsAt(end, at);
    await tx
      .updateTable("card")
      .set({ member_lock_ends_at: endsAt })
      .where("id", "=", card.id)
      .execute();
    await audit(tx, {
      at,
      actorKind: "member",
      actor: memberGuid,
      action: "set_card_lock_end",
      object: `card:${card.id}`,
      correlationId,
      detail: { endsAt: endsAt?.toISOString() ?? "" },
    });
    return endsAt;
  });
}

async function isBeingUnlocked(tx: Tx, cardId: bigint): Promise<boolean> {
  const open = await tx
    .selectFrom("card_order")
    .select("id")
    .where("card_id", "=", cardId)
    .where("kind", "=", "unlock")
    .where("state", "=", "open")
    .executeTakeFirst();
  return open !== undefined;
}
