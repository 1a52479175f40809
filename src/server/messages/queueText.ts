import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { type OutboxText, sealText } from "./outboxText.ts";

/**
 * Promises a text message in the caller's transaction: it goes out after commit, once, and only
 * while it is of use (expiresAt). Number and words are encrypted before they reach the database.
 */
export async function queueText(
  tx: Tx,
  app: Pick<App, "secrets" | "random" | "now">,
  text: OutboxText,
): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({
      kind: "send_text",
      payload: JSON.stringify(sealText(app, text)),
      created_at: app.now(),
    })
    .execute();
}
