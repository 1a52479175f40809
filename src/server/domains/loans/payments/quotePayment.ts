import { addDays, manilaDate } from "#common/manila.ts";
import type { Db } from "#server/db/db.ts";
import { deductionUnderWay } from "#server/domains/loans/accounts/deductionUnderWay.ts";
import { readLoanAccount } from "#server/domains/loans/accounts/readLoanAccount.ts";
import { readSettlement, type SettledLoan } from "#server/domains/loans/accounts/readSettlement.ts";
import { isOpenLoan } from "#server/domains/loans/state/isOpenLoan.ts";
import { byPaying } from "#server/domains/members/balances/byPaying.ts";
import { readAccounts } from "#server/domains/members/balances/readAccounts.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { penaltiesToCome } from "#server/domains/loans/accounts/penaltiesToCome.ts";

/** As far as an ending is quoted: two deductions from now. */
const QUOTED_DAYS = 62;

/**
 * What the caller can pay on a loan today, from which accounts, and what ends it on a day. Refuses not_found,
 * loan_not_open, and loan_quote_day for a day that is past or more than 62 days away.
 */
export async function quotePayment(
  app: App,
  caller: Caller,
  { loanNo, day }: { loanNo: string; day: string | undefined },
) {
  const today = manilaDate(app.now());
  const on = day ?? today;
  const { memberId } = caller;
  const account = await readLoanAccount(app, { memberId, loanNo });
  if (on < today || on > addDays(today, QUOTED_DAYS)) throw new Refusal("loan_quote_day");
  if (!isOpenLoan(account)) throw new Refusal("loan_not_open");
  const loan = await app.db
    .selectFrom("loan")
    .select(["id", "annual_rate", "released_at", "penalty_due_centavos", "advance_centavos"])
    .where("loan_no", "=", loanNo)
    .executeTakeFirstOrThrow();
  const [ending, deduction, accounts] = await Promise.all([
    endingOn(app.db, loan, { today, on }),
    deductionUnderWay(app.db, loan.id),
    readAccounts(app, memberId),
  ]);
  const most = account.settlement.total - (deduction?.amount ?? 0n);
  const { nextDue } = account;
  return {
    arrears: account.arrears.total,
    // The last of them may have interest of days to come in it, which nobody is asked for.
    nextDue: nextDue === null || nextDue.amount > account.settlement.total ? null : nextDue,
    deduction: deduction ?? null,
    most: most < 0n ? 0n : most,
    ending,
    accounts: byPaying(accounts).map(({ accountNumber, name, withdrawableBalance }) => ({
      accountNumber,
      name,
      available: withdrawableBalance,
    })),
  };
}

/** What ends a loan on a day, with the penalties of the days until then, if nothing is paid meanwhile. */
async function endingOn(db: Db, loan: SettledLoan, { today, on }: { today: string; on: string }) {
  const { principal, interest, advance, ...now } = await readSettlement(db, loan, on);
  const toCome = await penaltiesToCome(db, loan.id, { after: today, until: on });
  const penalties = toCome.reduce((sum, { amount }) => sum + amount, now.penalties);
  const total = principal + interest + penalties - advance;
  return { on, principal, interest, penalties, advance, total: total < 0n ? 0n : total };
}
