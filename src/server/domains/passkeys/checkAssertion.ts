import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { Assertion } from "#contract/passkeys.ts";
import type { RelyingParty } from "./relyingParty.ts";

/** The public half of a passkey, as a row keeps it. */
type KeptKey = { public_key: Buffer; counter: bigint; may_be_synced: boolean };

type Checked =
  /** What the row is from now on. */
  | { isRight: true; counter: bigint; is_synced: boolean }
  /** In words of ours, for the record; and the library's, for the log. */
  | { isRight: false; reason: string; message: string };

/**
 * Whether this key signed this challenge for our address, with its owner verified by it, and counts on. `userHandle`
 * is by what name the authenticator keeps the owner; one that names another is refused.
 */
export async function checkAssertion(
  key: KeptKey,
  signed: { party: RelyingParty; assertion: Assertion; challenge: Buffer; userHandle: string },
): Promise<Checked> {
  const { party, assertion, challenge, userHandle } = signed;
  try {
    if ((assertion.response.userHandle ?? userHandle) !== userHandle)
      throw new Error("Another user handle");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: responseOf(assertion),
      expectedChallenge: challenge.toString("base64url"),
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(key.public_key),
        counter: Number(key.counter),
      },
    });
    if (!verified) throw new Error("Another signature");
    return {
      isRight: true,
      counter: BigInt(authenticationInfo.newCounter),
      is_synced: key.may_be_synced && authenticationInfo.credentialBackedUp,
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { isRight: false, reason: reasonOf(error.message), message: error.message };
  }
}

/** As the library takes it: what is absent is left out. */
function responseOf({ response, ...assertion }: Assertion): AuthenticationResponseJSON {
  const { userHandle, ...signed } = response;
  return {
    ...assertion,
    clientExtensionResults: {},
    response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
  };
}

/** In words of ours: what a stranger sent stands in no record. */
function reasonOf(message: string): string {
  if (message.startsWith("Response counter")) return "counter went back";
  if (message.includes("challenge")) return "another challenge";
  if (message.includes("origin")) return "another origin";
  if (message.includes("RP ID")) return "another address";
  return message.includes("verif") ? "owner not verified" : "not as signed";
}
