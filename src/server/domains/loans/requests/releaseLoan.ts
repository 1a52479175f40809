import { formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { releaseLoan as release } from "#server/domains/loans/accounts/releaseLoan.ts";
import { findSavings, requireInTime } from "#server/domains/loans/state/findOffer.ts";
import { offerEnd } from "#server/domains/loans/state/offerEnd.ts";
import { Refusal } from "#server/refusal.ts";
import { lockApplication, type LockedApplication } from "#server/domains/loans/desk/loanWork.ts";
import { requireRules } from "#server/domains/loans/desk/requireRules.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readLoanOffice } from "./loanApproval.ts";

/**
 * Releases the loan that a member accepted: the proceeds go to the savings account, fees, stamp tax and
 * premium to their accounts, in one entry. The promissory note and the authority to deduct are on file.
 */
export const releaseLoan = defineKind({
  kind: "release_loan",
  subjectOf: ({ applicationNo }) => `loan_application:${applicationNo}`,
  readOffice: readLoanOffice,
  readBefore: async (tx, { applicationNo }) => {
    const of = await lockApplication(tx, applicationNo);
    const offer = await acceptedOffer(tx, of);
    const savings = await findSavings(tx, of.member_id);
    if (savings === undefined) throw new Refusal("loan_needs_savings");
    return {
      application: applicationNo,
      loanProduct: of.product,
      loanStage: of.state,
      disclosure: offer.disclosure_no,
      principal: formatPesosAscii(offer.principal_centavos),
      months: String(offer.months),
      processingFee: formatPesosAscii(offer.processing_fee_centavos),
      stampTax: formatPesosAscii(offer.stamp_tax_centavos),
      premium: formatPesosAscii(offer.premium_centavos),
      netProceeds: formatPesosAscii(offer.net_proceeds_centavos),
      account: savings.account_number,
    };
  },
  after: (_payload, before) => ({ ...before, loanStage: "released" }),
  mustHold: async (tx, { applicationNo }, now) => {
    const of = await lockApplication(tx, applicationNo);
    const offer = await acceptedOffer(tx, of);
    requireInTime(offer, now.at);
    const { principal_centavos: principal, months } = offer;
    await requireRules(tx, of, { principal, months, ...now });
  },
  apply: async (tx, { applicationNo }, { app, checker, correlationId }) => {
    const of = await lockApplication(tx, applicationNo);
    await acceptedOffer(tx, of);
    const actor = { kind: "staff", name: checker } as const;
    await release(tx, app, { applicationNo, actor, correlationId });
  },
});

/** The newest offer, if the member accepted it. Refuses request_does_not_apply. */
async function acceptedOffer(tx: Tx, of: LockedApplication) {
  const offer = await tx
    .selectFrom("loan_offer as o")
    .selectAll("o")
    .select(offerEnd.as("ends_at"))
    .where("o.application_id", "=", of.id)
    .orderBy("o.version", "desc")
    .limit(1)
    .executeTakeFirst();
  const isAccepted = offer !== undefined && offer.accepted_at !== null;
  if (of.state !== "for_signing" || !isAccepted) throw new Refusal("request_does_not_apply");
  return offer;
}
