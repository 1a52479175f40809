import type { Frozen } from "#contract/frozen.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { endAccess } from "#server/domains/access/auth/endAccess.ts";
import { freezeCard } from "#server/domains/cards/lock/freezeCard.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { returnUnsent } from "#server/domains/transfers/rails/returnUnsent.ts";
import { returnUnsentLoads } from "#server/domains/transfers/settlement/returnUnsentLoads.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";

/** Who freezes, and how they showed that they may. */
export type Freezing = {
  memberId: bigint;
  by: "member" | "hotline" | "office";
  way: "session" | "code" | "passkey" | "staff";
  /** The member's guid, or the staff name. */
  actor: string;
  reason: string;
  /** Of where a member's call came from (sourceMark). */
  sourceMark: string | null;
  correlationId: string;
};

/** What was done in the transaction; the order that brings the card issuer to it is asked after the commit. */
export type FreezeDone = { answer: Frozen; orderId: bigint | undefined };

/**
 * Freezes a member's access in the caller's transaction, from the moment at which the member's row is taken: sessions,
 * sockets, codes, recoveries and known browsers end, orders and sign-ins are refused, the card is locked, scheduled
 * transfers are paused, and orders to other banks that no rail has yet, or from an account to somebody's card that the
 * issuer was not asked for yet, go back with their fee. Money still comes in, and deductions from pay go on. What is
 * frozen already stays as it was frozen, and nobody is told twice; the record says who asked again, and why. Refuses
 * where staff closed the access: that is opened by other rules. After the commit comes afterFreeze().
 */
export async function freezeMember(tx: Tx, app: App, freezing: Freezing): Promise<FreezeDone> {
  const { memberId, actor, correlationId } = freezing;
  const at = await holdMember(tx, app, memberId);
  const member = await tx
    .selectFrom("member")
    .select(["guid", "status", "access_closed_for"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (member.access_closed_for === "staff") throw new Refusal("access_closed");
  if (member.access_closed_for === "frozen") {
    await auditFreeze(tx, freezing, { guid: member.guid, at, action: "access_frozen_before" });
    return frozenBefore(tx, memberId);
  }
  // Before the change of status, so that each session says what ended it.
  const ended = await endAccess(tx, { memberId, at, reason: "frozen" });
  await closeAccess(tx, freezing, { ...member, at });
  const kind = freezing.by === "member" ? ("member" as const) : ("staff" as const);
  const card = await freezeCard(tx, {
    memberId,
    actor: { kind, name: actor },
    correlationId,
    at,
  });
  const returning = { memberId, source: "frozen", via: kind, correlationId, at };
  const comingBack = [
    ...(await returnUnsent(tx, app, returning)),
    ...(await returnUnsentLoads(tx, app, returning)),
  ];
  await auditFreeze(tx, freezing, {
    guid: member.guid,
    at,
    action: "access_frozen",
    counts: { sessions: ended.length, comingBack: comingBack.length },
  });
  const doer = kind === "member" ? ("member" as const) : ("office" as const);
  await noteActivity(tx, { memberId, at, kind: "account_frozen", doer });
  const values = { moment: manilaMoment(at) };
  await tellMember(tx, app, { memberId, notice: "account_frozen", values });
  const answer: Frozen = {
    frozenAt: at.toISOString(),
    wasFrozen: false,
    endedSessions: ended.length,
    card: card.isLocked ? "locked" : "none",
    comingBack,
  };
  return { answer, orderId: card.orderId };
}

/** Wakes the worker and asks the card issuer; the answer says whether it has confirmed the lock. */
export async function afterFreeze(app: App, { answer, orderId }: FreezeDone): Promise<Frozen> {
  pokeRelay(app);
  if (orderId === undefined) return answer;
  const { state } = await settleOrder(app, orderId);
  return { ...answer, card: state === "done" ? "locked" : "asked" };
}

/** Also of what was frozen already: staff who are called twice are asked later what they were told. */
async function auditFreeze(
  tx: Tx,
  freezing: Freezing,
  of: {
    guid: string;
    at: Date;
    action: "access_frozen" | "access_frozen_before";
    counts?: Record<string, number>;
  },
): Promise<void> {
  const { by, way, reason, sourceMark, actor, correlationId } = freezing;
  await audit(tx, {
    at: of.at,
    actorKind: by === "member" ? "member" : "staff",
    actor,
    action: of.action,
    object: `member:${of.guid}`,
    correlationId,
    detail: { by, way, reason, source: sourceMark, ...of.counts },
  });
}

async function frozenBefore(tx: Tx, memberId: bigint): Promise<FreezeDone> {
  const { frozen_at: at } = await tx
    .selectFrom("member_freeze")
    .select("frozen_at")
    .where("member_id", "=", memberId)
    .where("lifted_at", "is", null)
    .executeTakeFirstOrThrow();
  const card = await tx
    .selectFrom("card")
    .select("freeze_locked")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  const answer: Frozen = {
    frozenAt: at.toISOString(),
    wasFrozen: true,
    endedSessions: 0,
    card: card?.freeze_locked === true ? "locked" : "none",
    comingBack: [],
  };
  return { answer, orderId: undefined };
}

/** From here on nobody signs in; what stood before is kept, to stand again. */
async function closeAccess(
  tx: Tx,
  freezing: Freezing,
  was: { status: string; access_closed_for: string | null; at: Date },
): Promise<void> {
  const { memberId } = freezing;
  await tx
    .updateTable("member")
    .set({
      status: was.status === "active" ? "suspended" : was.status,
      access_closed_for: "frozen",
    })
    .where("id", "=", memberId)
    .execute();
  await tx
    .insertInto("member_freeze")
    .values({
      member_id: memberId,
      frozen_by: freezing.by,
      way: freezing.way,
      actor: freezing.actor,
      reason: freezing.reason,
      source_mark: freezing.sourceMark,
      frozen_at: was.at,
      was_status: was.status,
      was_closed_for: was.access_closed_for,
    })
    .execute();
  await tx
    .updateTable("first_time_code")
    .set({ closed_at: was.at })
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .execute();
}
