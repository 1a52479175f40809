import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { BreakRow } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/platform/app.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import type { ListOrder } from "#server/platform/lists/readPage.ts";

export type BreakFilters = {
  source?: string | undefined;
  kind?: string | undefined;
  state?: string | undefined;
  reference?: string | undefined;
  owner?: string | undefined;
  olderThan?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const breakOrder = {
  sorts: {
    at: { by: "b.at", type: "moment" },
    found: { by: "b.found_at", type: "moment" },
    amount: { by: sql`abs(coalesce(b.ours_centavos, b.theirs_centavos))`, type: "bigint" },
  },
  id: { by: "b.id", type: "bigint" },
  first: "found",
} as const satisfies ListOrder;

/** The breaks, by filter; the open ones where no state is given. */
export function breaksQuery(app: App, filters: BreakFilters) {
  const { source, kind, state, reference, owner, olderThan, from, to } = filters;
  let query = app.db
    .selectFrom("reconciliation_break as b")
    .selectAll("b")
    .select(
      sql<boolean>`exists (select from transfer t where t.ref_no = b.reference)`.as("is_transfer"),
    );
  query =
    state === undefined
      ? query.where("b.state", "in", ["open", "in_flight"])
      : query.where("b.state", "=", state);
  if (source !== undefined) query = query.where("b.source", "=", source);
  if (kind !== undefined) query = query.where("b.kind", "=", kind);
  if (reference !== undefined) query = query.where("b.reference", "ilike", anywhere(reference));
  if (owner !== undefined) query = query.where("b.owner", "ilike", anywhere(owner));
  if (from !== undefined) query = query.where("b.day", ">=", from);
  if (to !== undefined) query = query.where("b.day", "<", addDays(to, 1));
  if (olderThan !== undefined) {
    const hours = Math.min(Number(olderThan), 1_000_000);
    query = query.where("b.found_at", "<=", new Date(app.now().getTime() - hours * 3_600_000));
  }
  return query;
}

type Row = Awaited<ReturnType<ReturnType<typeof breaksQuery>["execute"]>>[number];

/** A row as the console gets it. */
export function toBreak(row: Row): BreakRow {
  return {
    id: String(row.id),
    // The table's checks allow exactly these.
    source: row.source as BreakRow["source"],
    kind: row.kind as BreakRow["kind"],
    state: row.state as BreakRow["state"],
    day: row.day,
    reference: row.reference,
    accountTail: row.account.slice(-4),
    ours: row.ours_centavos,
    theirs: row.theirs_centavos,
    oursState: row.ours_state,
    theirsState: row.theirs_state,
    at: row.at.toISOString(),
    foundAt: row.found_at.toISOString(),
    owner: row.owner,
    ownedSince: row.owned_since?.toISOString() ?? null,
    clearedAt: row.cleared_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    resolution: row.resolution,
    isTransfer: row.is_transfer,
  };
}

export const breakColumns: readonly CsvColumn<Row>[] = [
  { head: "Source", cell: ({ source }) => source },
  { head: "Day", cell: ({ day }) => day },
  { head: "Kind", cell: ({ kind }) => kind },
  { head: "Reference", cell: ({ reference }) => reference },
  { head: "Account", cell: ({ account }) => account.slice(-4) },
  { head: "Ours", cell: ({ ours_centavos: centavos }) => (centavos === null ? "" : { centavos }) },
  {
    head: "Theirs",
    cell: ({ theirs_centavos: centavos }) => (centavos === null ? "" : { centavos }),
  },
  { head: "State", cell: ({ state }) => state },
  { head: "Found", cell: (row) => row.found_at },
  { head: "Owner", cell: ({ owner }) => owner ?? "" },
  { head: "Resolution", cell: ({ resolution }) => resolution ?? "" },
];
