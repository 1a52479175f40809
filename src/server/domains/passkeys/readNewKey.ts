import { verifyRegistrationResponse } from "@simplewebauthn/server";
import type { Registration } from "#contract/passkeys.ts";
import type { App } from "#server/platform/app.ts";
import { ALGORITHMS } from "./passkeyOptions.ts";
import type { RelyingParty } from "./relyingParty.ts";

/** The key of a right registration, as its row; undefined for any other. */
export async function readNewKey(
  app: Pick<App, "log">,
  of: { party: RelyingParty; challenge: Buffer; registration: Registration },
) {
  const { party, challenge, registration } = of;
  try {
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
