import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { checkNumber } from "#server/domains/cards/state/checkNumber.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { isWithinDay } from "./cvvDay.ts";

const OWN_TIME_MS = 15_000;

/**
 * Has the issuer make a new CVV for the member's own card, once in 24 rolling hours; calls at the same time
 * are one order. Needs the whole number of the card, which is compared and forgotten; five wrong ones a day.
 * Refuses with cvv_change_open when the issuer has not answered: the worker goes on with it.
 */
export async function generateOwnCvv(app: App, caller: Caller, number: string): Promise<void> {
  const at = app.now();
  // What is counted must be kept, so the refusal follows the commit.
  const asked = await transact(app.db, async (tx): Promise<bigint | Refusal> => {
    const card = await ownCard(tx, caller.memberId, "generate_cvv");
    const wrong = await checkNumber(tx, app, {
      memberId: caller.memberId,
      number,
      of: card.pan_mac,
    });
    if (wrong !== undefined) return wrong;
    const isOpen = await hasOpenOrder(tx, card.id);
    if (!isOpen && isWithinDay(card.cvv_changed_at, at)) throw new Refusal("cvv_daily_limit");
    const from = { sessionId: caller.sessionId };
    const { memberId } = caller;
    if (!isOpen) await noteActivity(tx, { memberId, at, kind: "cvv_asked", doer: "member", from });
    return openOrder(tx, {
      cardId: card.id,
      kind: "generate_cvv",
      actor: { kind: "member", name: caller.memberGuid },
      correlationId: caller.correlationId,
      at,
      askFrom: new Date(at.getTime() + OWN_TIME_MS),
    });
  });
  if (asked instanceof Refusal) throw asked;
  const end = await settleOrder(app, asked);
  if (end.state === "open") throw new Refusal("cvv_change_open");
  if (end.state === "refused") throw new Refusal("card_state");
}

async function hasOpenOrder(tx: Tx, cardId: bigint): Promise<boolean> {
  const open = await tx
    .selectFrom("card_order")
    .select("id")
    .where("card_id", "=", cardId)
    .where("kind", "=", "generate_cvv")
    .where("state", "=", "open")
    .executeTakeFirst();
  return open !== undefined;
}
