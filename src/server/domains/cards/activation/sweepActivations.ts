import type { App } from "#server/platform/app.ts";
import { findLostAnswer } from "./findLostAnswer.ts";
import { LOOK_EVERY_MS } from "#server/domains/cards/state/findPlastic.ts";

const BATCH_SIZE = 10;
/** A call to the issuer is over long before: what has not worked by then was given up. */
const GIVEN_UP_AFTER_MS = 60 * 60 * 1000;

/**
 * Looks for the answers of activations that got none: what works at the issuer, or has worked, is taken
 * into use in the member's name, who asked for it. A try that the issuer has not carried out after an hour
 * is over: the plastic waits as if nobody had tried. Answers how many were looked at.
 */
export async function sweepActivations(app: App): Promise<number> {
  const rows = await findUnanswered(app);
  for (const row of rows) {
    const { id, token, guid, reference, correlation_id: correlationId } = row;
    try {
      const found = await findLostAnswer(app, { id, token, guid, correlationId });
      if (found === "inactive" && isGivenUp(app, row)) await giveUp(app, row);
      else if (found !== "activated") await lookLater(app, id);
    } catch (error) {
      // It is a person's to put right, and none of the others has to wait for that.
      app.log.error({ err: error, reference }, "an activation cannot be taken");
      await lookLater(app, id);
    }
  }
  return rows.length;
}

function findUnanswered(app: App) {
  return app.db
    .selectFrom("card_application as a")
    .innerJoin("card_kit as k", "k.application_id", "a.id")
    .innerJoin("member as m", "m.id", "a.member_id")
    .innerJoin("card as c", "c.id", "a.card_id")
    .select([
      "a.id",
      "a.reference",
      "a.correlation_id",
      "a.activation_asked_at",
      "k.token",
      "m.guid",
    ])
    .select((row) => row("c.perso_status", "=", "failed").as("has_failed"))
    .where("a.stage", "in", ["approved", "produced"])
    .where("k.state", "in", ["reserved", "released"])
    .where("a.activation_look_at", "<=", app.now())
    .orderBy("a.activation_look_at")
    .limit(BATCH_SIZE)
    .execute();
}

type Unanswered = Awaited<ReturnType<typeof findUnanswered>>[number];

function isGivenUp(app: App, { activation_asked_at: askedAt }: Unanswered): boolean {
  return askedAt !== null && askedAt.getTime() + GIVEN_UP_AFTER_MS <= app.now().getTime();
}

/**
 * The try keeps its reference and its number: entered again, the issuer is asked first what became of it,
 * should it have carried it out after all. A failed one stays for Retry, and is looked for no more.
 */
async function giveUp(app: App, { id, activation_asked_at: askedAt, has_failed }: Unanswered) {
  await app.db
    .updateTable("card_application")
    .set({ activation_look_at: null, ...(has_failed !== true && { activation_asked_at: null }) })
    .where("id", "=", id)
    // Another try meanwhile is a try of its own.
    .where("activation_asked_at", "=", askedAt)
    .execute();
}

/** Those that wait longest are looked for first. */
async function lookLater(app: App, applicationId: bigint): Promise<void> {
  await app.db
    .updateTable("card_application")
    .set({ activation_look_at: new Date(app.now().getTime() + LOOK_EVERY_MS) })
    .where("id", "=", applicationId)
    .where("activation_look_at", "is not", null)
    .execute();
}
