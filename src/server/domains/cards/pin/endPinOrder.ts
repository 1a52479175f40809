import type { App, Caller } from "#server/platform/app.ts";
import type {
  IssuerOutcome,
  OrderEnd,
  OrderKind,
  RequestedOrder,
} from "#server/domains/cards/orders/cardOrder.ts";
import { findUseOrder, PIN_OWN_TIME_MS } from "#server/domains/cards/orders/pinOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { suspendedRefusal } from "#server/domains/cards/state/cardRefusals.ts";
import { type Db, type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { takeTurns } from "#server/platform/takeTurns.ts";

const turns = takeTurns<bigint>();

/** The order that was opened; undefined where another is open; what was refused, to be told after the commit. */
export type PinAsked = bigint | undefined | Refusal;

type PinWish = {
  open: (tx: Tx) => Promise<PinAsked>;
  /** Asks with the PINs, which are written down nowhere. */
  ask: (order: RequestedOrder) => Promise<IssuerOutcome>;
};

/**
 * Opens an order about the PIN of the member's own card and asks the issuer: one after the other of a card, so that
 * the third wrong PIN suspends before a fourth is tried. Refuses with pin_incorrect, weak_pin, pin_same,
 * card_suspended, pin_key_changed, and with pin_change_open when the issuer has not answered; what became of it is
 * then found out before any other, and one that was done after all refuses the next with pin_changed_earlier: its
 * PINs are of before.
 */
export function endPinOrder(app: App, caller: Caller, wish: PinWish): Promise<void> {
  return turns(app, caller.memberId, async () => {
    const end = await tryPins(app, caller, wish);
    if (end.state === "done") return;
    if (end.state === "open") throw new Refusal("pin_change_open");
    throw await refusalOf(app, caller, end.code);
  });
}

async function tryPins(app: App, caller: Caller, { open, ask }: PinWish): Promise<OrderEnd> {
  // A suspension that staff lifted is lifted there first: else the issuer refuses a PIN that is right.
  const decided = await findUseOrder(app.db, caller.memberId);
  if (decided !== undefined && (await settleOrder(app, decided)).state === "open") {
    throw new Refusal("issuer_unavailable");
  }
  const at = app.now();
  const earlier = await findOpenPinOrder(app.db, caller.memberId);
  if (earlier !== undefined) {
    // To settle it takes its PINs from it, so not before whoever asks with them has had the time for it.
    if (earlier.created_at.getTime() + PIN_OWN_TIME_MS > at.getTime()) return { state: "open" };
    const { state } = await settleOrder(app, earlier.id);
    if (state === "open") return { state };
    if (state === "done") throw new Refusal("pin_changed_earlier");
  }
  const asked = await transact(app.db, open);
  if (asked instanceof Refusal) throw asked;
  if (asked === undefined) return { state: "open" };
  return settleOrder(app, asked, ask);
}

const PIN_KINDS: OrderKind[] = ["change_pin", "reset_pin"];

/** What the issuer is yet to answer about the PIN of the member's card. */
export function findOpenPinOrder(db: Db | Tx, memberId: bigint) {
  return db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select(["o.id", "o.created_at"])
    .where("c.member_id", "=", memberId)
    .where("o.kind", "in", PIN_KINDS)
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
