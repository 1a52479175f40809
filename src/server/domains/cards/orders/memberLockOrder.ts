import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { RequestedOrder, OrderRule } from "./cardOrder.ts";
import { wordOf } from "./issuerOutcome.ts";
import { openOrder } from "./openOrder.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { announceToMember } from "#server/platform/settings/announceSettings.ts";

/** The member's own lock: it is set with us when it holds at the issuer, and lifted when it is lifted there. */
export const memberLockRule: OrderRule = {
  ask: async (app, order) => {
    const asked = { reference: order.reference, token: order.token, scope: "member" } as const;
    return wordOf(
      order.kind === "lock" ? await app.issuer.lock(asked) : await app.issuer.unlock(asked),
    );
  },
  done: async (tx, app, order) => {
    await applyLock(tx, app, order);
    // The page that shows the lock as under way reads it anew.
    await announceToMember(tx, order.memberId);
  },
  refused: async (tx, app, order, code) => {
    // The end is not asked for again and again; the member sees the lock as it is.
    if (order.actor.kind === "job") await dropEnd(tx, order.cardId);
    await note(tx, app, order, code);
    await announceToMember(tx, order.memberId);
  },
};

async function applyLock(tx: Tx, app: App, order: RequestedOrder): Promise<void> {
  const { cardId, actor, correlationId } = order;
  const at = app.now();
  const isLock = order.kind === "lock";
  const { member_locked } = await tx
    .selectFrom("card")
    .select("member_locked")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  if (member_locked === isLock) return;
  try {
    const event = isLock ? "lock_card" : actor.kind === "job" ? "lock_over" : "unlock_card";
    await moveCard(tx, { cardId, event, actor, reason: "", at, correlationId });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Staff locked or ended the card meanwhile: the member's flag stays as it was, at the issuer too.
    await openOrder(tx, { cardId, kind: isLock ? "unlock" : "lock", actor, correlationId, at });
    return;
  }
  await note(tx, app, order, "");
  if (actor.kind !== "job") return;
  await notify(tx, { memberId: order.memberId, kind: "card_lock_over", params: {}, at });
}

async function dropEnd(tx: Tx, cardId: bigint): Promise<void> {
  await tx
    .updateTable("card")
    .set({ member_lock_ends_at: null })
    .where("id", "=", cardId)
    .execute();
}

async function note(tx: Tx, app: App, order: RequestedOrder, refusedFor: string): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: order.actor.kind === "member" ? "member" : "system",
    actor: order.actor.name,
    action: order.kind === "lock" ? "lock_card" : "unlock_card",
    object: `card:${order.cardId}`,
    correlationId: order.correlationId,
    detail: { reference: order.reference, ...(refusedFor !== "" && { refusedFor }) },
  });
}
