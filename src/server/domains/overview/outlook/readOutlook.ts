import { sql } from "kysely";
import { brand } from "#brand";
import { comingTransfers } from "#server/domains/transfers/schedules/readSchedules.ts";
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
import { contributionParts } from "#server/domains/members/balances/contributionParts.ts";
import { readAccounts } from "#server/domains/members/balances/readAccounts.ts";
import type { App, Caller } from "#server/platform/app.ts";

const MOST_PAID = 20;

/** What the dashboard tells beside the balances: what was, what comes, and which loans are paid. */
export async function readOutlook(app: App, caller: Caller): Promise<Outlook> {
  const { memberId } = caller;
  const today = manilaDate(app.now());
  const until = addDays(today, OUTLOOK_DAYS);
  const [accounts, card, latest, dues, releases, savings, transfers, paidLoans] = await Promise.all(
    [
      readAccounts(app, memberId),
      readCard(app, memberId),
      readLatest(app, caller, OUTLOOK_MOVEMENTS),
      readComingDues(app.db, { memberId, today, days: OUTLOOK_DAYS }),
      readReleases(app, memberId, until),
      readFromPay(app, memberId, today),
      readTransfers(app, memberId, until),
      readPaidLoans(app, memberId),
    ],
  );
  const coming = [...dues, ...[...releases, ...savings].map(notAsked)].map((row) => ({
    ...row,
    payee: null,
  }));
  return { latest, coming: withBalances([...coming, ...transfers], accounts, card), paidLoans };
}

const notAsked = <Row>(row: Row) => ({ ...row, isUnderWay: false, isDeducted: false });

type Known = Omit<ComingDue, "kind" | "loan"> & Pick<ComingMoney, "kind" | "loan">;
/** `comesTo`: what of it comes to which other own account. */
/** What moves among the member's own. */
type Own = Omit<Known, "isUnderWay" | "isDeducted">;
type Coming = Known &
  Pick<ComingMoney, "payee"> & { comesTo?: { account: string; amount: Centavos } };
type Place = { accountNumber: string; name: string; available: Centavos };

/** In their order, each with what is available then on the account that it goes by. */
function withBalances(
  coming: readonly Coming[],
  accounts: readonly Account[],
  card: Place | undefined,
): ComingMoney[] {
  const places: Place[] = [
    ...accounts.map(({ accountNumber, name, withdrawableBalance: available }) => ({
      accountNumber,
      name,
      available,
    })),
    ...(card === undefined ? [] : [card]),
  ];
  const available = new Map(places.map((place) => [place.accountNumber, place.available]));
  const payer = byPaying(accounts)[0]?.accountNumber ?? null;
  const move = (accountNumber: string, by: Centavos, stays = 0n): ComingMoney["account"] => {
    const after = (available.get(accountNumber) ?? 0n) + by;
    available.set(accountNumber, after);
    const name = places.find((one) => one.accountNumber === accountNumber)?.name ?? "";
    return { accountNumber, name, after, stays };
  };
  /** What it does to what is available there: of a contribution a part of what comes may stay. */
  const byOf = (accountNumber: string, { kind, amount }: Pick<Coming, "kind" | "amount">) => {
    const of = accounts.find((one) => one.accountNumber === accountNumber);
    if (kind === "release") return amount;
    if (kind !== "saving") return -amount;
    if (of?.type !== "me") return amount;
    const free = of.withdrawableBalance + of.lockedBalance;
    return contributionParts({ fixed: of.outstandingBalance - free, free }, amount).free;
  };
  return coming
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map(({ accountNumber, comesTo, ...row }) => {
      const account = row.kind === "deduction" ? null : (accountNumber ?? payer);
      const by = account === null ? 0n : byOf(account, row);
      const stays = row.kind === "saving" ? row.amount - by : 0n;
      const moved = account === null ? null : move(account, by, stays);
      if (comesTo !== undefined) move(comesTo.account, comesTo.amount);
      return { ...row, account: moved };
    });
}

/** What the member's schedules send by a day. */
async function readTransfers(app: App, memberId: bigint, until: string): Promise<Coming[]> {
  const rows = await comingTransfers(app, memberId, until);
  return rows.map(({ on, most, amount, from, payee, arrivesAt }) => ({
    on,
    kind: "transfer" as const,
    loan: null,
    payee,
    isUnderWay: false,
    isDeducted: false,
    amount: most,
    accountNumber: from,
    ...(arrivesAt !== null && { comesTo: { account: arrivesAt, amount } }),
  }));
}

/** The card, from which schedules send as well. */
async function readCard(app: App, memberId: bigint): Promise<Place | undefined> {
  const card = await app.db
    .selectFrom("card as c")
    .innerJoin("ledger_account as l", "l.id", "c.ledger_account_id")
    .select(["c.account_no", "l.available_centavos as available"])
    .where("c.member_id", "=", memberId)
    .executeTakeFirst();
  if (card === undefined || card.account_no === null) return undefined;
  const { account_no: accountNumber, available } = card;
  return { accountNumber, name: brand.cardDisplayName, available: available ?? 0n };
}

/** Locked money that comes free by a day. */
async function readReleases(app: App, memberId: bigint, until: string): Promise<Own[]> {
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

/**
 * What is put aside from the pay in the months that end within the outlook, where it has not come in. Which day pay
 * comes nobody tells us: by the last of the month it has.
 */
async function readFromPay(app: App, memberId: bigint, today: string): Promise<Own[]> {
  const until = addDays(today, OUTLOOK_DAYS);
  const { rows } = await sql<{ on: string; amount: bigint; accountNumber: string }>`
    select (m.month + interval '1 month' - interval '1 day')::date as "on", s.monthly_centavos as amount,
      a.account_number as "accountNumber"
    from standing_deduction s
    join member_account a on a.id = s.account_id
    cross join generate_series(date_trunc('month', ${today}::date), ${until}::date, interval '1 month') as m (month)
    where a.member_id = ${memberId} and s.ended_at is null and s.first_month <= m.month
      and (s.until_month is null or s.until_month >= m.month)
      and (m.month + interval '1 month' - interval '1 day')::date <= ${until}::date
      and not exists (
        select from payroll_deposit y join remittance_line l on l.id = y.line_id
        join remittance r on r.id = l.remittance_id
        where y.account_id = a.id and r.month = m.month::date
      )
      and not exists (
        select from payroll_line_undone u join payroll_line d on d.file_id = u.file_id and d.line = u.line
        join payroll_file f on f.id = d.file_id
        where d.account_id = a.id and f.month = m.month::date
      )
    order by m.month, a.id`.execute(app.db);
  return rows.map((row) => ({ ...row, kind: "saving", loan: null }));
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
