import { usesIn } from "#contract/cardUses.ts";
import { sql } from "kysely";
import { type CardDetails, getCardDetails } from "#contract/members.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { isWithinDay } from "#server/domains/cards/cvv/cvvDay.ts";
import { endOwnSuspension } from "#server/domains/cards/pin/endSuspensions.ts";
import { readLoss } from "#server/domains/cards/loss/readLoss.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { Refusal } from "#server/refusal.ts";

export const cardDetailsRoutes: Route[] = [
  onMemberCall(getCardDetails, async ({ app, caller }) => ({
    result: await readDetailsNow(app, caller),
  })),
];

/** A suspension that is over is over for who looks, whether its job has run or not. */
async function readDetailsNow(app: App, { memberId, memberGuid }: Caller): Promise<CardDetails> {
  const details = await readCardDetails(app, memberId);
  const { suspendedUntil: until } = details;
  const isOver = until !== null && new Date(until) <= app.now();
  return isOver && (await endOwnSuspension(app, memberGuid))
    ? readCardDetails(app, memberId)
    : details;
}

/** The card account and its settings. The balance is the card book's; the CVV is known to the issuer only. */
async function readCardDetails(app: App, memberId: bigint): Promise<CardDetails> {
  const card = await app.db
    .selectFrom("card as c")
    .innerJoin("ledger_account as l", "l.id", "c.ledger_account_id")
    .innerJoin("member as m", "m.id", "c.member_id")
    .select([
      "m.purchase_text_from_centavos",
      "c.account_no",
      "c.withdrawal_limit_centavos",
      "c.uses_off",
      "c.pin_changed_at",
      "c.cvv_changed_at",
      "c.cvv_unseen",
      "c.raised_limit_centavos",
      "c.raised_limit_from",
      "c.suspended_until",
      "c.admin_locked",
      "c.member_locked",
      "c.member_lock_ends_at",
      "l.balance_centavos",
      (is) =>
        is
          .selectFrom("card_order as o")
          .select("o.kind")
          .whereRef("o.card_id", "=", "c.id")
          .where("o.lane", "=", "member_lock")
          .where("o.state", "=", "open")
          .orderBy("o.id", "desc")
          .limit(1)
          .as("lock_pending"),
      openKind("change_pin", "reset_pin").as("pin_pending"),
      openKind("generate_cvv").as("cvv_pending"),
      sql<string | null>`(select o.detail ->> 'amount' from card_order o
        where o.card_id = c.id and o.kind = 'set_limit' and o.state = 'open'
          and (o.detail ->> 'amount')::bigint <> c.withdrawal_limit_centavos
        order by o.id desc limit 1)`.as("limit_pending"),
      sql<string | null>`(select o.detail ->> 'off' from card_order o
        where o.card_id = c.id and o.kind = 'set_uses' and o.state = 'open'
        order by o.id desc limit 1)`.as("uses_pending"),
    ])
    .where("c.member_id", "=", memberId)
    .executeTakeFirst();
  if (card === undefined || card.account_no === null) throw new Refusal("no_eon_account");
  return {
    accountNo: card.account_no,
    balance: card.balance_centavos,
    cvv: "***",
    transactionLimit: card.withdrawal_limit_centavos,
    purchaseTextFrom: card.purchase_text_from_centavos,
    datePinChanged: card.pin_changed_at?.toISOString() ?? null,
    dateCvvChanged: card.cvv_changed_at?.toISOString() ?? null,
    cvvDailyLimitReached: isWithinDay(card.cvv_changed_at, app.now()) ? 1 : 0,
    cvvToReveal: card.cvv_unseen ? 1 : 0,
    pendingLimit: readRaise(card),
    adminLocked: card.admin_locked ? 1 : 0,
    memberLocked: card.member_locked ? 1 : 0,
    suspendedUntil: card.suspended_until?.toISOString() ?? null,
    // The lane has these two kinds.
    lockPending: card.lock_pending as "lock" | "unlock" | null,
    lockEndsAt: card.member_lock_ends_at?.toISOString() ?? null,
    pinPending: card.pin_pending ? 1 : 0,
    cvvPending: card.cvv_pending ? 1 : 0,
    limitPending: card.limit_pending === null ? null : BigInt(card.limit_pending),
    loss: await readLoss(app.db, memberId, app.now()),
    usesOff: usesIn(card.uses_off.join(",")),
    usesPending: card.uses_pending === null ? null : usesIn(card.uses_pending),
  };
}

/** Whether the issuer was asked for this and has not answered. */
function openKind(...kinds: ("change_pin" | "reset_pin" | "generate_cvv")[]) {
  return sql<boolean>`exists (select 1 from card_order o
    where o.card_id = c.id and o.kind = any (${kinds}) and o.state = 'open')`;
}

function readRaise(card: {
  raised_limit_centavos: bigint | null;
  raised_limit_from: Date | null;
}): CardDetails["pendingLimit"] {
  if (card.raised_limit_centavos === null || card.raised_limit_from === null) return null;
  return { amount: card.raised_limit_centavos, startsAt: card.raised_limit_from.toISOString() };
}
