import { createPublicKey, verify } from "node:crypto";
import { makeClock } from "#sandbox/clock.ts";
import { fieldsOf } from "#sandbox/input.ts";

const DAY_SECONDS = 24 * 60 * 60;
const HEADER = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), ?k=([\w-]{87})$/;

/** Whoever signs does so by the real time. */
const realNow = makeClock(undefined);

/** The key by which a request is signed (RFC 8292) for this service; undefined where it is not, or not rightly. */
export function signedBy(header: string, audience: string): string | undefined {
  const [, signed = "", signature = "", key = ""] = HEADER.exec(header) ?? [];
  if (signed === "" || !isSignature(signed, signature, Buffer.from(key, "base64url"))) {
    return undefined;
  }
  const [, claims = ""] = signed.split(".");
  const { aud, exp, sub } = fieldsOf(JSON.parse(Buffer.from(claims, "base64url").toString()));
  const now = realNow().getTime() / 1000;
  const isInTime = typeof exp === "number" && exp > now && exp <= now + DAY_SECONDS;
  const isNamed = typeof sub === "string" && /^(?:mailto:|https:)/.test(sub);
  return aud === audience && isInTime && isNamed ? key : undefined;
}

function isSignature(signed: string, signature: string, point: Buffer): boolean {
  try {
    const key = createPublicKey({
      format: "jwk",
      key: {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33).toString("base64url"),
      },
    });
    const bytes = Buffer.from(signature, "base64url");
    return verify("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }, bytes);
  } catch {
    return false;
  }
}
