import type { AcceptLoanIntent } from "#contract/loanIntent.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { toDecimal } from "#common/money.ts";
import { Refusal } from "#server/refusal.ts";
import {
  acceptIntent,
  findOffer,
  findSavings,
  requireAcceptable,
} from "#server/domains/loans/state/findOffer.ts";

/**
 * What a code for this acceptance approves, as it is stored. Refuses what the acceptance itself would refuse
 * now, and loan_offer_changed where the page shows other figures than the offer has.
 */
export async function checkAcceptance(
  app: App,
  caller: Caller,
  { applicationNo, version, principal, months, netProceeds }: AcceptLoanIntent,
): Promise<Record<string, string>> {
  const offer = await findOffer(app.db, { memberId: caller.memberId, applicationNo });
  if (offer.accepted_at !== null) throw new Refusal("loan_application_state");
  requireAcceptable(offer, Number(version), app.now());
  if ((await findSavings(app.db, caller.memberId)) === undefined) {
    throw new Refusal("loan_needs_savings");
  }
  const kept = acceptIntent(offer);
  const isSame =
    kept["principal"] === toDecimal(principal) &&
    kept["netProceeds"] === toDecimal(netProceeds) &&
    kept["months"] === months;
  if (!isSame) throw new Refusal("loan_offer_changed");
  return kept;
}
