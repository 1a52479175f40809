import { noteActivity, type Seen } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { findDevice } from "./devices.ts";
import { makeToken, sha256 } from "#server/platform/base/tokens.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { type Cookie, cookieNames } from "#server/platform/http/cookies.ts";
import { Refusal } from "#server/refusal.ts";

export type RecoveryPurpose = "recover_username" | "recover_password";

const GRANT_SECONDS = 600;

/**
 * What the right code brings: a cookie that allows this browser one change within 10 minutes, of this
 * kind and for this guid only (docs/requirements/decisions.md, 4.3). Earlier ones of the member no longer count.
 */
export async function grantRecovery(
  tx: Tx,
  app: App,
  to: {
    memberId: bigint;
    guid: string;
    purpose: RecoveryPurpose;
    correlationId: string;
    from: Seen;
  },
): Promise<Cookie> {
  const at = app.now();
  const secret = makeToken(app.random);
  await voidGrants(tx, to.memberId, at);
  await tx
    .insertInto("recovery_grant")
    .values({
      secret_hash: sha256(secret),
      member_id: to.memberId,
      purpose: to.purpose,
      told_guid: to.guid,
      expires_at: new Date(at.getTime() + GRANT_SECONDS * 1000),
    })
    .execute();
  await audit(tx, {
    at,
    actorKind: "visitor",
    actor: "unknown",
    action: "recovery_granted",
    object: `member:${await guidOf(tx, to.memberId)}`,
    correlationId: to.correlationId,
    detail: { purpose: to.purpose },
  });
  const { memberId, purpose, from } = to;
  await noteActivity(tx, {
    memberId,
    at,
    kind: "recovery_begun",
    doer: "unknown",
    about: purpose,
    from,
  });
  return { name: cookieNames(app.config).recovery, value: secret, maxAgeSeconds: GRANT_SECONDS };
}

export type GrantRequest = {
  cookies: Record<string, string>;
  guid: string;
  purpose: RecoveryPurpose;
};

/** Whose change this browser may make. Refuses without a cookie that is good for it; uses nothing up. */
export async function findGrant(
  db: Db,
  app: App,
  request: GrantRequest,
): Promise<{ memberId: bigint; secretHash: Buffer }> {
  const grant = await lookForGrant(db, app, request);
  if (grant === undefined) throw new Refusal("recovery_grant_missing");
  return grant;
}

async function lookForGrant(db: Db, app: App, { cookies, guid, purpose }: GrantRequest) {
  const secretHash = sha256(cookies[cookieNames(app.config).recovery] ?? "");
  const grant = await db
    .selectFrom("recovery_grant")
    .select("member_id")
    .where("secret_hash", "=", secretHash)
    .where("told_guid", "=", guid)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", app.now())
    .executeTakeFirst();
  return grant && { memberId: grant.member_id, secretHash };
}

/** The key under which calls of a browser with a grant are counted; undefined without one. */
export async function grantKey(app: App, request: GrantRequest): Promise<string | undefined> {
  const grant = await lookForGrant(app.db, app, request);
  return grant && `member:${grant.memberId}`;
}

/** Uses the grant up, in the transaction of the change. Of two at once one is refused. */
export async function spendGrant(tx: Tx, app: App, secretHash: Buffer): Promise<void> {
  const at = app.now();
  const { numUpdatedRows } = await tx
    .updateTable("recovery_grant")
    .set({ used_at: at })
    .where("secret_hash", "=", secretHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal("recovery_grant_missing");
}

/** The member's known device that this browser is: where the grant's code was right. */
export async function provenBrowser(
  tx: Tx,
  app: App,
  { memberId, cookies }: { memberId: bigint; cookies: Record<string, string> },
): Promise<string | undefined> {
  return findDevice(tx, app, { cookies, memberGuid: await guidOf(tx, memberId) });
}

/** No cookie of the member's counts any more. */
export async function voidGrants(tx: Tx, memberId: bigint, at: Date): Promise<void> {
  await tx
    .updateTable("recovery_grant")
    .set({ used_at: at })
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .execute();
}

async function guidOf(tx: Tx, memberId: bigint): Promise<string> {
  const { guid } = await tx
    .selectFrom("member")
    .select("guid")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return guid;
}
