import type { Rail } from "#contract/transferKinds.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const WINDOW_MS = 5 * 60 * 1000;

/** How a partner signs: headers `x-<partner>-timestamp`, `-nonce` and `-signature`, under a shared key. */
export type Signer = {
  partner: "issuer" | "sms" | Rail;
  key: Buffer | string;
  /** Accepted as well, while a key is exchanged. */
  otherKeys?: readonly Buffer[];
};

/**
 * The nonce of a request the partner signed within the last five minutes; undefined for any other.
 * Signature: hex HMAC-SHA256 of `timestamp.nonce.body`, compared in constant time.
 */
export function signedNonce(
  { partner, key, otherKeys = [] }: Signer,
  now: Date,
  headers: IncomingHttpHeaders,
  body: Buffer,
): string | undefined {
  const timestamp = headers[`x-${partner}-timestamp`];
  const nonce = headers[`x-${partner}-nonce`];
  const signature = headers[`x-${partner}-signature`];
  if (typeof timestamp !== "string" || !/^\d{13}$/.test(timestamp)) return undefined;
  if (typeof nonce !== "string" || !/^[A-Za-z0-9-]{8,64}$/.test(nonce)) return undefined;
  if (typeof signature !== "string" || !/^[0-9a-f]{64}$/.test(signature)) return undefined;
  const isSigned = [key, ...otherKeys].some((one) => {
    const mac = createHmac("sha256", one).update(`${timestamp}.${nonce}.`).update(body).digest();
    return timingSafeEqual(mac, Buffer.from(signature, "hex"));
  });
  if (!isSigned) return undefined;
  return Math.abs(now.getTime() - Number(timestamp)) <= WINDOW_MS ? nonce : undefined;
}

/** The headers under which the same partner takes an answer of ours as ours. */
export function signedHeaders(
  { partner, key }: Signer,
  { at, nonce }: { at: Date; nonce: string },
  body: string,
): Record<string, string> {
  const timestamp = String(at.getTime());
  return {
    [`x-${partner}-timestamp`]: timestamp,
    [`x-${partner}-nonce`]: nonce,
    [`x-${partner}-signature`]: createHmac("sha256", key)
      .update(`${timestamp}.${nonce}.${body}`)
      .digest("hex"),
  };
}
