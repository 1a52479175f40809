import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { LoanActor } from "#server/domains/loans/state/moveApplication.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { findSavings } from "#server/domains/loans/state/findOffer.ts";
import { type Instalment, unpaidOf } from "./allocate.ts";
import type { LoanRow } from "./loanRows.ts";
import { openDay } from "./openDay.ts";

type Kept = {
  /** As it was before the money. */
  loan: LoanRow;
  /** As they are after it. */
  instalments: readonly Instalment[];
  moved: { principal: Centavos; penalty: Centavos; advance: Centavos };
  reference: string;
  day: string;
  actor: LoanActor;
};

/**
 * Keeps what the loan's row says of its schedule: what is owed, overdue and paid ahead (the dashboard's
 * figures). A past-due loan without arrears is active again; one that owes nothing is fully paid, and what
 * was paid too much for it goes back to the member.
 */
export async function keepLoan(tx: Tx, app: App, kept: Kept): Promise<void> {
  const { loan, instalments, moved } = kept;
  const today = manilaDate(app.now());
  const principal = loan.principal_outstanding_centavos - moved.principal;
  const penalty = loan.penalty_due_centavos - moved.penalty;
  const unpaid = instalments.filter((one) => unpaidOf(one) > 0n);
  const overdue = unpaid.filter(({ dueOn }) => dueOn < today);
  const isPaid = unpaid.length === 0 && penalty === 0n;
  const isCured = loan.state === "past_due" && penalty === 0n && overdue.length === 0;
  await tx
    .updateTable("loan")
    .set({
      principal_outstanding_centavos: principal,
      penalty_due_centavos: penalty,
      advance_centavos: loan.advance_centavos + moved.advance,
      overdue_centavos: overdue.reduce((sum, one) => sum + unpaidOf(one), penalty),
      next_unpaid: unpaid[0]?.number ?? loan.months + 1,
      ...(isCured && { state: "active", past_due_since: null }),
    })
    .where("id", "=", loan.id)
    .execute();
  if (isCured) await reclassify(tx, app, kept, principal);
  if (isPaid) await end(tx, app, kept);
}

/** From past due back to current, with the principal that is still owed. */
async function reclassify(tx: Tx, app: App, kept: Kept, principal: Centavos): Promise<void> {
  const { loan, reference, day, actor } = kept;
  if (principal > 0n) {
    const { operation, step, lines } = recipe("LOAN_AGEING", "current");
    await postJournalEntry(tx, {
      operation,
      step,
      reference: `${loan.loan_no}/${reference}`,
      businessDate: await openDay(tx, day),
      bookedAt: app.now(),
      actor: actor.name,
      lines: lines({ P: principal }, {}),
    });
  }
  await record(tx, app, kept, { from: "past_due", to: "active" });
  if (principal > 0n) await tell(tx, app, kept, "loan_current_again");
}

async function end(tx: Tx, app: App, kept: Kept): Promise<void> {
  const { loan, moved } = kept;
  const at = app.now();
  await tx
    .updateTable("loan")
    .set({ state: "fully_paid", ended_at: at, next_unpaid: loan.months + 1 })
    .where("id", "=", loan.id)
    .execute();
  const refunded = await refund(tx, app, kept, loan.advance_centavos + moved.advance);
  await record(tx, app, kept, { from: "active", to: "fully_paid" });
  if (refunded === 0n) await tell(tx, app, kept, "loan_fully_paid");
  else await tell(tx, app, kept, "loan_refunded", { amount: formatPesos(refunded) });
}

/** What was paid ahead of a loan that has ended goes to the member's savings, where there are such; answers how much. */
async function refund(tx: Tx, app: App, kept: Kept, amount: Centavos): Promise<Centavos> {
  const { loan, reference, day, actor } = kept;
  const savings = amount === 0n ? undefined : await findSavings(tx, loan.member_id);
  if (savings === undefined) return 0n;
  const { operation, step, lines } = recipe("LOAN_ADVANCE", "refund");
  await postJournalEntry(tx, {
    operation,
    step,
    reference: `${loan.loan_no}/${reference}`,
    businessDate: await openDay(tx, day),
    bookedAt: app.now(),
    actor: actor.name,
    lines: lines({ A: amount }, { deposit_account: savings.ledger_account_id }),
  });
  await tx
    .updateTable("loan")
    .set({ advance_centavos: 0n, refunded_centavos: amount })
    .where("id", "=", loan.id)
    .execute();
  return amount;
}

async function record(
  tx: Tx,
  app: App,
  { loan, actor, reference }: Kept,
  move: { from: string; to: string },
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: actor.kind === "job" ? "system" : actor.kind,
    actor: actor.name,
    action: "move_loan",
    object: `loan:${loan.loan_no}`,
    correlationId: reference,
    wholeFile: actor.wholeFile,
    detail: move,
  });
}

async function tell(
  tx: Tx,
  app: App,
  { loan }: Kept,
  notice: "loan_current_again" | "loan_fully_paid" | "loan_refunded",
  more: Record<string, string> = {},
): Promise<void> {
  const params = { refNo: loan.loan_no, ...more };
  await tellOfLoan(tx, app, { memberId: loan.member_id, notice, params });
}
