import { isLoss, type LossCause } from "#contract/cardLoss.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { askStopAgain } from "#server/domains/cards/orders/askStopAgain.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { findUseOrder } from "#server/domains/cards/orders/pinOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { readStop } from "#server/domains/cards/orders/stopAtIssuer.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";

/** Time for this call to ask before the worker does. */
const OWN_TIME_MS = 15_000;

/**
 * Blocks the member's own card for good, because it was lost or stolen: with us it is deactivated from this moment,
 * and the issuer is asked to stop it until it has. A repeat blocks nothing twice and tells nobody twice; it
 * asks the issuer again where it had refused. Answers whether the issuer has confirmed it. Account and balance stay; what takes its place is replaceLostCard's.
 */
export async function reportLostCard(
  app: App,
  caller: Caller,
  cause: LossCause,
): Promise<{ isConfirmed: boolean }> {
  const { cardId, orderId } = await transact(app.db, (tx) => block(tx, app, caller, cause));
  const open = orderId ?? (await findUseOrder(app.db, caller.memberId));
  if (open !== undefined) await settleOrder(app, open);
  return { isConfirmed: (await readStop(app.db, cardId)).state === "done" };
}

async function block(
  tx: Tx,
  app: App,
  caller: Caller,
  cause: LossCause,
): Promise<{ cardId: bigint; orderId: bigint | undefined }> {
  const { memberId, memberGuid, sessionId, correlationId } = caller;
  const at = app.now();
  const actor = { kind: "member", name: memberGuid } as const;
  const askFrom = new Date(at.getTime() + OWN_TIME_MS);
  const known = await tx
    .selectFrom("card")
    .select(["id", "status", "deactivated_for"])
    .where("member_id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Reported before, by this member or by staff.
  if (known?.status === "deactivated" && isLoss(known.deactivated_for)) {
    const again = { cardId: known.id, actor, correlationId, at, askFrom };
    return { cardId: known.id, orderId: await askStopAgain(tx, again) };
  }
  const { id: cardId } = await ownCard(tx, memberId, "report_loss");
  await moveCard(tx, { cardId, event: "deactivate", actor, reason: cause, at, correlationId });
  await tx.updateTable("card").set({ deactivated_for: cause }).where("id", "=", cardId).execute();
  const from = { sessionId };
  await noteActivity(tx, { memberId, at, kind: "card_deactivated", doer: "member", from });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action: "report_lost_card",
    object: `card:${cardId}`,
    correlationId,
    detail: { cause },
  });
  await tellMember(tx, app, { memberId, notice: "card_reported_lost" });
  const detail = { reason: cause };
  const wish = { cardId, kind: "deactivate", detail, actor, correlationId, at, askFrom } as const;
  return { cardId, orderId: await openOrder(tx, wish) };
}
