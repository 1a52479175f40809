import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { openWithAny } from "./openWithAny.ts";
import type { Random } from "#server/platform/base/random.ts";
import { keysOf, type Secrets } from "./secrets.ts";

/** RFC 6238 as every authenticator speaks it. */
const SETTINGS = { algorithm: "SHA1", digits: 6, period: 30 } as const;
export const TOTP_SECRET_BYTES = 20;
/** Steps before and after the present one that are taken: clocks of phones are not exact. */
const WINDOW = 1;

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the secret of an authenticator for the database, bound to its username. */
export function sealTotpSecret(
  app: { secrets: Secrets; random: Random },
  username: string,
  secret: Buffer,
): Buffer {
  const nonce = app.random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(app.secrets.otpPepper), nonce).setAAD(
    Buffer.from(username),
  );
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens a sealed secret, whichever of our keys it was sealed under. Throws when it was changed, or belongs
 * to another username.
 */
export function openTotpSecret(
  app: { secrets: Secrets },
  username: string,
  sealed: Buffer,
): Buffer {
  return openWithAny(keysOf(app.secrets, "otpPepper"), (key) => openUnder(key, username, sealed));
}

/** True when it was sealed under the present key. */
export function isSealedUnderPresentKey(
  { secrets }: { secrets: Secrets },
  username: string,
  sealed: Buffer,
): boolean {
  try {
    return openUnder(secrets.otpPepper, username, sealed).length > 0;
  } catch {
    return false;
  }
}

function openUnder(key: Buffer, username: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, sealingKey(key), sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(username)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]);
}

/** The time step whose code this is, of those near `at`; undefined for a wrong code. */
export function totpStep(secret: Buffer, code: string, at: Date): bigint | undefined {
  const timestamp = at.getTime();
  const delta = authenticator(secret).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return undefined;
  return BigInt(Math.floor(timestamp / 1000 / SETTINGS.period) + delta);
}

/** The secret as people type it (base 32) and as authenticators read it (otpauth address). */
export function writeTotpSecret(
  secret: Buffer,
  { issuer, username }: { issuer: string; username: string },
): { secret: string; uri: string } {
  const totp = authenticator(secret);
  totp.issuer = issuer;
  totp.label = username;
  return { secret: totp.secret.base32, uri: totp.toString() };
}

function authenticator(secret: Buffer): TOTP {
  return new TOTP({ ...SETTINGS, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
}

/** Of its own for this purpose, from a key that is not in the database. */
function sealingKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", "staff authenticator secrets", 32));
}
