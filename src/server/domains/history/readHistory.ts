import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import type { CardTransaction, HistoryDirection } from "#contract/history.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { historyRows } from "./historyRows.ts";
import { searchHistory } from "./searchHistory.ts";
import { ownCardAccount } from "./statement/ownCardAccount.ts";

/** The list shows today and the 29 days before, in Manila (docs/requirements/decisions.md, 7). */
const WINDOW_DAYS = 29;
/** Before any card of ours, and a day that PostgreSQL knows. */
const FIRST_DAY = "1900-01-01";

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
 * the window are left out, but where something is looked for: that is found however old it is; a last id that is not of this card ends the list like one nobody has.
 */
export async function readHistory(
  app: App,
  caller: Caller,
  query: HistoryQuery,
): Promise<CardTransaction[]> {
  const card = await ownCardAccount(app, caller);
  const today = manilaDate(app.now());
  const { direction, search = "", lastTranId } = query;
  const first = search.trim() === "" ? addDays(today, -WINDOW_DAYS) : FIRST_DAY;
  const from = latest(query.fromDate, first);
  const end = addDays(earliest(query.toDate, today), 1);
  // Also keeps days that PostgreSQL does not know, as those of the year 0, from it.
  if (end <= from) return [];
  return historyRows(app, card, {
    lastTranId,
    areFeesInside: query.fees === "inside",
    fit: sql`and t.transaction_date >= ${from}::date::timestamp at time zone 'Asia/Manila'
      and t.transaction_date < ${end}::date::timestamp at time zone 'Asia/Manila'
      ${wayOf(direction)} ${searchHistory(search, caller.language)}`,
  });
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
