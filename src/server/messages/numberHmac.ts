import { createHmac } from "node:crypto";
import type { Secrets } from "#server/secrets.ts";

/** By what a mobile number (E.164) is found again, without being kept. */
export function numberHmac(secrets: Pick<Secrets, "outboxKey">, mobileNumber: string): Buffer {
  return createHmac("sha256", secrets.outboxKey).update(`text_message:${mobileNumber}`).digest();
}
