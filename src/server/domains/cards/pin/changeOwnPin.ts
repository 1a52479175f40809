import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import type { OrderEnd } from "#server/domains/cards/orders/cardOrder.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { suspendedRefusal } from "#server/domains/cards/state/cardRefusals.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { takeTurns } from "#server/platform/takeTurns.ts";
import { askForPin, findUseOrder, PIN_OWN_TIME_MS } from "#server/domains/cards/orders/pinOrder.ts";

const turns = takeTurns<bigint>();

export type SealedPins = { currentPin: string; newPin: string };

/**
 * Changes the ATM PIN of the member's own card: both PINs are passed to the issuer as they came, sealed to
 * its key. Changes of one card are made one after the other, so that the third wrong PIN suspends before a
 * fourth is tried. Refuses with pin_incorrect, weak_pin, pin_same, card_suspended, pin_key_changed, and with
 * pin_change_open when the issuer has not answered; what became of it is then found out before any other, and
 * one that was done after all refuses the next with pin_changed_earlier: its PINs are of before.
 */
export function changeOwnPin(app: App, caller: Caller, pins: SealedPins): Promise<void> {
  return turns(app, caller.memberId, async () => {
    const end = await tryPins(app, caller, pins);
    if (end.state === "done") return;
    if (end.state === "open") throw new Refusal("pin_change_open");
    throw await refusalOf(app, caller, end.code);
  });
}

async function tryPins(app: App, caller: Caller, pins: SealedPins): Promise<OrderEnd> {
  // A suspension that staff lifted is lifted there first: else the issuer refuses a PIN that is right.
  const decided = await findUseOrder(app.db, caller.memberId);
  if (decided !== undefined && (await settleOrder(app, decided)).state === "open") {
    throw new Refusal("issuer_unavailable");
  }
  const at = app.now();
  const earlier = await openBefore(app, caller);
  if (earlier !== undefined) {
    // To settle it takes its PINs from it, so not before whoever asks with them has had the time for it.
    if (earlier.created_at.getTime() + PIN_OWN_TIME_MS > at.getTime()) return { state: "open" };
    const { state } = await settleOrder(app, earlier.id);
    if (state === "open") return { state };
    if (state === "done") throw new Refusal("pin_changed_earlier");
  }
  const orderId = await transact(app.db, async (tx) => {
    const card = await ownCard(tx, caller.memberId, "change_pin");
    const open = await tx
      .selectFrom("card_order")
      .select("id")
      .where("card_id", "=", card.id)
      .where("kind", "=", "change_pin")
      .where("state", "=", "open")
      .executeTakeFirst();
    // Another process was quicker: its PINs are not these.
    if (open !== undefined) return undefined;
    const { memberId, sessionId } = caller;
    await noteActivity(tx, {
      memberId,
      at,
      kind: "pin_change_asked",
      doer: "member",
      from: { sessionId },
    });
    return openOrder(tx, {
      cardId: card.id,
      kind: "change_pin",
      actor: { kind: "member", name: caller.memberGuid },
      correlationId: caller.correlationId,
      at,
      askFrom: new Date(at.getTime() + PIN_OWN_TIME_MS),
    });
  });
  if (orderId === undefined) return { state: "open" };
  return settleOrder(app, orderId, (order) => askForPin(app, order, pins));
}

function openBefore(app: App, { memberId }: Caller) {
  return app.db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select(["o.id", "o.created_at"])
    .where("c.member_id", "=", memberId)
    .where("o.kind", "=", "change_pin")
    .where("o.state", "=", "open")
    .executeTakeFirst();
}

/** The third wrong one hears that the card is suspended, as the next would. */
async function refusalOf(app: App, { memberId }: Caller, code: string): Promise<Refusal> {
  const { status, suspended_until: until } = await app.db
    .selectFrom("card")
    .select(["status", "suspended_until"])
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (status === "suspended") return suspendedRefusal(until);
  switch (code) {
    case "WRONG_PIN":
      return new Refusal("pin_incorrect");
    case "WEAK_PIN":
      return new Refusal("weak_pin", { param: "new_pin" });
    case "SAME_PIN":
      return new Refusal("pin_same");
    case "UNREADABLE_PIN":
      return new Refusal("pin_key_changed");
    case "CARD_SUSPENDED":
      // Lifted with us meanwhile, and soon there.
      return new Refusal("issuer_unavailable");
    default:
      return new Refusal("card_state");
  }
}
