import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import {
  type CardTransaction,
  HISTORY_PAGE_ROWS,
  type HistoryDirection,
  type TransactionStatus,
} from "#contract/history.ts";
import { FEE_KIND } from "#contract/transactionKinds.ts";
import { kindsWhere } from "#contract/transferKinds.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { plainName } from "#server/platform/messages/plainName.ts";
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
  fee_centavos: bigint;
  payee: string | null;
  sender: string | null;
  ref_no: string;
  status: TransactionStatus;
};

type HistoryQuery = {
  fromDate: string;
  toDate: string;
  lastTranId?: string | undefined;
  search?: string | undefined;
  direction?: HistoryDirection | undefined;
  fees?: "inside" | "apart" | undefined;
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
  const areInside = query.fees === "inside";
  const { rows } = await sql<Row>`
    select t.id, t.transaction_date, t.description, t.sub_description, t.ref_no,
      t.amount_centavos + coalesce(c.costs, 0) as amount_centavos,
      coalesce(abs(c.costs), ${feeInLine}) as fee_centavos,
      coalesce(nullif(p.nickname, ''), r.account_name) as payee,
      (select i.sender_name from inward_credit i where i.ref_no = t.ref_no and i.card_id = t.card_id) as sender,
      ${statusOfRow} as status
    from card_transaction t
    left join transfer f on f.ref_no = t.transfer_ref_no
    left join rail_transfer r on r.ref_no = t.transfer_ref_no
    left join saved_recipient p on p.member_id = f.member_id and p.bank_id = r.bank_id
      and p.account_number = r.account_number
    left join lateral (${costsOf(areInside)}) c on true
    where t.card_id = ${card.id}
      and t.transaction_date >= ${from}::date::timestamp at time zone 'Asia/Manila'
      and t.transaction_date < ${end}::date::timestamp at time zone 'Asia/Manila'
      ${areInside ? sql`and not ${isInside}` : sql``}
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
    fee: row.fee_centavos,
    // Whoever sends a peso chooses this name.
    party: row.payee ?? (plainName(row.sender ?? "") || null),
    refNo: row.ref_no,
    status: row.status,
  }));
}

/** Another line of the same reference on the same card that moved money the same way. */
const goesWith = (line: "m" | "c") =>
  sql`${sql.ref(line)}.card_id = t.card_id and ${sql.ref(line)}.ref_no = t.ref_no
    and ${sql.ref(line)}.id <> t.id and sign(${sql.ref(line)}.amount_centavos) = sign(t.amount_centavos)`;

/** The line `t` is the fee of another one. */
const isInside = sql`(t.description ~ ${FEE_KIND} and exists (
  select from card_transaction m where ${goesWith("m")} and m.description !~ ${FEE_KIND}))`;

/** What the line `t` cost, of the same sign, with the names of those fees; of several lines the first has it. */
const costsOf = (areInside: boolean) =>
  sql`select sum(c.amount_centavos)::bigint as costs, array_agg(c.description) as named
    from card_transaction c
    where ${areInside} and ${goesWith("c")} and c.description ~ ${FEE_KIND} and t.description !~ ${FEE_KIND}
      and not exists (select from card_transaction m
        where ${goesWith("m")} and m.description !~ ${FEE_KIND} and m.id < t.id)`;

const KINDS_WITH_FEE_IN_LINE = kindsWhere(({ hasFeeInLine }) => hasFeeInLine);

/** The fee in a line that has it in its amount already. */
const feeInLine = sql`case
  when t.amount_centavos < 0 and f.kind = any(${KINDS_WITH_FEE_IN_LINE}::text[]) then f.fee_centavos
  else 0 end`;

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
