import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { formatPesosAscii } from "#common/money.ts";
import { WITHDRAWAL_LIMIT_CEILING_CENTAVOS } from "#contract/cardIntents.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import { holdPause, pausedRefusal } from "#server/domains/members/pause/refuseWhilePaused.ts";
import { countsFrom } from "#server/domains/policy/waitOf.ts";
import { Refusal } from "#server/refusal.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { raiseIntent } from "./raiseIntent.ts";
import { tooHigh } from "./tooHigh.ts";

const OWN_TIME_MS = 15_000;

export type LimitWish = { amount: bigint; code: StepUp | undefined };

/** The limit as it holds, and a raise that is yet to start. */
export type LimitAnswer = {
  transactionLimit: bigint;
  pendingLimit: { amount: bigint; startsAt: string } | null;
};

/**
 * Sets the daily withdrawal limit of the member's own card. A cut holds once the issuer has confirmed it,
 * and takes back a raise that has not started; a raise needs an approval of exactly this amount and starts as
 * much later as the policy has it wait (startRaisedLimits.ts). Refuses a raise in the member's pause, what is above the programme's
 * ceiling, and with limit_change_open when the issuer has not answered a cut: the worker goes on with it.
 */
export async function setOwnLimit(app: App, caller: Caller, wish: LimitWish): Promise<LimitAnswer> {
  if (wish.amount > WITHDRAWAL_LIMIT_CEILING_CENTAVOS) throw tooHigh();
  const asked = await transact(app.db, (tx) => decide(tx, app, caller, wish));
  if (asked instanceof Refusal) throw asked;
  if (asked !== undefined) {
    const end = await settleOrder(app, asked);
    if (end.state === "open") throw new Refusal("limit_change_open");
    if (end.state === "refused") {
      throw end.code === "LIMIT_OVER_CEILING" ? tooHigh() : new Refusal("card_state");
    }
  }
  return readLimit(app, caller.memberId);
}

async function decide(
  tx: Tx,
  app: App,
  caller: Caller,
  { amount, code }: LimitWish,
): Promise<bigint | undefined | Refusal> {
  const pausedUntil = await holdPause(tx, app, caller.memberId);
  const at = app.now();
  const card = await ownCard(tx, caller.memberId, "set_limit");
  const asked = await openAmounts(tx, card.id);
  // A cut that the issuer has not confirmed may hold there already.
  const holds = asked.reduce(
    (least, one) => (one < least ? one : least),
    card.withdrawal_limit_centavos,
  );
  if (amount > holds) {
    if (pausedUntil !== null) return pausedRefusal("raise_paused", pausedUntil);
    if (code === undefined) return new Refusal("otp_needed");
    const approval = { ...code, purpose: "raise_limit", intent: raiseIntent(amount) } as const;
    const refusal = await spendCode(tx, app, caller, approval);
    if (refusal !== undefined) return refusal;
    await keepRaise(tx, app, caller, { cardId: card.id, amount, at });
    return undefined;
  }
  await tx
    .updateTable("card")
    .set({ raised_limit_centavos: null, raised_limit_from: null })
    .where("id", "=", card.id)
    .execute();
  if (amount === card.withdrawal_limit_centavos && asked.length === 0) return undefined;
  await noteLimit(tx, caller, "limit_cut_asked", at);
  return openOrder(tx, {
    cardId: card.id,
    kind: "set_limit",
    detail: { amount: String(amount) },
    actor: { kind: "member", name: caller.memberGuid },
    correlationId: caller.correlationId,
    at,
    askFrom: new Date(at.getTime() + OWN_TIME_MS),
  });
}

/** The limits that the issuer was asked for and has not confirmed. */
async function openAmounts(tx: Tx, cardId: bigint): Promise<bigint[]> {
  const rows = await tx
    .selectFrom("card_order")
    .select("detail")
    .where("card_id", "=", cardId)
    .where("kind", "=", "set_limit")
    .where("state", "=", "open")
    .execute();
  // Written by this file.
  return rows.map(({ detail }) => BigInt((detail as { amount: string }).amount));
}

async function keepRaise(
  tx: Tx,
  app: App,
  caller: Caller,
  { cardId, amount, at }: { cardId: bigint; amount: bigint; at: Date },
): Promise<void> {
  const startsAt = await countsFrom(tx, "raise_limit", at);
  await tx
    .updateTable("card")
    .set({ raised_limit_centavos: amount, raised_limit_from: startsAt })
    .where("id", "=", cardId)
    .execute();
  await audit(tx, {
    at,
    actorKind: "member",
    actor: caller.memberGuid,
    action: "raise_withdrawal_limit",
    object: `card:${cardId}`,
    correlationId: caller.correlationId,
    detail: { amount: String(amount), startsAt: startsAt.toISOString() },
  });
  await noteLimit(tx, caller, "limit_raise_asked", at);
  await tellMember(tx, app, {
    memberId: caller.memberId,
    notice: "limit_raise_asked",
    values: { limit: formatPesosAscii(amount), moment: manilaMoment(startsAt) },
  });
}

async function noteLimit(
  tx: Tx,
  { memberId, sessionId }: Caller,
  kind: "limit_cut_asked" | "limit_raise_asked",
  at: Date,
): Promise<void> {
  await noteActivity(tx, { memberId, at, kind, doer: "member", from: { sessionId } });
}

async function readLimit(app: App, memberId: bigint): Promise<LimitAnswer> {
  const card = await app.db
    .selectFrom("card")
    .select(["withdrawal_limit_centavos", "raised_limit_centavos", "raised_limit_from"])
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return {
    transactionLimit: card.withdrawal_limit_centavos,
    pendingLimit:
      card.raised_limit_centavos === null || card.raised_limit_from === null
        ? null
        : { amount: card.raised_limit_centavos, startsAt: card.raised_limit_from.toISOString() },
  };
}
