import type { Answer } from "#contract/endpoint.ts";
import type { getLoanExample } from "#contract/loanExample.ts";
import type { LoanType } from "#contract/loanTypes.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { effectiveText, rateText } from "#server/domains/loans/terms/percentText.ts";
import { makeSchedule } from "#server/domains/loans/terms/makeSchedule.ts";
import { totalsOf } from "#server/domains/loans/terms/totalsOf.ts";
import { type LoanProduct, readProduct } from "#server/domains/loans/terms/products.ts";
import { Refusal } from "#server/refusal.ts";
import { isLent, requireTerms, termsOf } from "./makeOffer.ts";

type Example = Extract<Answer<typeof getLoanExample>, { status: true }>["result"];

/**
 * What a loan would come to if it were offered now, by the same rules as an offer; nothing is written.
 * Refuses loan_terms_not_allowed.
 */
export async function readExample(
  app: App,
  { loanType, principal, months }: { loanType: LoanType; principal: Centavos; months: number },
): Promise<Example> {
  const releasedOn = manilaDate(app.now());
  return exampleOf(await readProduct(app.db, loanType), { principal, months, releasedOn });
}

/** What a month of a loan would cost by the same rules; null where the product is not lent so. */
export function estimateMonthly(
  product: LoanProduct,
  principal: Centavos,
  months: number,
): Centavos | null {
  if (!isLent(product, principal, months)) return null;
  return termsOf(product, principal, months).monthly;
}

/** What is borrowed in: nobody asks for pesos and centavos. */
const STEP: Centavos = 100_00n;

/**
 * The largest loan, in hundreds of pesos, of which a month costs no more than `payment`. Refuses
 * loan_terms_not_allowed, and loan_payment_too_small where the least loan costs more.
 */
export async function readForPayment(
  app: App,
  { loanType, payment, months }: { loanType: LoanType; payment: Centavos; months: number },
): Promise<Example> {
  const product = await readProduct(app.db, loanType);
  const least = product.minimum;
  requireTerms(product, least, months);
  const monthly = (steps: bigint) => termsOf(product, least + steps * STEP, months).monthly;
  if (monthly(0n) > payment)
    throw new Refusal("loan_payment_too_small", {
      param: "monthly_payment",
      values: { least: formatPesos(monthly(0n)) },
    });
  // The more is borrowed, the more a month costs: halved until one step is left.
  let fits = 0n;
  let isTooMuch = (product.maximum - least) / STEP + 1n;
  while (isTooMuch - fits > 1n) {
    const middle = (fits + isTooMuch) / 2n;
    if (monthly(middle) <= payment) fits = middle;
    else isTooMuch = middle;
  }
  const releasedOn = manilaDate(app.now());
  return exampleOf(product, { principal: least + fits * STEP, months, releasedOn });
}

function exampleOf(
  product: LoanProduct,
  of: { principal: Centavos; months: number; releasedOn: string },
): Example {
  const { principal, months, releasedOn } = of;
  requireTerms(product, principal, months);
  const terms = termsOf(product, principal, months);
  const { annualRate, dueRule: rule } = product;
  const schedule = makeSchedule(terms, { principal, annualRate, releasedOn, rule });
  return {
    principal,
    months,
    monthlyAmortization: terms.monthly,
    processingFee: terms.processingFee,
    stampTax: terms.stampTax,
    premium: terms.premium,
    totalCharges: terms.total,
    netProceeds: terms.netProceeds,
    ...totalsOf(schedule, terms.total),
    effectiveAnnualRate: effectiveText(terms.annualRate),
    penaltyRate: rateText(product.penaltyRate),
    graceDays: product.graceDays,
  };
}
