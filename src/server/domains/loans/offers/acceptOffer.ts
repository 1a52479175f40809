import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { lockApplication } from "#server/domains/loans/state/moveApplication.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import { Refusal } from "#server/refusal.ts";
import {
  acceptIntent,
  findOffer,
  findSavings,
  requireAcceptable,
} from "#server/domains/loans/state/findOffer.ts";

/**
 * The member accepts the newest offer with a code for exactly its figures; nothing moves but the offer. The
 * same version accepted before answers the same. Refuses as requireAcceptable, for want of a savings account,
 * and for the code.
 */
export async function acceptOffer(
  app: App,
  caller: Caller,
  wanted: { applicationNo: string; version: number; code: StepUp },
): Promise<{ acceptedAt: string }> {
  const accepted = await transact(app.db, (tx) => accept(tx, app, caller, wanted));
  // A wrong code was counted, and that stays.
  if (accepted instanceof Refusal) throw accepted;
  return { acceptedAt: accepted.toISOString() };
}

async function accept(
  tx: Tx,
  app: App,
  caller: Caller,
  { applicationNo, version, code }: { applicationNo: string; version: number; code: StepUp },
): Promise<Date | Refusal> {
  const at = app.now();
  const application = await lockApplication(tx, applicationNo);
  const { memberId } = caller;
  if (application.member_id !== memberId) throw new Refusal("not_found");
  const offer = await findOffer(tx, { memberId, applicationNo });
  if (offer.version === version && offer.accepted_at !== null) return offer.accepted_at;
  requireAcceptable(offer, version, at);
  if ((await findSavings(tx, memberId)) === undefined) throw new Refusal("loan_needs_savings");
  const approval = { ...code, purpose: "accept_loan", intent: acceptIntent(offer) } as const;
  const refusal = await spendCode(tx, app, caller, approval);
  if (refusal !== undefined) return refusal;
  await tx
    .updateTable("loan_offer")
    .set({ accepted_at: at, accepted_pin_id: code.pinId })
    .where("id", "=", offer.id)
    .execute();
  await audit(tx, {
    at,
    actorKind: "member",
    actor: caller.memberGuid,
    action: "accept_loan_offer",
    object: `loan_application:${applicationNo}`,
    correlationId: caller.correlationId,
    detail: {
      disclosureNo: offer.disclosure_no,
      version,
      principal: String(offer.principal_centavos),
      netProceeds: String(offer.net_proceeds_centavos),
    },
  });
  await tellOfLoan(tx, app, {
    memberId,
    notice: "loan_accepted",
    params: {
      amount: formatPesos(offer.principal_centavos),
      pesos: formatPesosAscii(offer.principal_centavos),
      refNo: applicationNo,
    },
  });
  return at;
}
