import { endPasskeys } from "#server/domains/passkeys/endPasskeys.ts";
import { noteActivity, type Seen } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { staysClosed } from "#server/domains/access/auth/accessRefusal.ts";
import { forgetDevices } from "#server/domains/access/auth/devices.ts";
import { isTaken, type Tx } from "#server/db/db.ts";
import { recordConsent } from "#server/domains/members/consent/recordConsent.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { reopenAccess } from "#server/domains/access/inactivity/reopenAccess.ts";
import { tellCounterCode } from "#server/platform/messages/tellCounterCode.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { closeChallengeCodes } from "#server/domains/access/challenge/challengeCode.ts";
import { Refusal } from "#server/refusal.ts";

export type RightCode = {
  memberId: bigint;
  guid: string;
  pinId: string;
  correlationId: string;
  /** Where it was made. */
  from: Seen;
};

/**
 * Makes the online account from what was typed, in the transaction in which the code was right. Undefined when
 * somebody else's code was first; else whether the phone on file has proved who this is, or a code of the counter. Refuses a username that was taken meanwhile (refuseTakenName) and a
 * password that is made of what is known of the member: the code then stays good for the same form with another.
 */
export async function completeSignUp(
  tx: Tx,
  app: App,
  code: RightCode,
): Promise<{ memberGuid: string; isPhoneProved: boolean } | undefined> {
  const at = app.now();
  const member = await tx
    .selectFrom("member")
    .select(["guid", "username_key", "access_closed_for"])
    .where("id", "=", code.memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const draft = await tx
    .selectFrom("sign_up_draft")
    .selectAll()
    .where("pin_id", "=", code.pinId)
    .executeTakeFirst();
  if (member.username_key !== null || staysClosed(member.access_closed_for) || !draft)
    return undefined;
  if (draft.password_is_personal) {
    throw new Refusal("password_is_personal", { param: "password" });
  }
  await tx
    .updateTable("member")
    .set({
      username: draft.username,
      username_key: draft.username_key,
      password_hash: draft.password_hash,
      password_changed_at: at,
      password_waived_until: null,
      password_waives: 0,
    })
    .where("id", "=", code.memberId)
    .execute();
  const consent = { memberId: code.memberId, at: draft.agreed_at };
  await recordConsent(tx, { ...consent, document: "privacy", version: draft.privacy_version });
  await recordConsent(tx, { ...consent, document: "terms", version: draft.terms_version });
  // Whose access was cancelled for not being used has money and payees from before.
  if (member.access_closed_for !== null) {
    await beginPause(tx, app, { memberId: code.memberId, reason: "joined_again" });
  }
  await reopenAccess(tx, app, code.memberId, code.correlationId);
  // Of an account that there was before.
  await forgetDevices(tx, { memberId: code.memberId, at });
  await endPasskeys(tx, app, { memberId: code.memberId, at });
  await forgetStage(tx, code, at);
  await audit(tx, {
    at,
    actorKind: "member",
    actor: member.guid,
    action: "signed_up",
    object: `member:${member.guid}`,
    correlationId: code.correlationId,
  });
  await noteActivity(tx, {
    memberId: code.memberId,
    at,
    kind: "signed_up",
    doer: "member",
    from: code.from,
  });
  const isOfCounter = await noteCounterCode(tx, app, { ...code, memberGuid: member.guid });
  await notify(tx, { memberId: code.memberId, kind: "welcome", params: {}, at });
  return { memberGuid: member.guid, isPhoneProved: !isOfCounter };
}

/** Where the code came from the counter, true: no phone has proved who this is, so the phone on file is told. */
async function noteCounterCode(
  tx: Tx,
  app: App,
  { memberId, memberGuid, pinId, correlationId }: RightCode & { memberGuid: string },
): Promise<boolean> {
  const used = await tx
    .selectFrom("first_time_code as f")
    // try_code writes both in the same moment.
    .innerJoin("otp_challenge as o", "o.verified_at", "f.used_at")
    .select("f.issued_by")
    .where("o.pin_id", "=", pinId)
    .where("f.member_id", "=", memberId)
    .executeTakeFirst();
  if (used === undefined) return false;
  await audit(tx, {
    at: app.now(),
    actorKind: "member",
    actor: memberGuid,
    action: "signed_up_with_counter_code",
    object: `member:${memberGuid}`,
    correlationId,
    detail: { issuedBy: used.issued_by },
  });
  await tellCounterCode(tx, app, { memberId, purpose: "opened_with_counter_code" });
  return true;
}

/** Nothing that was typed for this member, in any browser, and no code is of use any more. */
async function forgetStage(tx: Tx, { memberId, guid }: RightCode, at: Date): Promise<void> {
  await tx
    .deleteFrom("sign_up_draft")
    .where("pin_id", "in", (codes) =>
      codes.selectFrom("otp_challenge").select("pin_id").where("told_guid", "=", guid),
    )
    .execute();
  await closeChallengeCodes(tx, { guid, at });
  await tx
    .updateTable("first_time_code")
    .set({ closed_at: at })
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .execute();
}

/** Runs a transaction that may take a username; one that another member has is a field error. */
export async function refuseTakenName<T>(
  work: () => Promise<T>,
  param: "username" | "new_username" = "username",
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isTaken(error, "member_username_key_key")) throw error;
    throw new Refusal("username_taken", { param });
  }
}
