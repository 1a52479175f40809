import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import type { LoanActor } from "#server/domains/loans/state/moveApplication.ts";
import { isOpenLoan } from "#server/domains/loans/state/isOpenLoan.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { bringUpToDate } from "#server/domains/loans/jobs/bringUpToDate.ts";
import { isPassing } from "#server/domains/loans/jobs/isPassing.ts";
import { Refusal } from "#server/refusal.ts";
import { type Allocation, lastDueNumber } from "#server/domains/loans/accounts/allocate.ts";
import {
  bookMoney,
  type PaymentSource,
  spendAdvance,
} from "#server/domains/loans/accounts/bookMoney.ts";
import {
  lockLoan,
  type LoanRow,
  writeInstalments,
} from "#server/domains/loans/accounts/loanRows.ts";
import { readSettlement } from "#server/domains/loans/accounts/readSettlement.ts";

export type NewPayment = {
  loanNo: string;
  /** What the payer calls it, 60 characters at most: taken once for each loan. */
  reference: string;
  /** payroll: the employer owes it (1310); counter: it comes from the member's savings; cash: it is in a drawer; else from `from`. */
  source: Exclude<PaymentSource, "advance">;
  /** The member's own account in the books that pays online or by itself, and the key of an order online. */
  from?: bigint;
  /** Of cash: the account of the branch in whose drawer it is. */
  cash?: bigint;
  orderKey?: string;
  amount: Centavos;
  /** The day in Manila that it counts for, not after today. */
  paidOn: string;
  /**
   * Ends the loan before its time: the amount must be that day's settlement, which may be nothing. What a member or the
   * desk pays ends it without this word, too, where it is exactly the settlement; what an employer pays where, with what
   * was paid ahead, it leaves nothing to settle.
   */
  settles?: boolean;
  actor: LoanActor;
  correlationId: string;
};

export type TakenPayment = Pick<Allocation, "penalty" | "interest" | "principal" | "advance"> & {
  /** False: it was taken before. */
  isNew: boolean;
};

/**
 * Takes money for a loan: penalty, then interest and principal of what is due; what is left is paid ahead and
 * waits for its due day, so that no interest is taken before it is earned. Entry, schedule, loan, notice and
 * audit stand or fall together. Before it, everything of the days up to it is done to the
 * loan (accrual, penalties, ageing), so that late jobs change no result. Money of a day that is past goes to
 * what has fallen due since, too, before any of it is kept ahead. Taken once for each reference: a
 * repeat answers the same. Refuses not_found, loan_not_open, loan_in_trouble where that work cannot be done,
 * loan_payment_differs, loan_settlement_amount, and from savings loan_payment_too_much and insufficient_funds.
 */
export async function takePayment(tx: Tx, app: App, payment: NewPayment): Promise<TakenPayment> {
  const { loanNo, reference, source, amount, paidOn, actor, correlationId } = payment;
  const isNothing = amount === 0n && payment.settles === true;
  if (amount <= 0n && !isNothing) throw new Error("A payment is more than nothing");
  if (paidOn > manilaDate(app.now())) throw new Error("A payment is not of a day to come");
  const loan = await lockLoan(tx, loanNo);
  const repeat = await findRepeat(tx, loan.id, payment);
  if (repeat !== undefined) return repeat;
  if (!isOpenLoan(loan)) throw new Refusal("loan_not_open");
  await doDaysBefore(tx, app, loan, paidOn);
  const money = { loanNo, paidOn, actor };
  const settles = await isSettling(tx, payment);
  if (settles) await fixSettlement(tx, app, { ...money, amount });
  const parts = await bookMoney(tx, app, {
    ...money,
    reference,
    source,
    from: payment.from,
    cash: payment.cash,
    orderKey: payment.orderKey,
    amount,
    isSettlement: settles,
    lastPayable: (instalments) =>
      settles ? instalments.length : lastDueNumber(instalments, manilaDate(app.now())),
  });
  if (!isNothing) {
    await tellOfLoan(tx, app, {
      memberId: loan.member_id,
      notice: "loan_payment_taken",
      params: { amount: formatPesos(amount), refNo: loanNo },
    });
  }
  if (source === "payroll") await endIfCovered(tx, app, { loanNo, actor });
  const { penalty, interest, principal, advance } = parts;
  await audit(tx, {
    at: app.now(),
    actorKind: actor.kind === "job" ? "system" : actor.kind,
    actor: actor.name,
    action: "take_loan_payment",
    object: `loan:${loanNo}`,
    correlationId,
    wholeFile: actor.wholeFile,
    detail: { reference, source, amount: String(amount), paidOn },
  });
  return { penalty, interest, principal, advance, isNew: true };
}

/** What cannot be done to this loan stops its payment and nothing else. Refuses loan_in_trouble. */
async function doDaysBefore(tx: Tx, app: App, loan: LoanRow, paidOn: string): Promise<void> {
  try {
    await bringUpToDate(tx, app, loan, paidOn);
  } catch (error) {
    if (isPassing(error)) throw error;
    app.log.error({ err: error, loanNo: loan.loan_no }, "a loan in trouble takes no payment");
    throw new Refusal("loan_in_trouble");
  }
}

async function findRepeat(
  tx: Tx,
  loanId: bigint,
  { reference, source, amount }: NewPayment,
): Promise<TakenPayment | undefined> {
  const taken = await tx
    .selectFrom("loan_payment")
    .selectAll()
    .where("loan_id", "=", loanId)
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (taken === undefined) return undefined;
  if (taken.amount_centavos !== amount || taken.source !== source) {
    throw new Refusal("loan_payment_differs");
  }
  return {
    penalty: taken.penalty_centavos,
    interest: taken.interest_centavos,
    principal: taken.principal_centavos,
    advance: taken.advance_centavos,
    isNew: false,
  };
}

/** Whether the loan ends. Nobody but an employer gives more than what ends it. Refuses loan_payment_too_much. */
async function isSettling(
  tx: Tx,
  { loanNo, source, amount, paidOn, settles }: NewPayment,
): Promise<boolean> {
  if (settles === true || source === "payroll") return settles === true;
  const { total } = await readSettlement(tx, await lockLoan(tx, loanNo), paidOn);
  if (amount > total) {
    throw new Refusal("loan_payment_too_much", { values: { amount: formatPesos(total) } });
  }
  return amount === total;
}

/**
 * Ends a loan for which everything has been paid, part of it ahead: the deduction that was counted as paid when the
 * member paid the rest has come. Left open, it would bear interest on money that is here.
 */
async function endIfCovered(
  tx: Tx,
  app: App,
  { loanNo, actor }: Pick<NewPayment, "loanNo" | "actor">,
): Promise<void> {
  const today = manilaDate(app.now());
  const loan = await lockLoan(tx, loanNo);
  if (!isOpenLoan(loan)) return;
  await doDaysBefore(tx, app, loan, today);
  const { total } = await readSettlement(tx, await lockLoan(tx, loanNo), today);
  if (total === 0n) await fixSettlement(tx, app, { loanNo, amount: 0n, paidOn: today, actor });
}

/** Takes the interest of days to come off the schedule, and spends what was paid ahead on what is left. */
async function fixSettlement(
  tx: Tx,
  app: App,
  wanted: { loanNo: string; amount: Centavos; paidOn: string; actor: LoanActor },
): Promise<void> {
  const { loanNo, amount, paidOn, actor } = wanted;
  const loan = await lockLoan(tx, loanNo);
  const { total, instalments } = await readSettlement(tx, loan, paidOn);
  if (amount !== total) {
    throw new Refusal("loan_settlement_amount", { values: { amount: formatPesos(total) } });
  }
  await writeInstalments(tx, loan.id, instalments);
  await spendAdvance(tx, app, {
    loanNo,
    paidOn,
    actor,
    lastPayable: (planned) => planned.length,
  });
}
