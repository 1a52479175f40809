import { brand } from "#brand";
import type { CreationOptions, RequestOptions } from "#contract/passkeys.ts";
import { CODE_SECONDS } from "#server/domains/otp/purposes.ts";
import type { RelyingParty } from "./relyingParty.ts";

/** As the browser is told of a passkey that is there. */
export type KnownPasskey = { credential_id: Buffer; transports: string[] };

/** Keys that every authenticator has one of, the best first: Ed25519, P-256, RSA. */
export const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = CODE_SECONDS * 1000;

/** What a browser is asked to sign with one of these; with any of ours where there are none. */
export function requestOptionsOf(
  { rpId }: RelyingParty,
  challenge: Buffer,
  passkeys: readonly KnownPasskey[],
): RequestOptions {
  return {
    challenge: challenge.toString("base64url"),
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: "required",
    allowCredentials: passkeys.map(descriptorOf),
  };
}

/** What a browser is asked to make: one that is found without a username, and unlocked by its owner each time. */
export function creationOptionsOf(
  { rpId }: RelyingParty,
  challenge: Buffer,
  owner: { userHandle: string; username: string; name: string; passkeys: readonly KnownPasskey[] },
): CreationOptions {
  return {
    challenge: challenge.toString("base64url"),
    rp: { id: rpId, name: brand.product },
    user: { id: owner.userHandle, name: owner.username, displayName: owner.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: TIMEOUT_MS,
    attestation: "none",
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    excludeCredentials: owner.passkeys.map(descriptorOf),
  };
}

const descriptorOf = ({ credential_id: id, transports }: KnownPasskey) => ({
  id: id.toString("base64url"),
  type: "public-key" as const,
  transports,
});
