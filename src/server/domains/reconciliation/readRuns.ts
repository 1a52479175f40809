import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { ReconciliationProof, ReconciliationRun } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/platform/app.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { readStored } from "./proof.ts";

const runOrder = {
  sorts: { day: { by: sql`to_char(r.day, 'YYYY-MM-DD')`, type: "text" } },
  id: { by: "r.id", type: "bigint" },
  first: "-day",
} as const satisfies ListOrder;

/** The files that count, each with the number of breaks still open for its day. */
export async function readRuns(
  app: App,
  { source, ...request }: { source?: string | undefined } & ListRequest,
): Promise<ListPage<ReconciliationRun>> {
  let query = runsQuery(app).where("r.replaced_at", "is", null);
  if (source !== undefined) query = query.where("r.source", "=", source);
  const page = await readPage(app.db, runOrder, query, request);
  return { ...page, rows: page.rows.map(toRun) };
}

/** One file. */
export async function readRun(app: App, id: bigint): Promise<ReconciliationRun> {
  return toRun(await runsQuery(app).where("r.id", "=", id).executeTakeFirstOrThrow());
}

function runsQuery(app: App) {
  const count = (state: string) => sql<bigint>`(
    select count(*) from reconciliation_break b
    where b.source = r.source and b.day = r.day and b.state = ${state})`;
  return app.db
    .selectFrom("reconciliation_run as r")
    .selectAll("r")
    .select([count("open").as("open"), count("in_flight").as("in_flight")]);
}

type Row = Awaited<ReturnType<ReturnType<typeof runsQuery>["executeTakeFirstOrThrow"]>>;

function toRun(row: Row): ReconciliationRun {
  return {
    id: String(row.id),
    // The table's check allows exactly these.
    source: row.source as ReconciliationRun["source"],
    day: row.day,
    sha256: row.sha256,
    fetchedAt: row.fetched_at.toISOString(),
    matchedAt: row.matched_at.toISOString(),
    askedBy: row.asked_by,
    lines: row.line_count,
    ours: row.our_count,
    matched: row.matched_count,
    total: row.total_centavos,
    open: Number(row.open),
    inFlight: Number(row.in_flight),
  };
}

const proofOrder = {
  sorts: { at: { by: "p.at", type: "moment" } },
  id: { by: "p.id", type: "bigint" },
  first: "-at",
} as const satisfies ListOrder;

/** Stored proofs, newest first. */
export async function readProofs(
  app: App,
  of: { from?: string | undefined; to?: string | undefined } & ListRequest,
): Promise<ListPage<ReconciliationProof>> {
  const { from, to, ...request } = of;
  let query = app.db.selectFrom("reconciliation_proof as p").selectAll("p");
  if (from !== undefined) query = query.where("p.day", ">=", from);
  if (to !== undefined) query = query.where("p.day", "<", addDays(to, 1));
  const page = await readPage(app.db, proofOrder, query, request);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: String(row.id),
      day: row.day,
      at: row.at.toISOString(),
      madeBy: row.made_by,
      isRight: row.is_right,
      lines: readStored(row.lines),
    })),
  };
}
