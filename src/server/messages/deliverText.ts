import * as z from "zod/mini";
import { maskMobile } from "#common/mask.ts";
import type { App } from "#server/app.ts";
import { openText } from "./outboxText.ts";

const sealedText = z.object({ id: z.uuid(), sealed: z.string(), expiresAt: z.iso.datetime() });

/**
 * Job `send_text`: hands a queued text to the gateway. A text that has expired is dropped: a code
 * that no longer works only confuses. Throws when the gateway did not accept it, and the queue runs
 * the job again; the gateway knows the text by its id, so a repeat is never a second text.
 * `deliveryId` is the job's, for the log.
 */
export async function deliverText(
  app: Pick<App, "secrets" | "now" | "sms" | "log">,
  payload: unknown,
  deliveryId: string,
): Promise<void> {
  const queued = sealedText.parse(payload);
  const line = { deliveryId, textId: queued.id };
  if (new Date(queued.expiresAt) <= app.now()) {
    app.log.info(line, "text expired before it could be sent");
    return;
  }
  const { to, text } = openText(app, queued);
  await app.sms.send({ id: queued.id, to, text });
  app.log.info({ ...line, to: maskMobile(to) }, "text handed to the gateway");
}
