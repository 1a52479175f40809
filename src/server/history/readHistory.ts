import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import { type CardTransaction, HISTORY_PAGE_ROWS } from "#contract/history.ts";
import type { App, Caller } from "#server/app.ts";
import { Refusal } from "#server/refusal.ts";

/** The list shows today and the 29 days before, in Manila (decisions.md, section 7). */
const WINDOW_DAYS = 29;

type Row = {
  id: bigint;
  transaction_date: Date;
  description: string;
  sub_description: string;
  amount_centavos: bigint;
  ref_no: string;
};

/**
 * One page of card transactions, newest first, those after `lastTranId` in that order. Days outside
 * the window are left out; a last id that is not of this card ends the list like one nobody has.
 * Refuses with unavailable while staff have switched the history off or hidden it.
 */
export async function readHistory(
  app: App,
  caller: Caller,
  asked: { fromDate: string; toDate: string; lastTranId?: string | undefined },
): Promise<CardTransaction[]> {
  const feature = await app.db
    .selectFrom("feature")
    .select("state")
    .where("name", "=", "transactionHistory")
    .executeTakeFirst();
  if (feature?.state !== "on") throw new Refusal("unavailable");
  const card = await app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", caller.memberId)
    .where("account_no", "is not", null)
    .executeTakeFirst();
  if (card === undefined) throw new Refusal("no_eon_account");

  const today = manilaDate(app.now());
  const from = latest(asked.fromDate, addDays(today, -WINDOW_DAYS));
  const end = addDays(earliest(asked.toDate, today), 1);
  // Also keeps days that PostgreSQL does not know, as those of the year 0, from it.
  if (end <= from) return [];
  const lastId = asked.lastTranId ? BigInt(asked.lastTranId) : undefined;
  const after =
    lastId === undefined
      ? sql``
      : sql`and (t.transaction_date, t.id) <
          (select l.transaction_date, l.id from card_transaction l where l.id = ${lastId} and l.card_id = ${card.id})`;
  const { rows } = await sql<Row>`
    select t.id, t.transaction_date, t.description, t.sub_description, t.amount_centavos, t.ref_no
    from card_transaction t
    where t.card_id = ${card.id}
      and t.transaction_date >= ${from}::date::timestamp at time zone 'Asia/Manila'
      and t.transaction_date < ${end}::date::timestamp at time zone 'Asia/Manila'
      ${after}
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
  }));
}

function latest(a: string, b: string): string {
  return a > b ? a : b;
}

function earliest(a: string, b: string): string {
  return a < b ? a : b;
}
