import { type SelectQueryBuilder, sql } from "kysely";
import { LIST_COUNTED_ROWS, LIST_PAGE_ROWS, type ListPage } from "#contract/staff/list.ts";
import type { Db } from "#server/db/db.ts";
import { type Place, readCursor, writeCursor } from "./cursor.ts";
import { orderKeys, placeKeys, type SortColumn, writtenValue } from "./sortColumn.ts";

/** How a list is ordered: the same names as in its contract. */
export type ListOrder<Sort extends string = string> = {
  sorts: Record<Sort, SortColumn>;
  /** A column that no two rows share, never null: it decides between rows of one sort value. */
  id: SortColumn;
  /** The order when none is asked for; '-' before the name is descending. */
  first: Sort | `-${Sort}`;
};

/** What the client asks for, as listQuery() has checked it. */
export type ListRequest = {
  sort?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  limit?: string | undefined;
};

/** A query of any tables: its rows are what counts. */
type RowsQuery<Row> = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Row>;

/**
 * One page of a query: filtered and selected by the caller, ordered, cut and counted here. The query
 * has no order, limit, grouping or distinct of its own (put it into a subquery first). Rows that come
 * or go between two pages are neither shown twice nor hide others: a page begins at a row's place, not
 * at a count. Refuses with invalid_parameters a cursor that is not of this list in this order.
 */
export async function readPage<DB, TB extends keyof DB, Row, Sort extends string>(
  db: Db,
  order: ListOrder<Sort>,
  query: SelectQueryBuilder<DB, TB, Row>,
  request: ListRequest,
): Promise<ListPage<Row>> {
  const way = readOrder(order, request.sort);
  const limit = Number(request.limit ?? LIST_PAGE_ROWS);
  const isBackwards = request.after === undefined && request.before !== undefined;
  const param = isBackwards ? "before" : "after";
  const text = request[param];
  const from = text === undefined ? undefined : readCursor(param, text, way.name, way.columns);
  const [found, total] = await Promise.all([
    readFrom(way, query, { from, isBackwards, limit: limit + 1 }),
    countRows(db, query),
  ]);
  const page = found.slice(0, limit);
  if (isBackwards) page.reverse();
  const isMoreAhead = found.length > limit;
  const cursorOf = (row: PlacedRow<Row> | undefined, isThere: boolean) =>
    row && isThere ? writeCursor(way.name, row.place) : null;
  return {
    rows: page.map(({ row }) => row),
    next: cursorOf(page.at(-1), isBackwards || isMoreAhead),
    previous: cursorOf(page[0], isBackwards ? isMoreAhead : from !== undefined),
    total,
  };
}

export type PlacedRow<Row> = { row: Row; place: Place };

/** An order that was asked for, or the list's first. */
export type Way = {
  name: string;
  isDescending: boolean;
  columns: { sort: SortColumn; id: SortColumn };
};

/** The order by its name. A name the list does not have is a bug: the contract has checked it. */
export function readOrder<Sort extends string>(
  order: ListOrder<Sort>,
  requested: string | undefined,
): Way {
  const name: string = requested ?? order.first;
  const sorts: Record<string, SortColumn> = order.sorts;
  const sort = sorts[name.replace(/^-/, "")];
  if (sort === undefined) throw new Error(`This list is not ordered by ${name}`);
  return { name, isDescending: name.startsWith("-"), columns: { sort, id: order.id } };
}

/** The rows after a place in an order, or before it and then nearest first; from an end without one. */
export async function readFrom<DB, TB extends keyof DB, Row>(
  { isDescending, columns }: Way,
  query: SelectQueryBuilder<DB, TB, Row>,
  { from, isBackwards, limit }: { from: Place | undefined; isBackwards: boolean; limit: number },
): Promise<PlacedRow<Row>[]> {
  const keys = [...orderKeys(columns.sort), ...orderKeys(columns.id)];
  const isDown = isDescending !== isBackwards;
  // Whatever its tables are: the row it selects stays what it was.
  let placed = (query as unknown as RowsQuery<Row>)
    .select(sql<string | null>`${writtenValue(columns.sort)}`.as("list_value"))
    .select(sql<string>`${writtenValue(columns.id)}`.as("list_id"))
    .limit(limit);
  for (const key of keys) placed = placed.orderBy(key, isDown ? "desc" : "asc");
  if (from !== undefined) {
    const place = [...placeKeys(columns.sort, from.value), ...placeKeys(columns.id, from.id)];
    const comparison = isDown ? sql`<` : sql`>`;
    placed = placed.where(sql<boolean>`(${sql.join(keys)}) ${comparison} (${sql.join(place)})`);
  }
  // The two columns of the place beside the row's own.
  const rows = (await placed.execute()) as (Row & { list_value: string | null; list_id: string })[];
  return rows.map(({ list_value: value, list_id: id, ...row }) => {
    if (value === null && columns.sort.isNullable !== true) {
      throw new Error("A list is ordered by a missing value: its column must say isNullable");
    }
    return { row: row as unknown as Row, place: { value, id } };
  });
}

async function countRows<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<ListPage<Row>["total"]> {
  const some = (query as unknown as RowsQuery<Row>)
    .clearSelect()
    .select(sql<number>`1`.as("one"))
    .limit(LIST_COUNTED_ROWS + 1);
  const { rows } = await sql<{ count: bigint }>`select count(*) from (${some}) as counted`.execute(
    db,
  );
  const count = Number(rows[0]?.count ?? 0n);
  return { count: Math.min(count, LIST_COUNTED_ROWS), isMore: count > LIST_COUNTED_ROWS };
}
