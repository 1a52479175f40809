import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { OrderKind } from "#server/domains/cards/orders/cardOrder.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import type { CardState } from "#server/domains/cards/state/cardRefusals.ts";
import { lockCardRow } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Asks the issuer again, by a new order, for what it refused although it was decided here, and notes the
 * exception as resolved by that. Refuses not_found, exception_resolved, and card_state where the card has
 * since become something else: asking then would undo a later decision.
 */
export async function inquireIssuerAgain(app: App, staff: StaffCaller, id: string): Promise<void> {
  const at = app.now();
  const { username, correlationId } = staff;
  await transact(app.db, async (tx) => {
    const exceptionId = BigInt(id.slice("order-".length));
    const cardId = await findCardId(tx, exceptionId);
    // The card before the exception, as the member's own repeat takes them (askStopAgain).
    const card = await lockCardRow(tx, cardId);
    const refused = await lockRefused(tx, exceptionId);
    // The table's checks allow exactly these, and openOrder wrote the texts.
    const kind = refused.kind as OrderKind;
    const detail = refused.detail as Record<string, string>;
    if (!isDecided(kind, card)) throw new Refusal("card_state");
    const actor = { kind: "staff", name: username } as const;
    await openOrder(tx, { cardId, kind, detail, actor, correlationId, at });
    await tx
      .updateTable("card_order_exception")
      .set({ resolved_at: at, resolved_by: username, resolution: "The issuer is asked again." })
      .where("id", "=", refused.id)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: username,
      action: "ask_issuer_again",
      object: `card_order:${refused.reference}`,
      correlationId,
      detail: { kind },
    });
  });
}

async function findCardId(tx: Tx, id: bigint): Promise<bigint> {
  const found = await tx
    .selectFrom("card_order_exception as x")
    .innerJoin("card_order as o", "o.id", "x.order_id")
    .select("o.card_id")
    .where("x.id", "=", id)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return found.card_id;
}

async function lockRefused(tx: Tx, id: bigint) {
  const refused = await tx
    .selectFrom("card_order_exception as x")
    .innerJoin("card_order as o", "o.id", "x.order_id")
    .select(["x.id", "x.resolved_at", "o.kind", "o.detail", "o.reference"])
    .where("x.id", "=", id)
    .forNoKeyUpdate("x")
    .executeTakeFirstOrThrow();
  if (refused.resolved_at !== null) throw new Refusal("exception_resolved");
  return refused;
}

/** Whether the card is with us still what the order is to make of it at the issuer. */
function isDecided(kind: OrderKind, card: CardState & { freeze_locked: boolean }): boolean {
  switch (kind) {
    case "admin_lock":
      return card.admin_locked;
    case "admin_unlock":
      return !card.admin_locked;
    case "freeze_lock":
      return card.freeze_locked;
    case "freeze_unlock":
      return !card.freeze_locked;
    case "suspend":
      return card.status === "suspended";
    case "deactivate":
      return card.status === "deactivated";
    case "unsuspend":
    case "reactivate":
      return card.status === "active";
    // The member's own, which are no decisions of ours.
    case "lock":
    case "unlock":
    case "change_pin":
    case "reset_pin":
    case "generate_cvv":
    case "reveal_cvv":
    case "set_limit":
    case "set_uses":
      return false;
  }
}
