import type { MemberMoney } from "#contract/staff/members.ts";
import type { App } from "#server/platform/app.ts";
import { accountNames } from "#server/domains/members/balances/accountNames.ts";
import { readOwnLimits } from "#server/domains/transfers/limits/own/readOwnLimits.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

type Product = MemberMoney["accounts"][number]["product"];
const ORDER: readonly string[] = ["me", "savings", "storage"] satisfies Product[];

/** Accounts with every hold on them, and loans. The balance of a capital contribution has both its parts. */
export async function readMemberMoney(app: App, memberGuid: string): Promise<MemberMoney> {
  const { id } = await findMember(app, memberGuid);
  const [accounts, holds, ownLimits, loans] = await Promise.all([
    readAccounts(app, id),
    readHolds(app, id),
    readOwnLimits(app, id),
    app.db.selectFrom("loan").selectAll().where("member_id", "=", id).orderBy("id").execute(),
  ]);
  return {
    accounts: accounts
      .toSorted((a, b) => ORDER.indexOf(a.product) - ORDER.indexOf(b.product))
      .map((account) => {
        // The table's check allows exactly these.
        const product = account.product as Product;
        return {
          product,
          name: accountNames[product],
          accountNumber: account.account_number,
          balance: account.balance_centavos + (account.fixed_centavos ?? 0n),
          available: account.available_centavos,
          held: account.hold_centavos,
          fixed: account.fixed_centavos,
          openedAt: account.opened_at.toISOString(),
          holds: holds
            .filter(({ ledger_account_id }) => ledger_account_id === account.ledger_account_id)
            .map((hold) => ({
              holdId: String(hold.id),
              amount: hold.amount_centavos,
              reason: hold.reason,
              reference: hold.reference,
              placedAt: hold.placed_at.toISOString(),
              expiresAt: endOf(hold)?.toISOString() ?? null,
            })),
        };
      }),
    ownLimits,
    loans: loans.map((loan) => ({
      loanNo: loan.loan_no,
      name: loan.name,
      principal: loan.principal_outstanding_centavos,
      overdue: loan.overdue_centavos,
      amortization: loan.monthly_amortization_centavos,
      releasedAt: loan.released_at.toISOString(),
    })),
  };
}

function readAccounts(app: App, memberId: bigint) {
  return app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .leftJoin("ledger_account as f", "f.id", "a.fixed_ledger_account_id")
    .select([
      "a.product",
      "a.account_number",
      "a.opened_at",
      "a.ledger_account_id",
      "l.balance_centavos",
      "l.available_centavos",
      "l.hold_centavos",
      "f.balance_centavos as fixed_centavos",
    ])
    .where("a.member_id", "=", memberId)
    .execute();
}

/** Money that a member has locked is free from a time on only once its release was asked for. */
const endOf = ({ lock_id: lock, free_from: free, expires_at: expires }: HoldEnd) =>
  lock === null ? expires : free;
type HoldEnd = { lock_id: bigint | null; free_from: Date | null; expires_at: Date };

function readHolds(app: App, memberId: bigint) {
  return app.db
    .selectFrom("ledger_hold as h")
    .innerJoin("member_account as a", "a.ledger_account_id", "h.ledger_account_id")
    .leftJoin("money_lock as k", "k.hold_id", "h.id")
    .select([
      "h.id",
      "h.ledger_account_id",
      "h.amount_centavos",
      "h.reason",
      "h.reference",
      "h.placed_at",
      "h.expires_at",
      "k.hold_id as lock_id",
      "k.free_from",
    ])
    .where("a.member_id", "=", memberId)
    .where("h.released_at", "is", null)
    .orderBy("h.id")
    .execute();
}
