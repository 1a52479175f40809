import { sql } from "kysely";
import { NO_LIMIT, type OwnLimits, type OwnLimitWish } from "#contract/ownLimits.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { refuseWhilePaused } from "#server/domains/members/pause/refuseWhilePaused.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import { countsFrom } from "#server/domains/policy/waitOf.ts";
import { bilingual } from "#server/platform/messages/notices/limitTexts.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { readOwnLimits } from "./readOwnLimits.ts";
import { amountNames, type LimitSubject, raiseOwnIntent, subjectOf } from "./wish.ts";

/**
 * Sets one of the member's own limits. A lower one holds for every order from now on and takes back a raise that
 * does not hold yet, as does the limit that is; a higher one, or none, needs an approval of exactly this and holds once
 * it has waited as the policy says, judged by its time (own_limit_holds). Refuses a raise while a pause runs, and what is above the
 * house's limit. Orders hold the member's row: each is judged before this, or by what is set here.
 */
export async function setMemberLimit(
  app: App,
  caller: Caller,
  { wish, code }: { wish: OwnLimitWish; code: StepUp | undefined },
): Promise<OwnLimits> {
  const refusal = await transact(app.db, (tx) => decide(tx, app, caller, wish, code));
  if (refusal !== undefined) throw refusal;
  return readOwnLimits(app, caller.memberId);
}

/** A wrong code is counted, and committed, before it is refused. */
async function decide(
  tx: Tx,
  app: App,
  caller: Caller,
  wish: OwnLimitWish,
  code: StepUp | undefined,
): Promise<Refusal | undefined> {
  const at = await holdMember(tx, app, caller.memberId);
  const subject = await subjectOf(tx, caller, wish);
  const wanted = wish.amount === NO_LIMIT ? null : wish.amount;
  const now = await readNow(tx, caller, subject, wish, at);
  if (isRaise(now.holds, wanted)) {
    await refuseWhilePaused(tx, app, { memberId: caller.memberId, code: "raise_paused" });
    if (code === undefined) return new Refusal("otp_needed");
    const intent = raiseOwnIntent(wish, subject);
    const refusal = await spendCode(tx, app, caller, {
      ...code,
      purpose: "raise_own_limit",
      intent,
    });
    if (refusal !== undefined) return refusal;
    await keepRaise(tx, app, caller, { wish, subject, holds: now.holds, at });
  } else if (wanted !== now.holds || now.isRaising) {
    await keep(tx, app, caller, { wish, subject, at });
  }
  await sql`
    update member m set has_own_limits = exists (select from own_limit l where l.member_id = m.id)
    where m.id = ${caller.memberId}`.execute(tx);
  return undefined;
}

const isRaise = (holds: bigint | null, wanted: bigint | null): boolean =>
  holds !== null && (wanted === null || wanted > holds);

/** What holds now, null for none, and whether a raise waits. */
async function readNow(
  tx: Tx,
  { memberId }: Caller,
  { kind, recipientId }: LimitSubject,
  { span }: OwnLimitWish,
  at: Date,
): Promise<{ holds: bigint | null; isRaising: boolean }> {
  const { rows } = await sql<{ holds: bigint | null; is_raising: boolean }>`
    select own_limit_holds(l, m, ${at}::timestamptz) as holds,
      l.raised_from is not null and not own_limit_is_raised(l, m, ${at}::timestamptz) as is_raising
    from own_limit l join member m on m.id = l.member_id
    where l.member_id = ${memberId} and l.kind is not distinct from ${kind}
      and l.recipient_id is not distinct from ${recipientId}::uuid and l.span = ${span}`.execute(
    tx,
  );
  const [found] = rows;
  return { holds: found?.holds ?? null, isRaising: found?.is_raising ?? false };
}

type Kept = { wish: OwnLimitWish; subject: LimitSubject; at: Date };

/** What holds from now on. */
async function keep(tx: Tx, app: App, caller: Caller, { wish, subject, at }: Kept): Promise<void> {
  const amount = wish.amount === NO_LIMIT ? null : wish.amount;
  await write(tx, caller, { wish, subject }, { most: amount, raised: null, from: null });
  await note(tx, caller, "own_limit_set", { wish, subject, at }, {});
  const values = {
    ...bilingual("way", subject.name),
    ...bilingual("pesos", amountNames(wish.amount)),
  };
  await tellMember(tx, app, { memberId: caller.memberId, notice: "own_limit_set", values });
}

async function keepRaise(
  tx: Tx,
  app: App,
  caller: Caller,
  { wish, subject, holds, at }: Kept & { holds: bigint | null },
): Promise<void> {
  const from = await countsFrom(tx, "raise_own_limit", at);
  const raised = wish.amount === NO_LIMIT ? null : wish.amount;
  await write(tx, caller, { wish, subject }, { most: holds, raised, from });
  await note(
    tx,
    caller,
    "own_limit_raise_asked",
    { wish, subject, at },
    { from: from.toISOString() },
  );
  await tellMember(tx, app, {
    memberId: caller.memberId,
    notice: "own_limit_raise_asked",
    values: {
      ...bilingual("way", subject.name),
      ...bilingual("pesos", amountNames(wish.amount)),
      moment: manilaMoment(from),
    },
  });
}

/** Where nothing is left to hold there is no row. */
async function write(
  tx: Tx,
  { memberId }: Caller,
  { wish, subject }: Pick<Kept, "wish" | "subject">,
  to: { most: bigint | null; raised: bigint | null; from: Date | null },
): Promise<void> {
  const { kind, recipientId } = subject;
  if (to.most === null) {
    await tx
      .deleteFrom("own_limit")
      .where("member_id", "=", memberId)
      .where("kind", "is not distinct from", kind)
      .where("recipient_id", "is not distinct from", recipientId)
      .where("span", "=", wish.span)
      .execute();
    return;
  }
  await sql`
    insert into own_limit (member_id, kind, recipient_id, span, most_centavos, raised_centavos, raised_from)
    values (${memberId}, ${kind}, ${recipientId}::uuid, ${wish.span}, ${to.most}, ${to.raised}, ${to.from})
    on conflict (member_id, kind, recipient_id, span) do update set most_centavos = excluded.most_centavos,
      raised_centavos = excluded.raised_centavos, raised_from = excluded.raised_from`.execute(tx);
}

async function note(
  tx: Tx,
  { memberId, sessionId, memberGuid, correlationId }: Caller,
  kind: "own_limit_set" | "own_limit_raise_asked",
  { wish, subject, at }: Kept,
  more: Record<string, string>,
): Promise<void> {
  const { limit, span, amount } = wish;
  await noteActivity(tx, { memberId, at, kind, doer: "member", from: { sessionId } });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action: kind,
    object: `member:${memberGuid}`,
    correlationId,
    detail: { limit, span, amount: String(amount), account: subject.account, ...more },
  });
}
