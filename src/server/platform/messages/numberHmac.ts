import { createHmac } from "node:crypto";
import { keysOf, type Secrets } from "#server/platform/secrets/secrets.ts";

/** By what a mobile number (E.164) is found again, without being kept. */
export function numberHmac(secrets: Pick<Secrets, "outboxKey">, mobileNumber: string): Buffer {
  return hmacUnder(secrets.outboxKey, mobileNumber);
}

/** What a number may have been kept as: one for each of our keys. */
export function numberHmacs(
  secrets: Pick<Secrets, "outboxKey" | "rotation">,
  mobileNumber: string,
): Buffer[] {
  return keysOf(secrets, "outboxKey").map((key) => hmacUnder(key, mobileNumber));
}

function hmacUnder(key: Buffer, mobileNumber: string): Buffer {
  return createHmac("sha256", key).update(`text_message:${mobileNumber}`).digest();
}
