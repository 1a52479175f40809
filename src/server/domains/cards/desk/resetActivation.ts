import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { endTry, findPlastic, tryReference } from "#server/domains/cards/state/findPlastic.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Gives a failed activation up, first at the issuer, so that the member enters number and PIN again with
 * all tries anew. Pressed twice it is done once. Refuses card_state where none has failed, and
 * issuer_unavailable without the issuer's word: nothing has changed then.
 */
export async function resetActivation(
  app: App,
  staff: StaffCaller,
  { applicationId, reason }: { applicationId: string; reason: string },
): Promise<void> {
  const { memberId } = await app.db
    .selectFrom("card_application")
    .select("member_id as memberId")
    .where("id", "=", BigInt(applicationId))
    .executeTakeFirstOrThrow(() => new Refusal("card_state"));
  const { card, plastic } = await findPlastic(app.db, memberId, "personalized");
  if (card?.perso_status !== "failed" || plastic?.id !== BigInt(applicationId)) {
    throw new Refusal("card_state");
  }
  const outcome = await app.issuer.cancelActivation({
    reference: tryReference(plastic, plastic.activation_pan_mac),
    token: plastic.token,
  });
  if (outcome.kind === "unknown") throw new Refusal("issuer_unavailable");
  if (outcome.kind === "refused") throw new Refusal("card_state");
  const at = app.now();
  const { correlationId, username } = staff;
  await transact(app.db, async (tx) => {
    await moveCard(tx, {
      cardId: card.id,
      event: "reset_activation",
      actor: { kind: "staff", name: username },
      reason,
      at,
      correlationId,
    });
    await endTry(tx, plastic);
    await tx
      .updateTable("card_application")
      .set({ retries: 0 })
      .where("id", "=", plastic.id)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: username,
      action: "card_activation_reset",
      object: `card_application:${plastic.reference}`,
      correlationId,
      detail: { reason },
    });
  });
}
