import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { formatPesos, formatPesosAscii } from "#common/money.ts";
import { type LoanType, loanTypes } from "#contract/loanTypes.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import {
  type LoanActor,
  lockApplication,
  moveApplication,
} from "#server/domains/loans/state/moveApplication.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import {
  findOffer,
  findSavings,
  type FoundOffer,
  type OfferRules,
  requireInTime,
  rulesOf,
} from "#server/domains/loans/state/findOffer.ts";
import { amortize } from "#server/domains/loans/terms/amortize.ts";
import { makeSchedule, type Planned } from "#server/domains/loans/terms/makeSchedule.ts";
import { readProduct } from "#server/domains/loans/terms/products.ts";
import { Refusal } from "#server/refusal.ts";
import { holdCapital, holdDeposits } from "./holdOut.ts";

type Release = { applicationNo: string; actor: LoanActor; correlationId: string };

/**
 * Releases a loan, once: the member's savings get the net proceeds, fee, stamp tax and premium go where they
 * belong (LOAN_RELEASE), the schedule is fixed and the application is released, all or nothing. Refuses
 * not_found, loan_application_state, loan_offer_not_accepted unless the newest offer was accepted,
 * loan_release_too_late once it is older than an offer lasts, loan_needs_savings, and loan_hold_out_short where
 * the capital contribution that stands behind it is not there.
 */
export async function releaseLoan(
  tx: Tx,
  app: App,
  { applicationNo, actor, correlationId }: Release,
): Promise<{ loanNo: string }> {
  const at = app.now();
  const application = await lockApplication(tx, applicationNo);
  if (application.state !== "for_signing") throw new Refusal("loan_application_state");
  const { member_id: memberId } = application;
  const offer = await findOffer(tx, { memberId, applicationNo });
  if (offer.accepted_at === null) throw new Refusal("loan_offer_not_accepted");
  requireInTime(offer, at);
  const savings = await findSavings(tx, memberId);
  if (savings === undefined) throw new Refusal("loan_needs_savings");
  const product = await readProduct(tx, application.product);
  const releasedOn = manilaDate(at);
  const rules = rulesOf(offer, product);
  const schedule = scheduleOf(offer, rules, releasedOn);
  const loan = await insertLoan(tx, { offer, rules, schedule, at });
  const hold = { loanNo: loan.loanNo, principal: offer.principal_centavos, at };
  // Before the proceeds are among them.
  const deposits = product.holdsDeposits
    ? await holdDeposits(tx, savings.ledger_account_id, hold)
    : null;
  const entryId = await bookRelease(tx, {
    offer,
    savingsId: savings.ledger_account_id,
    loanNo: loan.loanNo,
    actor,
    at,
  });
  const holdId = product.hasHoldOut ? await holdCapital(tx, memberId, hold) : deposits;
  await tx
    .updateTable("loan")
    .set({ release_entry_id: entryId, hold_id: holdId })
    .where("id", "=", loan.id)
    .execute();
  await moveApplication(tx, {
    applicationNo,
    to: "released",
    actor,
    reason: loan.loanNo,
    at,
    correlationId,
  });
  await audit(tx, {
    at,
    actorKind: actor.kind === "job" ? "system" : actor.kind,
    actor: actor.name,
    action: "release_loan",
    object: `loan:${loan.loanNo}`,
    correlationId,
    detail: { applicationNo, netProceeds: String(offer.net_proceeds_centavos) },
  });
  await tellOfLoan(tx, app, {
    memberId,
    notice: "loan_released",
    params: {
      amount: formatPesos(offer.net_proceeds_centavos),
      pesos: formatPesosAscii(offer.net_proceeds_centavos),
      date: noticeDay(schedule[0]?.dueOn ?? releasedOn),
      refNo: loan.loanNo,
    },
  });
  return { loanNo: loan.loanNo };
}

async function bookRelease(
  tx: Tx,
  booking: { offer: FoundOffer; savingsId: bigint; loanNo: string; actor: LoanActor; at: Date },
): Promise<bigint> {
  const { offer, savingsId, loanNo, actor, at } = booking;
  const { operation, step, lines } = recipe("LOAN_RELEASE", "post");
  const amounts = {
    P: offer.principal_centavos,
    FEE: offer.processing_fee_centavos,
    DST: offer.stamp_tax_centavos,
    INS: offer.premium_centavos,
  };
  return postJournalEntry(tx, {
    operation,
    step,
    reference: loanNo,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor: actor.name,
    lines: lines(amounts, { deposit_account: savingsId }),
  });
}

function scheduleOf(offer: FoundOffer, rules: OfferRules, releasedOn: string): Planned[] {
  const { principal_centavos: principal, annual_rate: annualRate, months } = offer;
  const terms = { principal, annualRate, releasedOn, rule: rules.dueRule };
  return makeSchedule(amortize(principal, annualRate, months), terms);
}

async function insertLoan(
  tx: Tx,
  made: { offer: FoundOffer; rules: OfferRules; schedule: Planned[]; at: Date },
): Promise<{ id: bigint; loanNo: string }> {
  const { offer, rules, schedule, at } = made;
  const { id, loan_no } = await tx
    .insertInto("loan")
    .values({
      loan_no: sql<string>`'LPRO-' || ${manilaDate(at).slice(0, 4)}::text || '-'
        || lpad(nextval('loan_number')::text, 7, '0')`,
      member_id: offer.member_id,
      application_id: offer.application_id,
      loan_type: offer.product,
      // A foreign key of the application.
      name: loanTypes[offer.product as LoanType],
      principal_centavos: offer.principal_centavos,
      principal_outstanding_centavos: offer.principal_centavos,
      monthly_amortization_centavos: offer.monthly_amortization_centavos,
      annual_rate: offer.annual_rate,
      months: offer.months,
      first_due_on: schedule[0]?.dueOn ?? manilaDate(at),
      due_rule: rules.dueRule,
      penalty_rate: rules.penaltyRate,
      grace_days: rules.graceDays,
      net_proceeds_centavos: offer.net_proceeds_centavos,
      effective_annual_rate: offer.effective_annual_rate,
      released_at: at,
    })
    .returning(["id", "loan_no"])
    .executeTakeFirstOrThrow();
  await insertSchedule(tx, id, schedule);
  return { id, loanNo: loan_no };
}

async function insertSchedule(tx: Tx, loanId: bigint, schedule: Planned[]): Promise<void> {
  await tx
    .insertInto("loan_instalment")
    .values(
      schedule.map(({ number, dueOn, principal, interest }) => ({
        loan_id: loanId,
        number,
        due_on: dueOn,
        principal_centavos: principal,
        interest_centavos: interest,
      })),
    )
    .execute();
}
