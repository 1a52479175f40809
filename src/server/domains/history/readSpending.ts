import { sql } from "kysely";
import { addMonths, manilaMonth } from "#common/manila.ts";
import type { CardTransaction, HistoryDirection } from "#contract/history.ts";
import {
  groupOf,
  SPENDING_MONTHS,
  type SpendingGroup,
  type SpendingMonth,
} from "#contract/spending.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { historyRows } from "./historyRows.ts";
import { ownCardAccount } from "./statement/ownCardAccount.ts";

type Sum = { month: string; description: string; is_in: boolean; amount: bigint; count: number };

/** What went in and out of the caller's card in each month of Manila, by what it was for, the newest month first. */
export async function readSpending(app: App, caller: Caller): Promise<SpendingMonth[]> {
  const card = await ownCardAccount(app, caller);
  const newest = manilaMonth(app.now());
  const oldest = addMonths(newest, 1 - SPENDING_MONTHS);
  const { rows } = await sql<Sum>`
    select to_char(t.transaction_date at time zone 'Asia/Manila', 'YYYY-MM') as month, t.description,
      t.amount_centavos > 0 as is_in, sum(abs(t.amount_centavos))::bigint as amount, count(*)::int as count
    from card_transaction t
    where t.card_id = ${card.id}
      and t.transaction_date >= ${`${oldest}-01`}::date::timestamp at time zone 'Asia/Manila'
      and t.transaction_date < ${`${addMonths(newest, 1)}-01`}::date::timestamp at time zone 'Asia/Manila'
    group by 1, 2, 3`.execute(app.db);
  return Array.from({ length: SPENDING_MONTHS }, (_, ago) => {
    const month = addMonths(newest, -ago);
    return monthOf(
      month,
      rows.filter((row) => row.month === month),
    );
  });
}

function monthOf(month: string, sums: readonly Sum[]): SpendingMonth {
  const groups = new Map<string, SpendingMonth["groups"][number]>();
  for (const { description, is_in: isIn, amount, count } of sums) {
    const group = groupOf(description, isIn);
    const key = `${group} ${isIn}`;
    const before = groups.get(key) ?? { group, isIn, amount: 0n, count: 0 };
    groups.set(key, { ...before, amount: before.amount + amount, count: before.count + count });
  }
  const all = [...groups.values()].toSorted((a, b) => (a.amount > b.amount ? -1 : 1));
  const total = (isIn: boolean) =>
    all.reduce((sum, each) => (each.isIn === isIn ? sum + each.amount : sum), 0n);
  return { month, moneyIn: total(true), moneyOut: total(false), groups: all };
}

type Asked = {
  month: string;
  group: SpendingGroup;
  direction: HistoryDirection;
  lastTranId?: string | undefined;
};

/** The lines behind one figure of readSpending, as the history has them, fees apart. */
export async function readSpendingRows(
  app: App,
  caller: Caller,
  { month, group, direction, lastTranId }: Asked,
): Promise<CardTransaction[]> {
  const card = await ownCardAccount(app, caller);
  const isIn = direction === "in";
  const within = sql`t.transaction_date >= ${`${month}-01`}::date::timestamp at time zone 'Asia/Manila'
    and t.transaction_date < ${`${addMonths(month, 1)}-01`}::date::timestamp at time zone 'Asia/Manila'
    and (t.amount_centavos > 0) = ${isIn}`;
  const { rows } = await sql<{ description: string }>`
    select distinct t.description from card_transaction t where t.card_id = ${card.id} and ${within}
  `.execute(app.db);
  const names = rows
    .map(({ description }) => description)
    .filter((name) => groupOf(name, isIn) === group);
  return historyRows(app, card, {
    lastTranId,
    areFeesInside: false,
    fit: sql`and ${within} and t.description = any(${names}::text[])`,
  });
}
