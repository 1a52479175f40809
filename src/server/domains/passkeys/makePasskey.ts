import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import {
  type CreationOptions,
  MOST_PASSKEYS,
  type Passkey,
  type Registration,
} from "#contract/passkeys.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { fullName } from "#server/domains/members/fullName.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { creationOptionsOf } from "./passkeyOptions.ts";
import { readNewKey } from "./readNewKey.ts";
import { knownPasskeys, passkeyOf } from "./readPasskeys.ts";
import type { RelyingParty } from "./relyingParty.ts";
import { userHandleOf } from "./verifyAssertion.ts";

/** What approves one more passkey, as it is kept. */
const INTENT = { kind: "add_passkey" };

/**
 * What the browser is to make, once one more was approved in it: the challenge is kept with the approval, so that it
 * is for this member, this browser and five minutes. Refuses otp_not_for_this where nothing approved it.
 */
export async function askForPasskey(
  app: App,
  caller: Caller,
  { party, ...proof }: { party: RelyingParty; pinId: string; browserHash: Buffer },
): Promise<CreationOptions> {
  return transact(app.db, async (tx) => {
    const challenge = app.random.bytes(32);
    const approval = await tx
      .updateTable("otp_challenge")
      .set({ webauthn_challenge: challenge })
      .where("pin_id", "=", proof.pinId)
      .where("member_id", "=", caller.memberId)
      .where("browser_hash", "=", proof.browserHash)
      .where("purpose", "=", "add_passkey")
      .where("verified_at", "is not", null)
      .where("closed_at", "is", null)
      .where("expires_at", ">", app.now())
      .executeTakeFirst();
    if (approval.numUpdatedRows !== 1n) throw new Refusal("otp_not_for_this");
    const passkeys = await knownPasskeys(tx, caller.memberId);
    if (passkeys.length >= MOST_PASSKEYS) throw new Refusal("passkeys_full");
    const member = await tx
      .selectFrom("member")
      .select(["username", "membership_no", "first_name", "middle_name", "last_name", "qualifier"])
      .where("id", "=", caller.memberId)
      .executeTakeFirstOrThrow();
    return creationOptionsOf(party, challenge, {
      userHandle: userHandleOf(caller.memberGuid),
      username: member.username ?? member.membership_no,
      name: fullName(member),
      passkeys,
    });
  });
}

export type NewPasskey = {
  party: RelyingParty;
  code: StepUp;
  name: string;
  registration: Registration;
};

/**
 * Keeps a passkey that the browser has made, and spends the approval. New payees wait from here on: whoever made it
 * may be somebody else. The member is told. Refuses as the contract lists.
 */
export async function addPasskey(app: App, caller: Caller, made: NewPasskey): Promise<Passkey> {
  const added = await transact(app.db, (tx) => add(tx, app, caller, made));
  // A wrong code was counted, and that stays.
  if (added instanceof Refusal) throw added;
  pokeRelay(app);
  return added;
}

async function add(
  tx: Tx,
  app: App,
  caller: Caller,
  { party, code, name, registration }: NewPasskey,
): Promise<Passkey | Refusal> {
  const { memberId, memberGuid, correlationId } = caller;
  const at = await holdMember(tx, app, memberId);
  const challenge = await challengeOf(tx, caller, code, at);
  const key = challenge && (await readNewKey(app, { party, challenge, registration }));
  const refusal = await spendCode(tx, app, caller, {
    ...code,
    purpose: "add_passkey",
    intent: INTENT,
  });
  if (refusal !== undefined) return refusal;
  if (key === undefined) return new Refusal("passkey_refused");
  if ((await knownPasskeys(tx, memberId)).length >= MOST_PASSKEYS)
    return new Refusal("passkeys_full");
  const kept = await tx
    .insertInto("passkey")
    .values({ id: app.random.uuid(), member_id: memberId, name, created_at: at, ...key })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(["id", "name", "created_at", "last_used_at", "is_synced"])
    .executeTakeFirst();
  if (kept === undefined) return new Refusal("passkey_exists");
  await beginPause(tx, app, { memberId, reason: "new_passkey" });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action: "passkey_added",
    object: `passkey:${kept.id}`,
    correlationId,
    detail: { synced: kept.is_synced, aaguid: key.aaguid },
  });
  const from = { sessionId: caller.sessionId };
  await noteActivity(tx, { memberId, at, kind: "passkey_added", doer: "member", from });
  await tellMember(tx, app, { memberId, notice: "passkey_added", values: { name } });
  return passkeyOf(kept);
}

/** What the approval of this browser lets be made, for as long as it counts. */
async function challengeOf(
  tx: Tx,
  { memberId }: Caller,
  { pinId, browserHash }: StepUp,
  at: Date,
): Promise<Buffer | undefined> {
  const approval = await tx
    .selectFrom("otp_challenge")
    .select("webauthn_challenge")
    .where("pin_id", "=", pinId)
    .where("member_id", "=", memberId)
    .where("browser_hash", "=", browserHash)
    .where("purpose", "=", "add_passkey")
    .where("verified_at", "is not", null)
    .where("closed_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return approval?.webauthn_challenge ?? undefined;
}
