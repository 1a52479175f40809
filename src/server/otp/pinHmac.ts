import { createHmac } from "node:crypto";
import type { Secrets } from "#server/secrets.ts";

/** What is kept of a code. Bound to its pinId, so that equal codes do not look equal. */
export function pinHmac(secrets: Secrets, pinId: string, pin: string): Buffer {
  return createHmac("sha256", secrets.otpPepper).update(`${pinId}:${pin}`).digest();
}
