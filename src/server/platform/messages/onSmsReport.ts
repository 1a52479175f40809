import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import {
  receiveSigned,
  type SignedDelivery,
  type Receipt,
} from "#server/platform/http/receiveSigned.ts";
import type { TextReport } from "#server/platform/gateways/sms/smsGateway.ts";
import { takeReport } from "./takeReport.ts";

const report = z.object({
  id: z.uuid(),
  gatewayId: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/))),
  state: z.enum(["sent", "delivered", "failed", "expired"]),
  /** The network's own code or word. */
  reason: z._default(z.string().check(z.regex(/^[\x20-\x7e]{0,100}$/)), ""),
});

/**
 * `POST /api/sms/reports`: what the HTTPS gateway says became of texts, signed under SMS_REPORT_KEY. What
 * is about no text of ours, or cannot be read, is taken as well: repeating it would not help. Not there
 * when texts go over SMPP, whose receipts come on its own connection.
 */
export function registerSmsReports(server: FastifyInstance, app: App): void {
  if (app.config.SMS_URL === undefined) return;
  const signer = { partner: "sms", key: app.config.SMS_REPORT_KEY } as const;
  receiveSigned(server, app, { path: "/api/sms/reports", signer }, (delivery) =>
    takeDelivery(app, delivery),
  );
}

async function takeDelivery(
  app: App,
  { nonce, body, correlationId }: SignedDelivery,
): Promise<Receipt> {
  const read = readReport(body);
  const outcome = await transact(app.db, async (tx) => {
    const isNew = await tx
      .insertInto("signed_nonce")
      .values({ partner: "sms", nonce, seen_at: app.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning("nonce")
      .executeTakeFirst();
    if (isNew === undefined) return "replayed";
    if (read === undefined) return "unreadable";
    return (await takeReport(tx, app, read)) ? "known" : "unknown";
  });
  if (outcome === "replayed") return "refused";
  if (outcome !== "known") app.log.warn({ correlationId }, `a report is ${outcome}`);
  return "taken";
}

function readReport(body: Buffer): TextReport | undefined {
  const parsed = report.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  const { id, gatewayId, state, reason } = parsed.data;
  return {
    state: state === "sent" ? "on_its_way" : state,
    reason,
    text: { id, ...(gatewayId === undefined ? {} : { gatewayId }) },
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
