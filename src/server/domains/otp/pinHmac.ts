import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import { keyDigit } from "#server/platform/secrets/keyId.ts";
import { keysOf, type Secrets } from "#server/platform/secrets/secrets.ts";

/** Prepared once: from bytes, each HMAC would prepare its key anew, at five times the price. */
const prepared = new WeakMap<Buffer, { key: KeyObject; digit: string }>();

/** The id of a new code. Its last digit tells under which of our keys the code is kept. */
export function makePinId(app: Pick<App, "random" | "secrets">): string {
  return app.random.uuid().slice(0, -1) + prepare(app.secrets.otpPepper).digit;
}

/** What is kept of a code. Bound to its pinId, so that equal codes do not look equal. */
export function pinHmac(secrets: Secrets, pinId: string, pin: string): Buffer {
  const [present = secrets.otpPepper, ...others] = keysOf(secrets, "otpPepper");
  const other = others.find((key) => prepare(key).digit === pinId.at(-1));
  return hmacUnder(other ?? present, pinId, pin);
}

/** The same for what has no pinId, and so does not tell its key: under each, the present one's first. */
export function everyHmac(secrets: Secrets, of: string, code: string): [Buffer, ...Buffer[]] {
  const [present = secrets.otpPepper, ...others] = keysOf(secrets, "otpPepper");
  return [hmacUnder(present, of, code), ...others.map((key) => hmacUnder(key, of, code))];
}

function hmacUnder(key: Buffer, of: string, code: string): Buffer {
  return createHmac("sha256", prepare(key).key).update(`${of}:${code}`).digest();
}

function prepare(bytes: Buffer): { key: KeyObject; digit: string } {
  const known = prepared.get(bytes) ?? { key: createSecretKey(bytes), digit: keyDigit(bytes) };
  prepared.set(bytes, known);
  return known;
}
