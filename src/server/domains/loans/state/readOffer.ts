import { manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { LoanOffer } from "#contract/loans.ts";
import { type LoanType, loanTypes } from "#contract/loanTypes.ts";
import type { App } from "#server/platform/app.ts";
import { amortize } from "#server/domains/loans/terms/amortize.ts";
import { makeSchedule, type Planned } from "#server/domains/loans/terms/makeSchedule.ts";
import { effectiveText, rateText } from "#server/domains/loans/terms/percentText.ts";
import { totalsOf } from "#server/domains/loans/terms/totalsOf.ts";
import { readProduct } from "#server/domains/loans/terms/products.ts";
import { findOffer, findSavings, rulesOf } from "./findOffer.ts";

/**
 * The newest offer of the member's application, as R.A. 3765 has it shown. The days of its schedule are those
 * of a release today while it can be accepted or waits for its release, else of the day it was made.
 */
export async function readOffer(
  app: App,
  { memberId, applicationNo }: { memberId: bigint; applicationNo: string },
): Promise<LoanOffer> {
  const offer = await findOffer(app.db, { memberId, applicationNo });
  const [product, savings] = await Promise.all([
    readProduct(app.db, offer.product),
    findSavings(app.db, memberId),
  ]);
  const { principal_centavos: principal, annual_rate: annualRate, months } = offer;
  const rules = rulesOf(offer, product);
  const isAhead = offer.state === "for_signing";
  const releasedOn = manilaDate(isAhead ? app.now() : offer.made_at);
  const schedule = makeSchedule(amortize(principal, annualRate, months), {
    principal,
    annualRate,
    releasedOn,
    rule: rules.dueRule,
  });
  const totalCharges = principal - offer.net_proceeds_centavos;
  // A foreign key of the application.
  const loanType = offer.product as LoanType;
  return {
    applicationNo,
    version: offer.version,
    loanType,
    name: loanTypes[loanType],
    principal,
    months,
    annualRate: rateText(annualRate),
    processingFee: offer.processing_fee_centavos,
    stampTax: offer.stamp_tax_centavos,
    premium: offer.premium_centavos,
    totalCharges,
    netProceeds: offer.net_proceeds_centavos,
    monthlyAmortization: offer.monthly_amortization_centavos,
    ...totalsOf(schedule, totalCharges),
    effectiveMonthlyRate: effectiveText(offer.effective_monthly_rate),
    effectiveAnnualRate: effectiveText(offer.effective_annual_rate),
    penaltyRate: rateText(rules.penaltyRate),
    graceDays: rules.graceDays,
    schedule: withBalances(principal, schedule),
    disclosureNo: offer.disclosure_no,
    creditedTo: savings?.account_number ?? null,
    madeAt: offer.made_at.toISOString(),
    expiresAt: offer.ends_at.toISOString(),
    acceptedAt: offer.accepted_at?.toISOString() ?? null,
  };
}

/** Each instalment with its sum and the principal left after it. */
export function withBalances<Row extends Pick<Planned, "principal" | "interest">>(
  principal: Centavos,
  schedule: Row[],
): (Row & { payment: Centavos; balance: Centavos })[] {
  let balance = principal;
  return schedule.map((row) => {
    balance -= row.principal;
    return { ...row, payment: row.principal + row.interest, balance };
  });
}
