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
    const before = await wishedOff(tx, card.id);
    const off = usesText(isOn ? before.filter((one) => one !== use) : [...before, use]);
    if (off === usesText(before)) return openOrderOf(tx, card.id);
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

/** What is to be off: what was asked last, else what holds. */
async function wishedOff(tx: Tx, cardId: bigint): Promise<CardUse[]> {
  const asked = await tx
    .selectFrom("card_order")
    .select("detail")
    .where("card_id", "=", cardId)
    .where("kind", "=", "set_uses")
    .where("state", "=", "open")
    .orderBy("id", "desc")
    .executeTakeFirst();
  // Written by this file.
  if (asked !== undefined) return usesIn((asked.detail as { off: string }).off);
  const { uses_off: off } = await tx
    .selectFrom("card")
    .select("uses_off")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  return usesIn(off.join(","));
}

/** The order that is under way towards the same: whoever asks again waits for it. */
async function openOrderOf(tx: Tx, cardId: bigint): Promise<bigint | undefined> {
  const open = await tx
    .selectFrom("card_order")
    .select("id")
    .where("card_id", "=", cardId)
    .where("kind", "=", "set_uses")
    .where("state", "=", "open")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return open?.id;
}
