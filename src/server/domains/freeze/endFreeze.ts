import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { forgetDevices } from "#server/domains/access/auth/devices.ts";
import { endPasskeys } from "#server/domains/passkeys/endPasskeys.ts";
import { unfreezeCard } from "#server/domains/cards/lock/freezeCard.ts";
import type { CardActor } from "#server/domains/cards/state/moveCard.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";

export type EndOfFreeze = {
  memberId: bigint;
  actor: CardActor & { kind: "member" | "staff" };
  how: "passkey_and_code" | "office";
  /** What an office saw of who stood there; null where the member came back alone. */
  identityDocument: string | null;
  correlationId: string;
  at: Date;
};

const OLD_ENOUGH_MS = 24 * 3_600_000;

/** A passkey that is not older than this may be of whoever the account was frozen for. */
export const oldEnough = ({ frozen_at: frozenAt }: { frozen_at: Date }): Date =>
  new Date(frozenAt.getTime() - OLD_ENOUGH_MS);

/** The open freeze of a member, locked; undefined where none is, or staff closed the access besides. */
export async function lockFreeze(tx: Tx, memberId: bigint) {
  const freeze = await tx
    .selectFrom("member_freeze as f")
    .innerJoin("member as m", "m.id", "f.member_id")
    .select(["f.id", "f.frozen_at", "f.was_status", "f.was_closed_for", "m.access_closed_for"])
    .where("f.member_id", "=", memberId)
    .where("f.lifted_at", "is", null)
    .forUpdate("f")
    .executeTakeFirst();
  return freeze?.access_closed_for === "frozen" ? freeze : undefined;
}

/**
 * Ends a freeze in the caller's transaction, which holds the member: what stood before it stands again, a lock of the
 * card by member or staff too. Whoever comes in first proves by code who they are: no device is known, a passkey
 * made within a day of the freeze is gone, and all are where an office ends it. The pause begins. Answers whether the
 * card issuer is asked.
 */
export async function endFreeze(tx: Tx, app: App, end: EndOfFreeze): Promise<boolean> {
  const { memberId, actor, correlationId, at } = end;
  const freeze = await lockFreeze(tx, memberId);
  if (freeze === undefined) throw new Refusal("request_does_not_apply");
  await tx
    .updateTable("member")
    .set({
      status: freeze.was_status,
      access_closed_for: freeze.was_closed_for,
      ...(freeze.was_status === "active" && { last_active_at: at }),
    })
    .where("id", "=", memberId)
    .execute();
  await tx
    .updateTable("member_freeze")
    .set({
      lifted_at: at,
      lifted_by: actor.name,
      lifted_how: end.how,
      identity_document: end.identityDocument,
    })
    .where("id", "=", freeze.id)
    .execute();
  const isAsked = await unfreezeCard(tx, { memberId, actor, correlationId, at });
  await forgetDevices(tx, { memberId, at });
  await endPasskeys(tx, app, {
    memberId,
    at,
    ...(end.how === "passkey_and_code" && { madeAfter: oldEnough(freeze) }),
  });
  await beginPause(tx, app, { memberId, reason: "unfrozen" });
  const doer = actor.kind === "member" ? ("member" as const) : ("office" as const);
  await noteActivity(tx, { memberId, at, kind: "account_unfrozen", doer });
  await tellMember(tx, app, { memberId, notice: "account_unfrozen" });
  return isAsked;
}
