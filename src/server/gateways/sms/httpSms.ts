import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { makeClock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { callPartner } from "#server/gateways/callPartner.ts";
import { systemRandom } from "#server/random.ts";
import type { SmsGateway } from "./smsGateway.ts";

const accepted = z.object({ id: z.string(), status: z.literal("accepted") });

type SmsConfig = Pick<Config, "SMS_URL" | "SMS_KEY" | "SMS_TIMEOUT_MS" | "CLOCK_FILE">;

/**
 * An SMS gateway spoken to over HTTP. Each request is signed (HMAC-SHA256 of `timestamp.nonce.body`
 * under SMS_KEY). Throws, without the number or the words in the error, when the gateway did not say
 * within SMS_TIMEOUT_MS that it accepted this very text.
 */
export function makeSmsGateway(config: SmsConfig): SmsGateway {
  const now = makeClock(config.CLOCK_FILE);
  return {
    async send(message) {
      const body = JSON.stringify(message);
      const timestamp = String(now().getTime());
      const nonce = systemRandom.uuid();
      const signature = createHmac("sha256", config.SMS_KEY)
        .update(`${timestamp}.${nonce}.${body}`)
        .digest("hex");
      const answer = await callPartner({
        method: "POST",
        url: new URL("/sms/messages", config.SMS_URL),
        headers: {
          "x-sms-timestamp": timestamp,
          "x-sms-nonce": nonce,
          "x-sms-signature": signature,
        },
        body,
        timeoutMs: config.SMS_TIMEOUT_MS,
      });
      const reason = whyNotAccepted(answer, message.id);
      if (reason !== undefined) throw new Error(`The SMS gateway did not accept a text: ${reason}`);
    },
  };
}

function whyNotAccepted(
  answer: Awaited<ReturnType<typeof callPartner>>,
  id: string,
): string | undefined {
  if (answer.kind === "none") return answer.reason;
  if (answer.status !== 200) return `answered ${answer.status}`;
  const parsed = accepted.safeParse(answer.body);
  return parsed.success && parsed.data.id === id ? undefined : "the answer cannot be read";
}
