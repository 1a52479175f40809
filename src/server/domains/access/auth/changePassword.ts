import { noteActivity, type Seen } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { voidGrants } from "./recoveryGrant.ts";
import { forgetDevices } from "./devices.ts";
import { endSessionsOf } from "./endSessions.ts";
import { loginTryKey } from "#server/platform/passwords/loginTries.ts";
import { knownBy, type PersonalWords } from "#server/platform/passwords/passwordRules.ts";

export type PasswordChange = {
  memberId: bigint;
  passwordHash: string;
  /** The one session that goes on; none when it is not named. */
  butSession?: bigint;
  /** The browser in which the member proved by code who they are; that of `butSession` goes on as well. */
  butDevice?: string | undefined;
  correlationId: string;
  /** Where it was made: the call of a recovery; of a session its browser. */
  from?: Seen;
};

/**
 * Stores a new password. The member's other sessions and sockets end, other browsers are forgotten, open
 * codes and grants are void, failed sign-ins no longer count, the age begins anew, and the member is told.
 */
export async function changePassword(tx: Tx, app: App, change: PasswordChange): Promise<void> {
  const { memberId, correlationId } = change;
  const at = await holdMember(tx, app, memberId);
  const member = await tx
    .updateTable("member")
    .set({
      password_hash: change.passwordHash,
      password_changed_at: at,
      password_waived_until: null,
      password_waives: 0,
    })
    .where("id", "=", memberId)
    .returning(["guid", "username_key"])
    .executeTakeFirstOrThrow();
  await endSessionsOf(tx, { memberId, at, reason: "password", butSession: change.butSession });
  const butDevice = change.butDevice ?? (await deviceOf(tx, change.butSession));
  await forgetDevices(tx, { memberId, at, butDevice });
  await forgetAllTries(tx, app, memberId, member.username_key ?? "");
  await voidGrants(tx, memberId, at);
  await tx
    .updateTable("otp_challenge")
    .set({ closed_at: at })
    .where("member_id", "=", memberId)
    .where("purpose", "!=", "transfer")
    .where("closed_at", "is", null)
    .execute();
  await audit(tx, {
    at,
    actorKind: "member",
    actor: member.guid,
    action: "password_changed",
    object: `member:${member.guid}`,
    correlationId,
    detail: { by_recovery: change.butSession === undefined },
  });
  const { butSession } = change;
  await noteActivity(tx, {
    memberId,
    at,
    kind: butSession === undefined ? "password_recovered" : "password_changed",
    doer: "member",
    from: butSession === undefined ? change.from : { sessionId: butSession },
  });
  await tellMember(tx, app, { memberId, notice: "password_changed" });
}

/** What this member's password may not be made of. */
export async function readPersonalWords(db: Db, memberId: bigint): Promise<PersonalWords> {
  const member = await db
    .selectFrom("member")
    .select(["username", "membership_no", "date_of_birth"])
    .select(["first_name", "middle_name", "last_name", "mobile_number"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return {
    username: member.username ?? member.membership_no,
    membershipNo: member.membership_no,
    birthDate: member.date_of_birth,
    knownBy: knownBy(member),
  };
}

async function deviceOf(tx: Tx, sessionId: bigint | undefined): Promise<string | undefined> {
  if (sessionId === undefined) return undefined;
  const session = await tx
    .selectFrom("session")
    .select("device_id")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return session?.device_id;
}

/** Of the username, from wherever, and of each of the member's devices. */
async function forgetAllTries(tx: Tx, app: App, memberId: bigint, key: string): Promise<void> {
  const devices = await tx
    .selectFrom("device")
    .select("id")
    .where("member_id", "=", memberId)
    .execute();
  await tx
    .deleteFrom("throttle")
    .where("scope", "in", ["login", "login_in_a_row"])
    .where("key", "in", [
      loginTryKey(app, key, undefined),
      ...devices.map(({ id }) => loginTryKey(app, key, id)),
    ])
    .execute();
}
