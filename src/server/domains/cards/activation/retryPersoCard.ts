import type { App, Caller } from "#server/platform/app.ts";
import { requireCardAction } from "#server/domains/cards/state/cardRefusals.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import {
  findPlastic,
  LOOK_EVERY_MS,
  tryReference,
} from "#server/domains/cards/state/findPlastic.ts";
import { MOST_RETRIES } from "#server/domains/cards/state/retries.ts";
import { takeIntoUse } from "./takeIntoUse.ts";

/**
 * Tries a failed activation again, by its own reference: the issuer has number and PIN. Three tries that
 * fail leave it to an office. A repeat after a lost answer finds the card active and is a yes.
 */
export async function retryPersoCard(app: App, caller: Caller): Promise<void> {
  const { card, plastic } = await findPlastic(app.db, caller.memberId, "personalized");
  if (card === undefined) throw new Refusal("card_state");
  if (card.status === "active" && card.perso_status === "active") return;
  requireCardAction("retry_perso_card", card);
  if (plastic === undefined) throw new Refusal("activation_at_office");
  const retries = await countRetry(app, plastic.id);
  const reference = tryReference(plastic, plastic.activation_pan_mac);
  const outcome = await app.issuer.retryActivation({ reference, token: plastic.token });
  const actor = { kind: "member", name: caller.memberGuid } as const;
  const { correlationId } = caller;
  if (outcome.kind === "activated") {
    const about = { applicationId: plastic.id, panMac: null, actor, correlationId, isLate: false };
    await takeIntoUse(app, { ...outcome, ...about });
    return;
  }
  if (outcome.kind === "unknown") {
    await forgetRetry(app, plastic.id);
    throw new Refusal("issuer_unavailable");
  }
  await transact(app.db, (tx) =>
    moveCard(tx, {
      cardId: card.id,
      event: "retry_failed",
      actor,
      reason: outcome.kind,
      at: app.now(),
      correlationId,
    }),
  );
  throw new Refusal(retries >= MOST_RETRIES ? "activation_at_office" : "activation_failed");
}

/**
 * Counts a retry before the issuer is asked, however many are pressed at once, and has the worker look for
 * an answer that is lost. Answers which it is.
 */
async function countRetry(app: App, applicationId: bigint): Promise<number> {
  const at = app.now();
  const counted = await app.db
    .updateTable("card_application")
    .set((eb) => ({
      retries: eb("retries", "+", 1),
      activation_asked_at: at,
      activation_look_at: new Date(at.getTime() + LOOK_EVERY_MS),
    }))
    .where("id", "=", applicationId)
    .where("retries", "<", MOST_RETRIES)
    .returning("retries")
    .executeTakeFirst();
  if (counted === undefined) throw new Refusal("activation_at_office");
  return counted.retries;
}

/** One that nobody answered was no failure. */
async function forgetRetry(app: App, applicationId: bigint): Promise<void> {
  await app.db
    .updateTable("card_application")
    .set((eb) => ({ retries: eb("retries", "-", 1) }))
    .where("id", "=", applicationId)
    .where("retries", ">", 0)
    .execute();
}
