import type { Answer } from "#contract/endpoint.ts";
import type { getLoanExample } from "#contract/loanExample.ts";
import type { LoanType } from "#contract/loanTypes.ts";
import type { Centavos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { effectiveText, rateText } from "#server/domains/loans/terms/percentText.ts";
import { readProduct } from "#server/domains/loans/terms/products.ts";
import { requireTerms, termsOf } from "./makeOffer.ts";

type Example = Extract<Answer<typeof getLoanExample>, { status: true }>["result"];

/**
 * What a loan would come to if it were offered now, by the same rules as an offer; nothing is written.
 * Refuses loan_terms_not_allowed.
 */
export async function readExample(
  app: App,
  asked: { loanType: LoanType; principal: Centavos; months: number },
): Promise<Example> {
  const { principal, months } = asked;
  const product = await readProduct(app.db, asked.loanType);
  requireTerms(product, principal, months);
  const terms = termsOf(product, principal, months);
  return {
    principal,
    months,
    monthlyAmortization: terms.monthly,
    processingFee: terms.processingFee,
    stampTax: terms.stampTax,
    premium: terms.premium,
    totalCharges: terms.total,
    netProceeds: terms.netProceeds,
    effectiveAnnualRate: effectiveText(terms.annualRate),
    penaltyRate: rateText(product.penaltyRate),
    graceDays: product.graceDays,
  };
}
