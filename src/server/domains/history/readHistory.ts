import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import {
  type CardTransaction,
  HISTORY_PAGE_ROWS,
  type HistoryDirection,
  type TransactionStatus,
} from "#contract/history.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { ownCardAccount } from "./statement/ownCardAccount.ts";
import { searchHistory } from "./searchHistory.ts";
import { statusOfRow } from "./statusOfRow.ts";

/** The list shows today and the 29 days before, in Manila (docs/requirements/decisions.md, 7). */
const WINDOW_DAYS = 29;

type Row = {
  id: bigint;
  transaction_date: Date;
  description: string;
  sub_description: string;
  amount_centavos: bigint;
  ref_no: string;
  status: TransactionStatus;
};

type HistoryQuery = {
  fromDate: string;
  toDate: string;
  lastTranId?: string | undefined;
  search?: string | undefined;
  direction?: HistoryDirection | undefined;
};

/**
 * One page of card transactions, newest first, those after `lastTranId` in that order. Days outside
 * the window are left out; a last id that is not of this card ends the list like one nobody has.
 */
export async function readHistory(
  app: App,
  caller: Caller,
  query: HistoryQuery,
): Promise<CardTransaction[]> {
  const card = await ownCardAccount(app, caller);
  const today = manilaDate(app.now());
  const from = latest(query.fromDate, addDays(today, -WINDOW_DAYS));
  const end = addDays(earliest(query.toDate, today), 1);
  // Also keeps days that PostgreSQL does not know, as those of the year 0, from it.
  if (end <= from) return [];
  const lastId = query.lastTranId ? BigInt(query.lastTranId) : undefined;
  const after =
    lastId === undefined
      ? sql``
      : sql`and (t.transaction_date, t.id) <
          (select l.transaction_date, l.id from card_transaction l where l.id = ${lastId} and l.card_id = ${card.id})`;
  const { rows } = await sql<Row>`
    select t.id, t.transaction_date, t.description, t.sub_description, t.amount_centavos, t.ref_no,
      ${statusOfRow} as status
    from card_transaction t
    left join transfer f on f.ref_no = t.transfer_ref_no
    where t.card_id = ${card.id}
      and t.transaction_date >= ${from}::date::timestamp at time zone 'Asia/Manila'
      and t.transaction_date < ${end}::date::timestamp at time zone 'Asia/Manila'
      ${after} ${wayOf(query.direction)} ${searchHistory(query.search ?? "", caller.language)}
    order by t.transaction_date desc, t.id desc
    limit ${HISTORY_PAGE_ROWS}
  `.execute(app.db);
  return rows.map((row) => ({
    id: String(row.id),
    tranDate: row.transaction_date.toISOString(),
    description: row.description,
    subDescription: row.sub_description,
    amount: row.amount_centavos,
    refNo: row.ref_no,
    status: row.status,
  }));
}

function wayOf(direction: HistoryDirection | undefined) {
  if (direction === undefined) return sql``;
  return direction === "in" ? sql`and t.amount_centavos > 0` : sql`and t.amount_centavos < 0`;
}

function latest(a: string, b: string): string {
  return a > b ? a : b;
}

function earliest(a: string, b: string): string {
  return a < b ? a : b;
}
