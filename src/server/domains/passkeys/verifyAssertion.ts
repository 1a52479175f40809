import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { Assertion } from "#contract/passkeys.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { RelyingParty } from "./relyingParty.ts";

type Signed = {
  party: RelyingParty;
  assertion: Assertion;
  /** What it must have signed. */
  challenge: Buffer;
  correlationId: string;
};

/** Whose passkey an assertion names; undefined for nobody's and for one that was removed. */
export async function passkeyOwner(
  tx: Tx,
  { id }: Pick<Assertion, "id">,
): Promise<{ memberId: bigint; memberGuid: string } | undefined> {
  const found = await tx
    .selectFrom("passkey as p")
    .innerJoin("member as m", "m.id", "p.member_id")
    .select(["m.id", "m.guid"])
    .where("p.credential_id", "=", Buffer.from(id, "base64url"))
    .where("p.removed_at", "is", null)
    .executeTakeFirst();
  return found && { memberId: found.id, memberGuid: found.guid };
}

/**
 * Whether a passkey of this member signed this challenge for our address, with the member verified by it, and counts
 * on: answers its id, and writes down that it was used. Undefined for anything else, whose reason is in the record;
 * the caller commits before it refuses. The caller has locked the member's row: a removal is over before, or comes
 * after.
 */
export async function verifyAssertion(
  tx: Tx,
  app: App,
  member: { memberId: bigint; memberGuid: string },
  signed: Signed,
): Promise<string | undefined> {
  const { party, assertion, challenge } = signed;
  const passkey = await tx
    .selectFrom("passkey")
    .select(["id", "public_key", "counter", "may_be_synced"])
    .where("credential_id", "=", Buffer.from(assertion.id, "base64url"))
    .where("member_id", "=", member.memberId)
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (passkey === undefined) return refused(tx, app, member, { signed, reason: "no such passkey" });
  try {
    if (!isOfMember(assertion, member.memberGuid)) throw new Error("Another user handle");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: responseOf(assertion),
      expectedChallenge: challenge.toString("base64url"),
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    });
    if (!verified) throw new Error("Another signature");
    await tx
      .updateTable("passkey")
      .set({
        counter: BigInt(authenticationInfo.newCounter),
        last_used_at: app.now(),
        is_synced: passkey.may_be_synced && authenticationInfo.credentialBackedUp,
      })
      .where("id", "=", passkey.id)
      .execute();
    return passkey.id;
  } catch (error) {
    // What the library throws is about the assertion; what the database throws is a bug.
    if (!(error instanceof Error) || "severity" in error) throw error;
    app.log.warn({ passkey: passkey.id, reason: error.message }, "a passkey was refused");
    return refused(tx, app, member, { signed, reason: reasonOf(error.message) });
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

/** A browser that names the user names this one: the bytes of the guid (makePasskey.ts). */
function isOfMember({ response: { userHandle } }: Assertion, guid: string): boolean {
  return userHandle === undefined || userHandle === userHandleOf(guid);
}

/** By what name an authenticator keeps the member: nothing of the person. */
export function userHandleOf(guid: string): string {
  return Buffer.from(guid.replaceAll("-", ""), "hex").toString("base64url");
}

/** In words of ours: what a stranger sent stands in no record. */
function reasonOf(message: string): string {
  if (message.startsWith("Response counter")) return "counter went back";
  if (message.includes("challenge")) return "another challenge";
  if (message.includes("origin")) return "another origin";
  if (message.includes("RP ID")) return "another address";
  return message.includes("verif") ? "member not verified" : "not as signed";
}

async function refused(
  tx: Tx,
  app: App,
  { memberGuid }: { memberGuid: string },
  { signed, reason }: { signed: Signed; reason: string },
): Promise<undefined> {
  await audit(tx, {
    at: app.now(),
    actorKind: "visitor",
    actor: "unknown",
    action: "passkey_refused",
    object: `member:${memberGuid}`,
    correlationId: signed.correlationId,
    detail: { reason },
  });
  return undefined;
}
