import { canBeLocked } from "#contract/cardStatus.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { type CardActor, moveCard } from "#server/domains/cards/state/moveCard.ts";
import type { Tx } from "#server/db/db.ts";

type Freezing = { memberId: bigint; actor: CardActor; correlationId: string; at: Date };

/**
 * Locks the card of a member whose access is frozen, in the transaction of the freeze, and answers the order that
 * brings the issuer to it. A reason of its own: what the member or staff had locked stays locked after the freeze.
 * A card that is being made is locked with us; without an account there is nothing to lock at the issuer.
 */
export async function freezeCard(
  tx: Tx,
  freezing: Freezing,
): Promise<{ isLocked: boolean; orderId: bigint | undefined }> {
  const card = await lockedCard(tx, freezing.memberId);
  if (card === undefined || !isThere(card)) return { isLocked: false, orderId: undefined };
  const about = aboutCard(card.id, freezing);
  if (!card.freeze_locked) await moveCard(tx, { ...about, event: "freeze_card", reason: "" });
  const orderId =
    card.account_no === null ? undefined : await openOrder(tx, { ...about, kind: "freeze_lock" });
  return { isLocked: true, orderId };
}

/** Ends that lock, in the transaction that ends the freeze. Answers whether the issuer is asked. */
export async function unfreezeCard(tx: Tx, freezing: Freezing): Promise<boolean> {
  const card = await lockedCard(tx, freezing.memberId);
  if (card?.freeze_locked !== true) return false;
  const about = aboutCard(card.id, freezing);
  await moveCard(tx, { ...about, event: "unfreeze_card", reason: "" });
  if (card.account_no === null) return false;
  await openOrder(tx, { ...about, kind: "freeze_unlock" });
  return true;
}

const aboutCard = (cardId: bigint, { actor, correlationId, at }: Freezing) => ({
  cardId,
  actor,
  correlationId,
  at,
});

function lockedCard(tx: Tx, memberId: bigint) {
  return tx
    .selectFrom("card")
    .select(["id", "account_no", "status", "perso_status", "freeze_locked"])
    .where("member_id", "=", memberId)
    .forUpdate()
    .executeTakeFirst();
}

function isThere(card: { account_no: string | null; status: string; perso_status: string }) {
  const { account_no: accountNo, status, perso_status: persoStatus } = card;
  return canBeLocked({ accountNo: accountNo ?? "", status, persoStatus });
}
