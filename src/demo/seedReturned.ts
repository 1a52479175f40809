import { manilaDate, manilaMonth } from "#common/manila.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { accountNames } from "#server/domains/members/balances/accountNames.ts";
import type { PastEntry } from "./entries.ts";
import type { SeededMember } from "./seededMember.ts";
import type { SeededAccount } from "./seededAccount.ts";

const AMOUNT = 1_500_00n;
const DAYS_AGO = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
const ANSWERED_AFTER_MS = 40 * 1000;

/**
 * A transfer that the issuer refused two days ago, as its order and its return left it: the money
 * went out and came back, the card has no line, the month's load is free again.
 */
export async function insertReturned(
  tx: Tx,
  member: SeededMember,
  savings: SeededAccount,
  now: Date,
): Promise<PastEntry[]> {
  const acceptedAt = moment(now.getTime() - DAYS_AGO * DAY_MS);
  const returnedAt = moment(acceptedAt.getTime() + ANSWERED_AFTER_MS);
  const reference = `OT${manilaDate(acceptedAt).replaceAll("-", "").slice(2)}-R${member.serial}`;
  await tx
    .insertInto("transfer")
    .values({
      ref_no: reference,
      kind: "own",
      member_id: member.id,
      card_id: member.cardId,
      source_account_id: savings.id,
      source_account_number: savings.number,
      source_name: accountNames.savings,
      destination_account_number: member.card.accountNo ?? "",
      amount_centavos: AMOUNT,
      state: "returned",
      load_month: manilaMonth(acceptedAt),
      accepted_at: acceptedAt,
      sent_at: acceptedAt,
      returned_at: returnedAt,
      correlation_id: "demo",
    })
    .execute();
  const source = { source_account: savings.ledgerAccountId };
  const entry = (step: "accept" | "fail", bookedAt: Date): PastEntry => ({
    operation: "OWN_TOPUP",
    step,
    reference,
    bookedAt,
    lines: recipe("OWN_TOPUP", step).lines({ A: AMOUNT }, source),
  });
  return [entry("accept", acceptedAt), entry("fail", returnedAt)];
}

function moment(milliseconds: number): Date {
  return new Date(milliseconds);
}
