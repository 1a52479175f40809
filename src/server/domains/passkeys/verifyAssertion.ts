import type { Assertion } from "#contract/passkeys.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { checkAssertion } from "./checkAssertion.ts";
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
  const userHandle = userHandleOf(member.memberGuid);
  const checked = await checkAssertion(passkey, { party, assertion, challenge, userHandle });
  if (!checked.isRight) {
    const { reason, message } = checked;
    app.log.warn({ passkey: passkey.id, reason: message }, "a passkey was refused");
    return refused(tx, app, member, { signed, reason });
  }
  const { counter, is_synced } = checked;
  await tx
    .updateTable("passkey")
    .set({ counter, is_synced, last_used_at: app.now() })
    .where("id", "=", passkey.id)
    .execute();
  return passkey.id;
}

/** By what name an authenticator keeps the member: nothing of the person. */
export function userHandleOf(guid: string): string {
  return Buffer.from(guid.replaceAll("-", ""), "hex").toString("base64url");
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
