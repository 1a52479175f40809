import type { App, StaffCaller } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { tryReference } from "#server/cards/activation/findPlastic.ts";
import { moveCard } from "#server/cards/state/moveCard.ts";
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
  const failed = await app.db
    .selectFrom("card_application as a")
    .innerJoin("card as c", "c.id", "a.card_id")
    .innerJoin("card_kit as k", "k.application_id", "a.id")
    .select(["a.id", "a.reference", "a.card_id", "a.activation_try", "a.activation_pan_mac"])
    .select("k.token")
    .where("a.id", "=", BigInt(applicationId))
    .where("a.kind", "=", "personalized")
    .where("a.stage", "in", ["approved", "produced"])
    .where("k.state", "in", ["reserved", "released"])
    .where("c.perso_status", "=", "failed")
    .executeTakeFirst();
  if (failed === undefined) throw new Refusal("card_state");
  const { activation_try: tried, token } = failed;
  const reference = tryReference(failed, failed.activation_pan_mac);
  const outcome = await app.issuer.cancelActivation({ reference, token });
  if (outcome.kind === "unknown") throw new Refusal("issuer_unavailable");
  if (outcome.kind === "refused") throw new Refusal("card_state");
  const at = app.now();
  const { correlationId, username } = staff;
  await transact(app.db, async (tx) => {
    await moveCard(tx, {
      cardId: failed.card_id,
      event: "reset_activation",
      actor: { kind: "staff", name: username },
      reason,
      at,
      correlationId,
    });
    await tx
      .updateTable("card_application")
      .set({
        activation_try: tried + 1,
        activation_asked_at: null,
        activation_pan_mac: null,
        retries: 0,
      })
      .where("id", "=", failed.id)
      .where("activation_try", "=", tried)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: username,
      action: "card_activation_reset",
      object: `card_application:${failed.reference}`,
      correlationId,
      detail: { reason },
    });
  });
}
