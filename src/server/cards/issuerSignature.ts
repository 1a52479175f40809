import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { App } from "#server/app.ts";

const WINDOW_MS = 5 * 60 * 1000;

/**
 * The nonce of a request the issuer signed within the last five minutes; undefined for any other.
 * Signature: hex HMAC-SHA256 of `timestamp.nonce.body`, compared in constant time.
 */
export function signedNonce(
  app: Pick<App, "secrets" | "now">,
  headers: IncomingHttpHeaders,
  body: Buffer,
): string | undefined {
  const timestamp = headers["x-issuer-timestamp"];
  const nonce = headers["x-issuer-nonce"];
  const signature = headers["x-issuer-signature"];
  if (typeof timestamp !== "string" || !/^\d{13}$/.test(timestamp)) return undefined;
  if (typeof nonce !== "string" || !/^[A-Za-z0-9-]{8,64}$/.test(nonce)) return undefined;
  if (typeof signature !== "string" || !/^[0-9a-f]{64}$/.test(signature)) return undefined;
  const expected = createHmac("sha256", app.secrets.issuerCallbackKey)
    .update(`${timestamp}.${nonce}.`)
    .update(body)
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return undefined;
  return Math.abs(app.now().getTime() - Number(timestamp)) <= WINDOW_MS ? nonce : undefined;
}
