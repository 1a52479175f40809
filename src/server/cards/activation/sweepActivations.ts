import type { App } from "#server/app.ts";
import { findLostAnswer } from "./findLostAnswer.ts";

const AFTER_MS = 30_000;
const AT_ONCE = 10;

/**
 * Looks for the answers of activations that got none: what works at the issuer, or has worked, is taken
 * into use in the member's name, who asked for it. Answers how many were looked at.
 */
export async function sweepActivations(app: App): Promise<number> {
  const rows = await findUnanswered(app);
  for (const { id, token, guid, reference, correlation_id: correlationId } of rows) {
    try {
      const found = await findLostAnswer(app, { id, token, guid, correlationId });
      if (found !== "activated") await askLater(app, id);
    } catch (error) {
      // It is a person's to put right, and none of the others has to wait for that.
      app.log.error({ err: error, reference }, "an activation cannot be taken");
      await askLater(app, id);
    }
  }
  return rows.length;
}

function findUnanswered(app: App) {
  return app.db
    .selectFrom("card_application as a")
    .innerJoin("card_kit as k", "k.application_id", "a.id")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select(["a.id", "a.reference", "a.correlation_id", "k.token", "m.guid"])
    .where("a.stage", "in", ["approved", "produced"])
    .where("k.state", "in", ["reserved", "released"])
    .where("a.activation_asked_at", "<=", new Date(app.now().getTime() - AFTER_MS))
    .orderBy("a.activation_asked_at")
    .limit(AT_ONCE)
    .execute();
}

/** Those that wait longest are asked about first. */
async function askLater(app: App, applicationId: bigint): Promise<void> {
  await app.db
    .updateTable("card_application")
    .set({ activation_asked_at: app.now() })
    .where("id", "=", applicationId)
    .where("activation_asked_at", "is not", null)
    .execute();
}
