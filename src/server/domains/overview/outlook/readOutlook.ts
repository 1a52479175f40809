import { addDays, manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { Account } from "#contract/members.ts";
import {
  type ComingMoney,
  OUTLOOK_DAYS,
  OUTLOOK_MOVEMENTS,
  type Outlook,
} from "#contract/outlook.ts";
import { readLatest } from "#server/domains/history/accounts/readLatest.ts";
import { type ComingDue, readComingDues } from "#server/domains/loans/onDashboard/comingDues.ts";
import { byPaying } from "#server/domains/members/balances/byPaying.ts";
import { readAccounts } from "#server/domains/members/balances/readAccounts.ts";
import type { App, Caller } from "#server/platform/app.ts";

const MOST_PAID = 20;

/** What the dashboard tells beside the balances: what was, what comes, and which loans are paid. */
export async function readOutlook(app: App, caller: Caller): Promise<Outlook> {
  const { memberId } = caller;
  const today = manilaDate(app.now());
  const [accounts, latest, dues, releases, paidLoans] = await Promise.all([
    readAccounts(app, memberId),
    readLatest(app, caller, OUTLOOK_MOVEMENTS),
    readComingDues(app.db, { memberId, today, days: OUTLOOK_DAYS }),
    readReleases(app, memberId, addDays(today, OUTLOOK_DAYS)),
    readPaidLoans(app, memberId),
  ]);
  return { latest, coming: withBalances([...dues, ...releases], accounts), paidLoans };
}

type Coming = Omit<ComingDue, "kind" | "loan"> & Pick<ComingMoney, "kind" | "loan">;

/** In their order, each with what is available then on the account that it goes by. */
function withBalances(coming: readonly Coming[], accounts: readonly Account[]): ComingMoney[] {
  const available = new Map(
    accounts.map(({ accountNumber, withdrawableBalance }) => [accountNumber, withdrawableBalance]),
  );
  const payer = byPaying(accounts)[0]?.accountNumber ?? null;
  const move = (accountNumber: string, by: Centavos): ComingMoney["account"] => {
    const after = (available.get(accountNumber) ?? 0n) + by;
    available.set(accountNumber, after);
    const name = accounts.find((one) => one.accountNumber === accountNumber)?.name ?? "";
    return { accountNumber, name, after };
  };
  return coming
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map(({ accountNumber, ...row }) => {
      const account = row.kind === "deduction" ? null : (accountNumber ?? payer);
      const by = row.kind === "release" ? row.amount : -row.amount;
      return { ...row, account: account === null ? null : move(account, by) };
    });
}

/** Locked money that comes free by a day. */
async function readReleases(app: App, memberId: bigint, until: string): Promise<Coming[]> {
  const rows = await app.db
    .selectFrom("money_lock as k")
    .innerJoin("ledger_hold as h", "h.id", "k.hold_id")
    .innerJoin("member_account as a", "a.id", "k.account_id")
    .select(["k.free_from", "h.amount_centavos as amount", "a.account_number as accountNumber"])
    .where("k.member_id", "=", memberId)
    .where("k.ended_at", "is", null)
    .where("k.free_from", "is not", null)
    .orderBy("k.free_from")
    .execute();
  return rows
    .map(({ free_from: from, ...row }) => ({
      ...row,
      on: manilaDate(from ?? app.now()),
      kind: "release" as const,
      loan: null,
    }))
    .filter(({ on }) => on <= until);
}

async function readPaidLoans(app: App, memberId: bigint) {
  const rows = await app.db
    .selectFrom("loan")
    .select(["loan_no as loanNo", "name", "ended_at as endedAt"])
    .where("member_id", "=", memberId)
    .where("state", "=", "fully_paid")
    .orderBy("ended_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_PAID)
    .execute();
  return rows.map(({ endedAt, ...row }) => ({
    ...row,
    endedOn: manilaDate(endedAt ?? app.now()),
  }));
}
