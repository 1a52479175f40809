import type { App } from "#server/platform/app.ts";
import type { RequestedOrder } from "./cardOrder.ts";
import { lockCardRow, moveCard } from "#server/domains/cards/state/moveCard.ts";
import type { Tx } from "#server/db/db.ts";
import { readLastDeactivation } from "./stopAtIssuer.ts";
import { isOnItsWay } from "#server/domains/cards/state/isOnItsWay.ts";

/**
 * Once the issuer has stopped a card that its member lost: a personalized card that is on its way already takes its
 * place, without another fee. Of any other it is for the member to order what takes its place (replaceLostCard).
 */
export async function giveUpForUpgrade(tx: Tx, app: App, order: RequestedOrder): Promise<void> {
  const { cardId, actor, correlationId } = order;
  const card = await lockCardRow(tx, cardId);
  if (card.status !== "deactivated" || !isOnItsWay(card.perso_status)) return;
  // Whoever had to ask the issuer again: it is the member who reported it.
  if ((await readLastDeactivation(tx, cardId))?.actor_kind !== "member") return;
  const reason = order.detail["reason"] ?? "";
  const at = app.now();
  await moveCard(tx, { cardId, event: "replace_card", actor, reason, at, correlationId });
  await tx.updateTable("card").set({ replaces: reason }).where("id", "=", cardId).execute();
}
