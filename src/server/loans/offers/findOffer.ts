import { toDecimal } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** The newest offer of a member's application. Refuses not_found when there is none of theirs. */
export async function findOffer(
  db: Db | Tx,
  { memberId, applicationNo }: { memberId: bigint; applicationNo: string },
) {
  const offer = await db
    .selectFrom("loan_offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .selectAll("o")
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
 * version than the newest, loan_offer_expired.
 */
export function requireAcceptable(offer: FoundOffer, version: number, at: Date): void {
  if (offer.state !== "for_signing") throw new Refusal("loan_application_state");
  if (offer.version !== version) throw new Refusal("loan_offer_changed");
  if (offer.expires_at <= at) throw new Refusal("loan_offer_expired");
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
