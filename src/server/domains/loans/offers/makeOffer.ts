import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import { LOAN_OFFER_DAYS } from "#contract/loanFields.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { lockApplication, moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { fixStatement } from "#server/domains/loans/disclosure/fixStatement.ts";
import { amortize } from "#server/domains/loans/terms/amortize.ts";
import { chargesOf } from "#server/domains/loans/terms/chargesOf.ts";
import { firstDueOn } from "#server/domains/loans/terms/dueDates.ts";
import { effectiveRates } from "#server/domains/loans/terms/effectiveRates.ts";
import { type LoanProduct, readProduct } from "#server/domains/loans/terms/products.ts";
import { Refusal } from "#server/refusal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type NewOffer = {
  applicationNo: string;
  principal: Centavos;
  months: number;
  /** Who approved it, for the statement. */
  by: string;
  correlationId: string;
};

/** What the terms come to, before an offer is made of them: for whoever proposes or approves. */
export function termsOf(product: LoanProduct, principal: Centavos, months: number) {
  const { monthly, parts } = amortize(principal, product.annualRate, months);
  const charges = chargesOf(product, principal, months);
  const netProceeds = principal - charges.total;
  const payments = parts.map((part) => part.principal + part.interest);
  const { monthly: monthlyRate, annual: annualRate } = effectiveRates(netProceeds, payments);
  return { monthly, parts, ...charges, netProceeds, monthlyRate, annualRate };
}

const isWithinBounds = ({ minimum, maximum }: LoanProduct, principal: Centavos): boolean =>
  principal >= minimum && principal <= maximum;

/** Whether the product is lent at this amount and term. */
export const isLent = (product: LoanProduct, principal: Centavos, months: number): boolean =>
  isWithinBounds(product, principal) && product.terms.includes(months);

/** Refuses loan_terms_not_allowed unless the product is lent at this amount and term. */
export function requireTerms(product: LoanProduct, principal: Centavos, months: number): void {
  if (isLent(product, principal, months)) return;
  const isWithin = isWithinBounds(product, principal);
  throw new Refusal("loan_terms_not_allowed", {
    param: isWithin ? "months" : "principal",
    values: {
      product: product.label,
      minimum: formatPesos(product.minimum),
      maximum: formatPesos(product.maximum),
      terms: product.terms.join(", "),
    },
  });
}

/**
 * Puts an approved application before the member as an offer, with every charge and the effective rates,
 * writes down what its disclosure statement says, and moves it on to for_signing. The member is told once that
 * is drawn (drawStatement.ts). A revised one gets a further version, and only the newest can be accepted.
 * Refuses loan_application_state unless it is approved, and loan_terms_not_allowed.
 */
export async function makeOffer(
  tx: Tx,
  app: App,
  { applicationNo, principal, months, by, correlationId }: NewOffer,
): Promise<{ offerId: bigint; version: number; disclosureNo: string }> {
  const at = app.now();
  const application = await lockApplication(tx, applicationNo);
  if (application.state !== "approved") throw new Refusal("loan_application_state");
  const product = await readProduct(tx, application.product);
  requireTerms(product, principal, months);
  const terms = termsOf(product, principal, months);
  const expiresAt = new Date(at.getTime() + LOAN_OFFER_DAYS * DAY_MS);
  const made = await tx
    .insertInto("loan_offer")
    .values({
      application_id: application.id,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from loan_offer
        where application_id = ${application.id})`,
      principal_centavos: principal,
      months,
      annual_rate: product.annualRate,
      processing_fee_centavos: terms.processingFee,
      stamp_tax_centavos: terms.stampTax,
      premium_centavos: terms.premium,
      net_proceeds_centavos: terms.netProceeds,
      monthly_amortization_centavos: terms.monthly,
      effective_monthly_rate: terms.monthlyRate,
      effective_annual_rate: terms.annualRate,
      due_rule: product.dueRule,
      penalty_rate: product.penaltyRate,
      grace_days: product.graceDays,
      first_due_on: firstDueOn(manilaDate(at), product.dueRule),
      disclosure_no: sql<string>`'DS-' || ${manilaDate(at).slice(0, 4)}::text || '-'
        || lpad(nextval('loan_disclosure_number')::text, 7, '0')`,
      made_by: by,
      made_at: at,
      expires_at: expiresAt,
    })
    .returning(["id", "version", "disclosure_no"])
    .executeTakeFirstOrThrow();
  await fixStatement(tx, made.id, at);
  await moveApplication(tx, {
    applicationNo,
    to: "for_signing",
    actor: { kind: "system", name: "makeOffer" },
    reason: made.disclosure_no,
    at,
    correlationId,
  });
  return { offerId: made.id, version: made.version, disclosureNo: made.disclosure_no };
}
