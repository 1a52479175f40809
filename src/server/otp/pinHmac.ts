import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Secrets } from "#server/secrets.ts";

/** Prepared once: from bytes, each HMAC would prepare its key anew, at five times the price. */
const keys = new WeakMap<Secrets, KeyObject>();

/** What is kept of a code. Bound to its pinId, so that equal codes do not look equal. */
export function pinHmac(secrets: Secrets, pinId: string, pin: string): Buffer {
  let key = keys.get(secrets);
  if (key === undefined) {
    key = createSecretKey(secrets.otpPepper);
    keys.set(secrets, key);
  }
  return createHmac("sha256", key).update(`${pinId}:${pin}`).digest();
}
