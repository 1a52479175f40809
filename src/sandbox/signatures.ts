import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Hex HMAC-SHA256 of `timestamp.nonce.body`: how requests and events are signed. */
export function signatureOf(
  key: string | Buffer,
  { timestamp, nonce, body }: { timestamp: string; nonce: string; body: string },
): string {
  return createHmac("sha256", key).update(`${timestamp}.${nonce}.${body}`).digest("hex");
}

/** Compares two texts without telling by the time it takes where they differ. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
