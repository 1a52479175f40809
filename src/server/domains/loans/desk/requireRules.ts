import { sql } from "kysely";
import type { Centavos } from "#common/money.ts";
import type { Language } from "#contract/refusals.ts";
import type { LoanFigures } from "#contract/staff/loanFigures.ts";
import type { Tx } from "#server/db/db.ts";
import { findSavings } from "#server/domains/loans/state/findOffer.ts";
import { Refusal } from "#server/refusal.ts";
import { figuresOf } from "./figures.ts";
import type { LockedApplication } from "./loanWork.ts";

type Size = { principal: Centavos; months: number; at: Date; language: Language };

/**
 * The figures of a loan of this size, reckoned anew, where it breaks no rule of its product at this moment
 * and there is an account to release it to: when it is proposed, at each approval, and at the release.
 * Refuses loan_breaks_rule, in words of `language`, and loan_needs_savings.
 */
export async function requireRules(
  tx: Tx,
  of: Pick<LockedApplication, "application_no" | "member_id">,
  { language, ...size }: Size,
): Promise<LoanFigures> {
  // Loans of a member at the same moment see each other: they share limits.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`loan limit ${of.member_id}`}, 0))`.execute(
    tx,
  );
  const figures = await figuresOf(tx, of.application_no, size);
  const [broken] = figures.breaks;
  if (broken !== undefined) {
    throw new Refusal("loan_breaks_rule", { values: { why: WORDS[language][broken] } });
  }
  if ((await findSavings(tx, of.member_id)) === undefined) throw new Refusal("loan_needs_savings");
  return figures;
}

const WORDS = {
  en: {
    limit: "it is above the limit for this member",
    take_home: "too little is left of the pay",
    age: "the member is too old when it ends",
    eligibility: "this member may not have this product",
    term: "the product has no such term",
    amount: "the product has no such amount",
  },
  fil: {
    limit: "lampas sa limit para sa miyembrong ito",
    take_home: "kulang ang matitira sa sahod",
    age: "lampas na sa edad ang miyembro pagtatapos nito",
    eligibility: "hindi para sa miyembrong ito ang produkto",
    term: "walang ganitong tagal ang produkto",
    amount: "walang ganitong halaga ang produkto",
  },
} as const;
