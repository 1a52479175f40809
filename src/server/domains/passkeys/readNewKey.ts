import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import type { Registration } from "#contract/passkeys.ts";
import type { App } from "#server/platform/app.ts";
import { ALGORITHMS } from "./passkeyOptions.ts";
import type { RelyingParty } from "./relyingParty.ts";

/** Bytes that can be kept (065_passkeys.sql). */
const ID_BYTES = [1, 1023] as const;
const KEY_BYTES = [32, 4096] as const;
const isWithin = ([least, most]: readonly [number, number], bytes: number) =>
  bytes >= least && bytes <= most;

/**
 * We ask for no attestation, and trust none (WebAuthn Level 3, 5.4.7): a browser then sends none, or one that the new
 * key signed itself. Other statements bring certificates, and to judge them is to fetch addresses that they name.
 */
function hasNoCertificates({ response }: Registration): boolean {
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = statement.get("fmt");
  return format === "none" || (format === "packed" && !statement.get("attStmt").get("x5c"));
}

/** The key of a right registration, as its row; undefined for any other. */
export async function readNewKey(
  app: Pick<App, "log">,
  of: { party: RelyingParty; challenge: Buffer; registration: Registration },
) {
  const { party, challenge, registration } = of;
  try {
    if (!hasNoCertificates(registration)) throw new Error("It brings certificates");
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, clientExtensionResults: {} },
      expectedChallenge: challenge.toString("base64url"),
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
    const idBytes = Buffer.from(credential.id, "base64url").length;
    const keyBytes = credential.publicKey.length;
    if (!isWithin(ID_BYTES, idBytes) || !isWithin(KEY_BYTES, keyBytes)) {
      throw new Error("Its id or key is of no possible length");
    }
    return {
      credential_id: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: registration.response.transports,
      aaguid,
      may_be_synced: credentialDeviceType === "multiDevice",
      is_synced: credentialBackedUp,
    };
  } catch (error) {
    app.log.warn(
      { reason: error instanceof Error ? error.message : "" },
      "a new passkey was refused",
    );
    return undefined;
  }
}
