import { type Centavos, formatPesos, formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import type { App } from "#server/platform/app.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";

type Day = { loanNo: string; memberId: bigint; dueOn: string };
export type ToldDebit = { amount: Centavos; accountNumber: string };

/** Tells the member of a due day of an automatic debit: what will be taken on it, or that it could not be. */
export async function tellOfDebit(
  tx: Tx,
  app: App,
  notice: "loan_debit_tomorrow" | "loan_debit_failed",
  { memberId, loanNo, dueOn }: Day,
  { amount, accountNumber }: ToldDebit,
): Promise<void> {
  await tellOfLoan(tx, app, {
    memberId,
    notice,
    params: {
      amount: formatPesos(amount),
      pesos: formatPesosAscii(amount),
      date: noticeDay(dueOn),
      refNo: loanNo,
      account: accountNumber.slice(-4),
    },
  });
}
