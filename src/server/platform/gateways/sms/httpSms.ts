import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import https from "node:https";
import * as z from "zod/mini";
import type { Clock } from "#server/platform/base/clock.ts";
import type { Config } from "#server/platform/config/config.ts";
import { callPartner, type PartnerAnswer } from "#server/platform/gateways/callPartner.ts";
import type { Random } from "#server/platform/base/random.ts";
import type { Handover, SmsGateway } from "./smsGateway.ts";

const accepted = z.object({
  id: z.string(),
  status: z.literal("accepted"),
  gatewayId: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
});

type HttpSmsConfig = Pick<Config, "SMS_KEY" | "SMS_TIMEOUT_MS" | "SMS_SENDER" | "SMS_CA_FILE">;

/**
 * An SMS gateway over HTTPS: `POST <SMS_URL>/sms/messages`. Each request is signed (HMAC-SHA256 of
 * `timestamp.nonce.body` under SMS_KEY) and carries the moment after which the SMS must not be delivered. The
 * gateway knows an SMS by our id, so that a repeat is the same SMS.
 */
export function makeHttpSms(
  url: string,
  config: HttpSmsConfig,
  { now, random }: { now: Clock; random: Random },
): SmsGateway {
  const address = new URL("sms/messages", url.endsWith("/") ? url : `${url}/`);
  const agent =
    config.SMS_CA_FILE === undefined
      ? undefined
      : new https.Agent({ keepAlive: true, ca: readFileSync(config.SMS_CA_FILE) });

  return {
    transport: "http",
    mayRepeat: true,
    async send({ id, to, text, validUntil }) {
      const body = JSON.stringify({
        id,
        to,
        from: config.SMS_SENDER,
        text,
        validUntil: validUntil.toISOString(),
      });
      const timestamp = String(now().getTime());
      const nonce = random.uuid();
      const signature = createHmac("sha256", config.SMS_KEY)
        .update(`${timestamp}.${nonce}.${body}`)
        .digest("hex");
      const answer = await callPartner({
        method: "POST",
        url: address,
        headers: {
          "x-sms-timestamp": timestamp,
          "x-sms-nonce": nonce,
          "x-sms-signature": signature,
        },
        body,
        timeoutMs: config.SMS_TIMEOUT_MS,
        agent,
      });
      return handoverOf(answer, id);
    },
    listen: () => ({ stop: () => Promise.resolve() }),
  };
}

/**
 * 422 is the gateway's final refusal of an SMS; any other 4xx is about the request, which an operator mends.
 */
function handoverOf(answer: PartnerAnswer, id: string): Handover {
  if (answer.kind === "none") {
    return { kind: answer.hasLeft ? "unknown" : "later", reason: answer.reason };
  }
  const { status } = answer;
  if (status === 422) return { kind: "refused", reason: "answered 422" };
  if (status >= 400 && status < 500) return { kind: "later", reason: `answered ${status}` };
  if (status !== 200) return { kind: "unknown", reason: `answered ${status}` };
  const parsed = accepted.safeParse(answer.body);
  return parsed.success && parsed.data.id === id
    ? { kind: "accepted", gatewayId: parsed.data.gatewayId }
    : { kind: "unknown", reason: "the answer cannot be read" };
}
