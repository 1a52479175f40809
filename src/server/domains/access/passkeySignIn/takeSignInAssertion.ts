import type { Assertion } from "#contract/passkeys.ts";
import type { Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { passkeyOwner, verifyAssertion } from "#server/domains/passkeys/verifyAssertion.ts";
import type { App } from "#server/platform/app.ts";
import { readSignInChallenge } from "./signInChallenge.ts";
import { spendNonce } from "./spendNonce.ts";

/** What a browser signed with, and where. */
export type SignedChallenge = {
  assertion: Assertion;
  party: RelyingParty;
  correlationId: string;
};

/**
 * Whose passkey, held and unlocked, signed a challenge of ours (makeSignInChallenge) that nobody has brought before.
 * The caller's transaction holds the member from here on. Undefined for anything else; the caller commits before it
 * refuses, so that the reason stays in the record.
 */
export async function takeSignInAssertion(
  tx: Tx,
  app: App,
  { assertion, party, correlationId }: SignedChallenge,
): Promise<{ memberId: bigint; guid: string; passkeyId: string } | undefined> {
  const challenge = challengeIn(assertion);
  const nonce = challenge && readSignInChallenge(app, challenge);
  if (challenge === undefined || nonce === undefined) return undefined;
  const owner = await passkeyOwner(tx, assertion);
  if (owner === undefined) return undefined;
  await holdMember(tx, app, owner.memberId);
  const of = { party, assertion, challenge, correlationId };
  const passkeyId = await verifyAssertion(tx, app, owner, of);
  if (passkeyId === undefined || !(await spendNonce(tx, app, nonce))) return undefined;
  return { memberId: owner.memberId, guid: owner.memberGuid, passkeyId };
}

/** The challenge that the browser says was signed. */
function challengeIn({ response }: Assertion): Buffer | undefined {
  try {
    const said: unknown = JSON.parse(
      Buffer.from(response.clientDataJSON, "base64url").toString("utf8"),
    );
    const challenge: unknown =
      typeof said === "object" && said !== null ? Reflect.get(said, "challenge") : undefined;
    return typeof challenge === "string" ? Buffer.from(challenge, "base64url") : undefined;
  } catch {
    return undefined;
  }
}
