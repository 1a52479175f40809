import type { Centavos } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import type { LoanFigures } from "#contract/staff/loanFigures.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { amortize } from "#server/domains/loans/terms/amortize.ts";
import { chargesOf } from "#server/domains/loans/terms/chargesOf.ts";
import { dueOn, firstDueOn } from "#server/domains/loans/terms/dueDates.ts";
import { effectiveRates } from "#server/domains/loans/terms/effectiveRates.ts";
import { effectiveText, rateText } from "#server/domains/loans/terms/percentText.ts";
import { type LoanProduct, readProduct } from "#server/domains/loans/terms/products.ts";
import { Refusal } from "#server/refusal.ts";
import { isOpenTo } from "./eligibility.ts";
import { type Means, readElsewhere, readOwnMeans } from "./memberMeans.ts";
import { type Elsewhere, isTooOld, limitOf, takeHomeFloor, takenOf } from "./productLimit.ts";

type Size = { principal: Centavos; months: number; at: Date };

/**
 * What the loan that an application asks for would be at this size, were it released today, and which
 * rules it breaks: by the newest assessment, the member's own money, standing and employer as the books have
 * them, and the product as it is lent now.
 * Refuses not_found.
 */
export async function figuresOf(
  db: Db | Tx,
  applicationNo: string,
  { principal, months, at }: Size,
): Promise<LoanFigures> {
  const applied = await readAppliedFor(db, applicationNo);
  const product = await readProduct(db, applied.product);
  const loan = plan(product, { principal, months, at });
  const ability =
    applied.pay === null
      ? undefined
      : judge(applied, product, await readHad(db, applied, applicationNo), loan.amortization);
  const breaks: LoanFigures["breaks"] = [];
  if (!product.terms.includes(months)) breaks.push("term");
  if (principal < product.minimum || principal > product.maximum) breaks.push("amount");
  if (ability !== undefined && principal > ability.limit) breaks.push("limit");
  if (ability?.isTakeHomeTooLow) breaks.push("take_home");
  if (isTooOld(applied.max_age_at_maturity, applied.date_of_birth, loan.lastDueOn))
    breaks.push("age");
  if (!isOpenTo(applied) || !(await hasRequired(db, applied))) breaks.push("eligibility");
  return {
    principal,
    months,
    annualRate: rateText(product.annualRate),
    fee: loan.charges.processingFee,
    stampTax: loan.charges.stampTax,
    premium: loan.charges.premium,
    netProceeds: principal - loan.charges.total,
    amortization: loan.amortization,
    effectiveRate: effectiveText(loan.effectiveAnnual),
    firstDueOn: loan.firstDueOn,
    limit: ability?.limit ?? null,
    deductions: ability?.deductions ?? null,
    ownAmortizations: ability?.ownAmortizations ?? null,
    takeHomePay: ability?.takeHomePay ?? null,
    takeHomeFloor: ability?.floor ?? null,
    breaks,
  };
}

function plan(product: LoanProduct, { principal, months, at }: Size) {
  const { monthly, parts } = amortize(principal, product.annualRate, months);
  const charges = chargesOf(product, principal, months);
  const instalments = parts.map((part) => part.principal + part.interest);
  const first = firstDueOn(manilaDate(at), product.dueRule);
  return {
    amortization: monthly,
    charges,
    effectiveAnnual: effectiveRates(principal - charges.total, instalments).annual,
    firstDueOn: first,
    lastDueOn: dueOn(first, product.dueRule, months),
  };
}

type Had = Means & Elsewhere & { amortizations: Centavos };

async function readHad(db: Db | Tx, applied: AppliedFor, applicationNo: string): Promise<Had> {
  const { member_id: memberId, product } = applied;
  const means = await readOwnMeans(db, memberId);
  return { ...means, ...(await readElsewhere(db, { memberId, product, applicationNo })) };
}

/** Of what is taken from the pay already the documents may leave our own loans out: those count in any case. */
function judge(applied: AppliedFor, product: LoanProduct, had: Had, amortization: Centavos) {
  const { amortizations: ownAmortizations } = had;
  const declared = applied.deductions ?? 0n;
  const facts = {
    ...had,
    pay: applied.pay ?? 0n,
    deductions: declared > ownAmortizations ? declared : ownAmortizations,
    collateral: applied.collateral ?? 0n,
  };
  const floor = takeHomeFloor(product.code, applied.take_home_floor_centavos, facts);
  const takeHomePay = facts.pay - facts.deductions - amortization;
  const left = limitOf(product.code, product.maximum, facts) - takenOf(product.code, had);
  return {
    limit: left > 0n ? left : 0n,
    deductions: facts.deductions,
    ownAmortizations,
    takeHomePay,
    floor,
    isTakeHomeTooLow: floor !== null && takeHomePay < floor,
  };
}

/** Products on top of another loan are for whoever has that one. */
async function hasRequired(db: Db | Tx, applied: AppliedFor): Promise<boolean> {
  if (applied.requires.length === 0) return true;
  const held = await db
    .selectFrom("loan")
    .select("id")
    .where("member_id", "=", applied.member_id)
    .where("loan_type", "in", applied.requires)
    .where("state", "in", ["active", "past_due"])
    .executeTakeFirst();
  return held !== undefined;
}

type AppliedFor = Awaited<ReturnType<typeof readAppliedFor>>;

async function readAppliedFor(db: Db | Tx, applicationNo: string) {
  const found = await db
    .selectFrom("loan_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .leftJoin("member_identification as i", "i.member_id", "m.id")
    .innerJoin("loan_product as p", "p.code", "a.product")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("loan_assessment as s")
          .select(["s.pay_centavos", "s.deductions_centavos", "s.collateral_centavos"])
          .whereRef("s.application_id", "=", "a.id")
          .orderBy("s.id", "desc")
          .limit(1)
          .as("s"),
      (join) => join.onTrue(),
    )
    .select([
      "a.product",
      "a.member_id",
      "m.status",
      "m.employer",
      "m.date_of_birth",
      "i.employment",
      "p.take_home_floor_centavos",
      "p.max_age_at_maturity",
      "p.requires",
      "p.member_statuses",
      "p.employers",
      "s.pay_centavos as pay",
      "s.deductions_centavos as deductions",
      "s.collateral_centavos as collateral",
    ])
    .where("a.application_no", "=", applicationNo)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return found;
}
