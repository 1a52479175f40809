import type { FastifyInstance } from "fastify";
import type { App } from "#server/platform/app.ts";
import { INSTAPAY_BYTES } from "#server/platform/gateways/rails/instapay.ts";
import {
  receiveSigned,
  type SignedDelivery,
  type Receipt,
} from "#server/platform/http/receiveSigned.ts";
import { receiveRailMessage } from "./receiveRailMessage.ts";

/**
 * `POST /api/rails/instapay/messages`: status reports (pacs.002) and returns (pacs.004) from the InstaPay
 * switch, signed, each nonce once. Answers that a message is accepted when it is booked, was booked before, or
 * is queued for review: repeating it would not help.
 */
export function registerRailMessages(server: FastifyInstance, app: App): void {
  receiveSigned(
    server,
    app,
    {
      path: "/api/rails/instapay/messages",
      signer: { partner: "instapay", key: app.config.INSTAPAY_KEY },
      mediaType: "application/xml",
      mostBytes: INSTAPAY_BYTES,
    },
    (delivery) => takeDelivery(app, delivery),
  );
}

async function takeDelivery(
  app: App,
  { nonce, body, correlationId }: SignedDelivery,
): Promise<Receipt> {
  const isNew = await app.db
    .insertInto("signed_nonce")
    .values({ partner: "instapay", nonce, seen_at: app.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("nonce")
    .executeTakeFirst();
  if (isNew === undefined) return "refused";
  await receiveRailMessage(app, { rail: "instapay", bytes: body, via: "callback", correlationId });
  return "taken";
}
