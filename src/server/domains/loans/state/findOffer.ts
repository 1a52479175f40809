import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";
import type { DueRule } from "#server/domains/loans/terms/dueDates.ts";
import type { LoanProduct } from "#server/domains/loans/terms/products.ts";
import { Refusal } from "#server/refusal.ts";
import { offerEnd } from "./offerEnd.ts";

/** The newest offer of a member's application. Refuses not_found when there is none of theirs. */
export async function findOffer(
  db: Db | Tx,
  { memberId, applicationNo }: { memberId: bigint; applicationNo: string },
) {
  const offer = await db
    .selectFrom("loan_offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .leftJoin("loan_disclosure as d", "d.offer_id", "o.id")
    .selectAll("o")
    .select(["d.made_at as statement_made_at", offerEnd.as("ends_at")])
    .select(["a.application_no", "a.product", "a.state", "a.member_id"])
    .where("a.application_no", "=", applicationNo)
    .where("a.member_id", "=", memberId)
    .orderBy("o.version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (offer === undefined) throw new Refusal("not_found");
  return offer;
}
export type FoundOffer = Awaited<ReturnType<typeof findOffer>>;

/** What of a product's rules is fixed with an offer. */
export type OfferRules = Pick<LoanProduct, "dueRule" | "penaltyRate" | "graceDays">;

/** As the offer was made; those of the product for an offer that does not say. */
export function rulesOf(offer: FoundOffer, product: LoanProduct): OfferRules {
  return {
    // The table's check allows exactly these.
    dueRule: (offer.due_rule as DueRule | null) ?? product.dueRule,
    penaltyRate: offer.penalty_rate ?? product.penaltyRate,
    graceDays: offer.grace_days ?? product.graceDays,
  };
}

/** What a code approves of an offer, as it is stored. */
export function acceptIntent(offer: FoundOffer): Record<string, string> {
  return {
    kind: "accept_loan",
    applicationNo: offer.application_no,
    version: String(offer.version),
    principal: toDecimal(offer.principal_centavos),
    months: String(offer.months),
    netProceeds: toDecimal(offer.net_proceeds_centavos),
  };
}

/**
 * Refuses what can no longer, or not yet, be accepted: loan_application_state, loan_offer_changed for another
 * version than the newest, loan_offer_expired, loan_statement_not_ready until the disclosure statement is there
 * to be read (R.A. 3765).
 */
export function requireAcceptable(offer: FoundOffer, version: number, at: Date): void {
  if (offer.state !== "for_signing") throw new Refusal("loan_application_state");
  if (offer.version !== version) throw new Refusal("loan_offer_changed");
  if (offer.ends_at <= at) throw new Refusal("loan_offer_expired");
  if (offer.statement_made_at === null) throw new Refusal("loan_statement_not_ready");
}

/** Refuses loan_release_too_late after the last of the days that the statement of an offer names. */
export function requireInTime(offer: { ends_at: Date }, at: Date): void {
  if (offer.ends_at > at) return;
  const day = noticeDay(manilaDate(offer.ends_at));
  throw new Refusal("loan_release_too_late", { values: { day } });
}

/** The account that a loan is released to: the member's savings. Undefined while there is none. */
export async function findSavings(db: Db | Tx, memberId: bigint) {
  return db
    .selectFrom("member_account")
    .select(["id", "account_number", "ledger_account_id"])
    .where("member_id", "=", memberId)
    .where("product", "=", "savings")
    .executeTakeFirst();
}
