import { type CardUse, usesIn, usesText } from "#contract/cardUses.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** Time for this call to ask before the worker does. */
const OWN_TIME_MS = 15_000;

/**
 * Switches one use of the member's own card on or off. Returns once the issuer has confirmed it; what is so
 * already needs nobody's word. Refuses for a card that is not active or locked by whomever, and with
 * issuer_unavailable when the issuer has not answered: then the worker goes on towards what was asked last.
 */
export async function setOwnUse(
  app: App,
  caller: Caller,
  { use, isOn }: { use: CardUse; isOn: boolean },
): Promise<void> {
  const at = app.now();
  const orderId = await transact(app.db, async (tx) => {
    const card = await ownCard(tx, caller.memberId, "set_uses");
    const wished = await readWished(tx, card.id);
    const off = usesText(isOn ? wished.off.filter((one) => one !== use) : [...wished.off, use]);
    // Whoever asks again for the same waits for what is under way.
    if (off === usesText(wished.off)) return wished.orderId;
    const { memberId, sessionId } = caller;
    await noteActivity(tx, {
      memberId,
      at,
      kind: "card_uses_asked",
      doer: "member",
      from: { sessionId },
    });
    return openOrder(tx, {
      cardId: card.id,
      kind: "set_uses",
      detail: { off },
      actor: { kind: "member", name: caller.memberGuid },
      correlationId: caller.correlationId,
      at,
      askFrom: new Date(at.getTime() + OWN_TIME_MS),
    });
  });
  if (orderId === undefined) return;
  const end = await settleOrder(app, orderId);
  if (end.state === "open") throw new Refusal("issuer_unavailable");
  // What was asked after it replaced it, and is what the member wants now.
  if (end.state === "refused" && end.code !== "superseded") throw new Refusal("card_state");
}

type Wished = { off: CardUse[]; orderId?: bigint };

/** What is to be off: what was asked last, with the order that is under way towards it, else what holds. */
async function readWished(tx: Tx, cardId: bigint): Promise<Wished> {
  const asked = await tx
    .selectFrom("card_order")
    .select(["id", "detail"])
    .where("card_id", "=", cardId)
    .where("kind", "=", "set_uses")
    .where("state", "=", "open")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (asked !== undefined) {
    // Written by this file.
    return { orderId: asked.id, off: usesIn((asked.detail as { off: string }).off) };
  }
  const { uses_off: off } = await tx
    .selectFrom("card")
    .select("uses_off")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  return { off: usesIn(off.join(",")) };
}
