import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** Time for this call to ask before the worker does. */
const OWN_TIME_MS = 15_000;

/**
 * Locks or unlocks the member's own card. Returns once the issuer has confirmed it; a card that is so
 * already needs nobody's word. Refuses for a card that is not active and for one that staff locked, and with
 * issuer_unavailable when the issuer has not answered: then the worker goes on towards what was asked last.
 */
export async function lockOwnCard(
  app: App,
  caller: Caller,
  wish: "lock" | "unlock",
): Promise<void> {
  const at = app.now();
  const orderId = await transact(app.db, async (tx) => {
    const card = await ownCard(tx, caller.memberId, `${wish}_card`);
    const open = await tx
      .selectFrom("card_order")
      .select("id")
      .where("card_id", "=", card.id)
      .where("lane", "=", "member_lock")
      .where("state", "=", "open")
      .executeTakeFirst();
    if (open === undefined && card.member_locked === (wish === "lock")) return undefined;
    if (open === undefined) {
      const kind = wish === "lock" ? "card_locked" : "card_unlocked";
      const { memberId, sessionId } = caller;
      await noteActivity(tx, { memberId, at, kind, doer: "member", from: { sessionId } });
    }
    return openOrder(tx, {
      cardId: card.id,
      kind: wish,
      actor: { kind: "member", name: caller.memberGuid },
      correlationId: caller.correlationId,
      at,
      askFrom: new Date(at.getTime() + OWN_TIME_MS),
    });
  });
  if (orderId === undefined) return;
  const end = await settleOrder(app, orderId);
  if (end.state === "open") throw new Refusal("issuer_unavailable");
  if (end.state === "refused") throw new Refusal("card_state");
}
