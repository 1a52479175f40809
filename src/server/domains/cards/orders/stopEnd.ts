import { isLoss } from "#contract/cardLoss.ts";
import { lockCardRow } from "#server/domains/cards/state/moveCard.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import type { RequestedOrder } from "./cardOrder.ts";
import { giveUpForUpgrade } from "./giveUpForUpgrade.ts";
import { reportRefusal, resolveStopExceptions } from "./reportRefusal.ts";
import { wasStopRefused } from "./stopAtIssuer.ts";

/** From then on whoever reported the card no longer sees on the page what became of it. */
const LATE_MS = 60_000;

/**
 * The issuer has stopped the card: what stood among the exceptions is done with, and a member who was told that it was
 * refused, or had to wait for it, hears that it is stopped at last.
 */
export async function stopDone(tx: Tx, app: App, order: RequestedOrder): Promise<void> {
  const { cardId, memberId } = order;
  const at = app.now();
  const resolution = "The issuer has stopped the card.";
  await resolveStopExceptions(tx, cardId, { at, by: "issuer", resolution });
  const isLate =
    at.getTime() - order.createdAt.getTime() > LATE_MS ||
    (await wasStopRefused(tx, cardId, order.id));
  if (isLate && (await isLost(tx, cardId))) {
    await tellMember(tx, app, { memberId, notice: "card_stopped" });
  }
  await giveUpForUpgrade(tx, app, order);
}

/** The issuer has not stopped the card: people see that, and the member of a lost one is told, once for each loss. */
export async function stopRefused(
  tx: Tx,
  app: App,
  order: RequestedOrder,
  code: string,
): Promise<void> {
  const { cardId, memberId } = order;
  await reportRefusal(tx, app, order, code);
  if ((await wasStopRefused(tx, cardId, order.id)) || !(await isLost(tx, cardId))) return;
  await tellMember(tx, app, { memberId, notice: "card_stop_refused" });
}

async function isLost(tx: Tx, cardId: bigint): Promise<boolean> {
  const { status } = await lockCardRow(tx, cardId);
  const { deactivated_for: cause } = await tx
    .selectFrom("card")
    .select("deactivated_for")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  return status === "deactivated" && isLoss(cause);
}
