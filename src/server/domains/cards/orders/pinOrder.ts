import type { AuditAction } from "#contract/staff/auditActions.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { RequestedOrder, IssuerOutcome, OrderRule } from "./cardOrder.ts";
import { lockCardRow, moveCard } from "#server/domains/cards/state/moveCard.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { PinOutcome } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { NO_PIN } from "#server/domains/cards/state/noPin.ts";
import { tellSuspended } from "#server/domains/cards/state/tellSuspended.ts";

/** Wrong current PINs in a row that suspend a card (row N08). */
const PIN_TRIES = 3;

/** Time for the call that brings the PINs to ask before the worker does. */
export const PIN_OWN_TIME_MS = 15_000;

/** A change of the ATM PIN. The issuer counts wrong ones, and so do we: the third suspends the card. */
export const pinRule: OrderRule = {
  ask: async (app, order) => {
    const outcome = await app.issuer.pinOutcome(order);
    return outcome.kind === "absent"
      ? askForPin(app, order, { currentPin: NO_PIN, newPin: NO_PIN })
      : outcomeOfPin(outcome);
  },
  done: async (tx, app, order) => {
    const at = app.now();
    await tx
      .updateTable("card")
      .set({ pin_changed_at: at, pin_tries: 0 })
      .where("id", "=", order.cardId)
      .execute();
    await noteChange(tx, app, order, "change_pin", "");
    await tellMember(tx, app, { memberId: order.memberId, notice: "pin_changed" });
  },
  refused: async (tx, app, order, code, until) => {
    await noteChange(tx, app, order, "refuse_pin", code);
    // Nobody is at the page any more who would read it there.
    if (app.now().getTime() - order.createdAt.getTime() >= PIN_OWN_TIME_MS) {
      await tellMember(tx, app, { memberId: order.memberId, notice: "pin_not_changed" });
    }
    if (code === "WRONG_PIN") await countWrongPin(tx, app, order);
    if (code === "CARD_SUSPENDED") await suspend(tx, app, order, until);
  },
};

/** A new PIN in place of one that was forgotten. The issuer compares nothing, so no wrong one is counted. */
export const newPinRule: OrderRule = {
  ...pinRule,
  ask: async (app, order) => {
    const outcome = await app.issuer.pinOutcome(order);
    return outcome.kind === "absent" ? askForNewPin(app, order, NO_PIN) : outcomeOfPin(outcome);
  },
};

/** Asks the issuer to set a new PIN; only the issuer opens the block. */
export async function askForNewPin(
  app: App,
  { reference, token }: RequestedOrder,
  newPin: string,
): Promise<IssuerOutcome> {
  return outcomeOfPin(await app.issuer.resetPin({ reference, token, newPin }));
}

/** Asks the issuer to change the PIN; only the issuer opens the blocks. */
export async function askForPin(
  app: App,
  { reference, token }: RequestedOrder,
  blocks: { currentPin: string; newPin: string },
): Promise<IssuerOutcome> {
  return outcomeOfPin(await app.issuer.changePin({ reference, token, ...blocks }));
}

function outcomeOfPin(outcome: PinOutcome): IssuerOutcome {
  switch (outcome.kind) {
    case "changed":
      return { kind: "done" };
    case "wrong_pin":
      return { kind: "refused", code: outcome.triesLeft === 0 ? "CARD_SUSPENDED" : "WRONG_PIN" };
    case "suspended":
      return { kind: "refused", code: "CARD_SUSPENDED", until: outcome.until };
    case "weak_pin":
      return { kind: "refused", code: "WEAK_PIN" };
    case "unreadable_pin":
      return { kind: "refused", code: "UNREADABLE_PIN" };
    case "refused":
      return { kind: "refused", code: outcome.code };
    case "unknown":
      return outcome;
  }
}

async function countWrongPin(tx: Tx, app: App, order: RequestedOrder): Promise<void> {
  const { status, pin_tries } = await tx
    .selectFrom("card")
    .select(["status", "pin_tries"])
    .where("id", "=", order.cardId)
    .executeTakeFirstOrThrow();
  if (status !== "active") return;
  if (pin_tries + 1 >= PIN_TRIES) {
    await suspend(tx, app, order);
    return;
  }
  await tx
    .updateTable("card")
    .set({ pin_tries: pin_tries + 1 })
    .where("id", "=", order.cardId)
    .execute();
}

/**
 * Once: an event of the issuer may have come first. What staff decided and the issuer has not heard yet is
 * newer than its word.
 */
async function suspend(tx: Tx, app: App, order: RequestedOrder, until?: Date): Promise<void> {
  const { status } = await lockCardRow(tx, order.cardId);
  // Once the row is taken: no order is accepted later.
  const at = app.now();
  if (status !== "active" || (await findUseOrder(tx, order.memberId)) !== undefined) return;
  await moveCard(tx, {
    cardId: order.cardId,
    event: "suspend",
    actor: { kind: "issuer", name: "issuer" },
    reason: "pin_tries",
    at,
    correlationId: order.correlationId,
  });
  // It is the issuer that counts the hours.
  if (until !== undefined) {
    const card = tx.updateTable("card").where("id", "=", order.cardId);
    await card.set({ suspended_until: until }).execute();
  }
  await tellSuspended(tx, app, order.cardId);
}

/** What the issuer is yet to hear about the use of the member's card: suspended or not, deactivated or not. */
export async function findUseOrder(db: Db, memberId: bigint): Promise<bigint | undefined> {
  const open = await db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select("o.id")
    .where("c.member_id", "=", memberId)
    .where("o.lane", "=", "use")
    .where("o.state", "=", "open")
    .orderBy("o.id", "desc")
    .executeTakeFirst();
  return open?.id;
}

async function noteChange(
  tx: Tx,
  app: App,
  order: RequestedOrder,
  action: AuditAction,
  code: string,
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: "member",
    actor: order.actor.name,
    action,
    object: `card:${order.cardId}`,
    correlationId: order.correlationId,
    detail: { reference: order.reference, kind: order.kind, ...(code !== "" && { code }) },
  });
}
