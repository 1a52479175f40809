import { toDecimal } from "#common/money.ts";
import { loanTypes } from "#contract/loanTypes.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { placeHold } from "#server/ledger/holds.ts";
import { readLoanProducts } from "./demoFiles.ts";
import { type PastEntry, postPast } from "./entries.ts";
import { amortize, loansOf } from "./loans.ts";
import type { SeededMember } from "./seedMembers.ts";
import type { MoneyOfMember } from "./seedMoney.ts";

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** Loans by scenario; those secured by the capital contribution hold a part of it. */
export async function seedLoans(
  tx: Tx,
  app: App,
  members: SeededMember[],
  money: Map<bigint, MoneyOfMember>,
): Promise<void> {
  const products = readLoanProducts();
  const entries: PastEntry[] = [];
  let number = 0;
  for (const member of members) {
    for (const loan of loansOf(member.scenario, member.position)) {
      const product = products.find(({ code }) => code === loan.type);
      if (product === undefined) throw new Error(`No loan product ${loan.type}`);
      const paid = loan.monthsAgo - loan.overdueInstalments;
      // Rates have at most two decimals: 12.75 is 1275n.
      const yearlyRate = BigInt(Math.round(product.ratePaPercent * 100));
      const { monthly, outstanding } = amortize(loan.principal, yearlyRate, loan.months, paid);
      const releasedAt = new Date(app.now().getTime() - loan.monthsAgo * MONTH_MS);
      number += 1;
      const loanNo = `LPRO-2026-${String(number).padStart(7, "0")}`;
      await tx
        .insertInto("loan")
        .values({
          loan_no: loanNo,
          member_id: member.id,
          loan_type: loan.type,
          name: loanTypes[loan.type],
          principal_outstanding_centavos: outstanding,
          overdue_centavos: monthly * BigInt(loan.overdueInstalments),
          monthly_amortization_centavos: monthly,
          released_at: releasedAt,
        })
        .execute();
      entries.push(opening(loanNo, outstanding, releasedAt));
      if (loan.type === "BL") await holdCapital(tx, app, member, money, loanNo);
    }
  }
  await postPast(tx, entries);
}

function opening(loanNo: string, amount: bigint, bookedAt: Date): PastEntry {
  const control = (code: string) => ({ book: "ASSOC" as const, code, subledger: "" });
  return {
    operation: "LOAN_OPENING",
    step: "post",
    reference: loanNo,
    bookedAt,
    lines: [
      { account: control("1210"), side: "D", amount },
      { account: control("1110"), side: "C", amount },
    ],
  };
}

/** Half of what may be withdrawn stands behind the loan, and shows that available is not the balance. */
async function holdCapital(
  tx: Tx,
  app: App,
  member: SeededMember,
  money: Map<bigint, MoneyOfMember>,
  loanNo: string,
): Promise<void> {
  const account = money.get(member.id)?.me;
  if (account === undefined) return;
  const { balance_centavos } = await tx
    .selectFrom("ledger_account")
    .select("balance_centavos")
    .where("id", "=", account.ledgerAccountId)
    .executeTakeFirstOrThrow();
  const amount = balance_centavos / 2n;
  app.log.debug({ loanNo, amount: toDecimal(amount) }, "capital held for a demo loan");
  await placeHold(tx, {
    accountId: account.ledgerAccountId,
    amount,
    reference: loanNo,
    reason: "loan hold-out",
    at: app.now(),
    expiresAt: new Date("2099-12-31T16:00:00Z"),
  });
}
