import type { FastifyInstance } from "fastify";
import type { App } from "#server/platform/app.ts";
import { readInward } from "#server/platform/gateways/rails/inward.ts";
import { INSTAPAY_BYTES } from "#server/platform/gateways/rails/instapay.ts";
import {
  receiveSigned,
  type Receipt,
  type SignedAnswer,
  type SignedDelivery,
} from "#server/platform/http/receiveSigned.ts";
import { answerInquiry } from "#server/domains/transfers/inward/answerInquiry.ts";
import { setUnfitAside } from "#server/domains/transfers/inward/setUnfitAside.ts";
import { takeInward } from "#server/domains/transfers/inward/takeInward.ts";
import { receiveRailMessage } from "./receiveRailMessage.ts";

/**
 * `POST /api/rails/instapay/messages`: what the InstaPay switch sends, signed, each nonce once. Status reports
 * (pacs.002) and returns (pacs.004) of our own transfers are taken: booked, booked before, or queued for
 * review, as repeating them would not help. Transfers to accounts of ours (pacs.008) and questions about them
 * (pacs.028) are answered how they stand, in a signed pacs.002.
 */
export function registerInstapayMessages(server: FastifyInstance, app: App): void {
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
  { nonce, body: bytes, correlationId }: SignedDelivery,
): Promise<Receipt | SignedAnswer> {
  const isNew = await app.db
    .insertInto("signed_nonce")
    .values({ partner: "instapay", nonce, seen_at: app.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("nonce")
    .executeTakeFirst();
  if (isNew === undefined) return "refused";
  const arrived = { rail: "instapay", bytes, correlationId } as const;
  const read = readInward(arrived.rail, bytes, INSTAPAY_BYTES);
  switch (read.kind) {
    case "transfer":
      return takeInward(app, arrived, read.transfer);
    case "inquiry":
      return answerInquiry(app, arrived.rail, read);
    case "unfit":
      return setUnfitAside(app, arrived, read.reason);
    case "other":
      await receiveRailMessage(app, { ...arrived, via: "callback" });
      return "taken";
  }
}
