import { createECDH, createHash } from "node:crypto";
import { keyId } from "#server/platform/secrets/keyId.ts";
import { keysOf, type Secrets } from "#server/platform/secrets/secrets.ts";

/** A key pair on P-256 in base64url, as RFC 8292 and browsers take it. */
export type PushKey = { id: string; publicKey: string; privateKey: string };

type OfSecrets = Pick<Secrets, "pushKey" | "rotation">;

/** What new subscriptions are made for. */
export function presentPushKey(secrets: OfSecrets): PushKey {
  return pushKeyFrom(secrets.pushKey);
}

/** The key that a subscription was made for, the present or the former one; undefined when it was dropped. */
export function pushKeyOf(secrets: OfSecrets, id: string): PushKey | undefined {
  const key = keysOf(secrets, "pushKey").find((one) => keyId(one) === id);
  return key === undefined ? undefined : pushKeyFrom(key);
}

/** Of 32 random bytes, which are a private key as they stand, but for one in four thousand million. */
export function pushKeyFrom(seed: Buffer): PushKey {
  const pair = createECDH("prime256v1");
  for (let bytes = seed; ; bytes = createHash("sha256").update(bytes).digest()) {
    try {
      pair.setPrivateKey(bytes);
    } catch {
      continue;
    }
    return {
      id: keyId(seed),
      publicKey: pair.getPublicKey("base64url"),
      privateKey: bytes.toString("base64url"),
    };
  }
}
