import { type CardDetails, getCardDetails } from "#contract/members.ts";
import type { App } from "#server/app.ts";
import { onMemberCall, type Route } from "#server/http/calls.ts";
import { Refusal } from "#server/refusal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const cardDetailsRoutes: Route[] = [
  onMemberCall(getCardDetails, async ({ app, caller }) => ({
    result: await readCardDetails(app, caller.memberId),
  })),
];

/** The card account and its settings. The balance is the card book's; the CVV is known to the issuer only. */
async function readCardDetails(app: App, memberId: bigint): Promise<CardDetails> {
  const card = await app.db
    .selectFrom("card as c")
    .innerJoin("ledger_account as l", "l.id", "c.ledger_account_id")
    .select([
      "c.account_no",
      "c.withdrawal_limit_centavos",
      "c.pin_changed_at",
      "c.cvv_changed_at",
      "c.admin_locked",
      "c.member_locked",
      "l.balance_centavos",
    ])
    .where("c.member_id", "=", memberId)
    .executeTakeFirst();
  if (card === undefined || card.account_no === null) throw new Refusal("no_eon_account");
  return {
    accountNo: card.account_no,
    balance: card.balance_centavos,
    cvv: "***",
    transactionLimit: card.withdrawal_limit_centavos,
    datePinChanged: card.pin_changed_at?.toISOString() ?? null,
    dateCvvChanged: card.cvv_changed_at?.toISOString() ?? null,
    cvvDailyLimitReached: isWithinDay(card.cvv_changed_at, app.now()) ? 1 : 0,
    adminLocked: card.admin_locked ? 1 : 0,
    memberLocked: card.member_locked ? 1 : 0,
  };
}

/** A new CVV once in 24 rolling hours (decisions.md, section 5). */
function isWithinDay(changedAt: Date | null, at: Date): boolean {
  return changedAt !== null && at.getTime() - changedAt.getTime() < DAY_MS;
}
