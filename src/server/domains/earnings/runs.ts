import type { App } from "#server/platform/app.ts";
import { type Db, type Tx, transact } from "#server/db/db.ts";
import { sql } from "kysely";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { toDecimal } from "#common/money.ts";
import type { AuditAction } from "#contract/staff/auditActions.ts";

/** Who books what members earn, where nobody asked for it. */
export const EARNINGS_JOB = "runEarnings";

/** What a run is of, and where it stands. */
export type Run = Awaited<ReturnType<typeof lockRun>>;

/** A run, which nobody moves until the transaction ends. */
export async function lockRun(tx: Tx, id: bigint) {
  return tx
    .selectFrom("earning_run as r")
    .selectAll()
    .select(referenceOf)
    .where("r.id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** 'SI202611-12': what the run is called, and its entries begin with. */
export const referenceOf = sql<string>`earning_reference(r)`.as("reference");

/** The runs in a state, in the order in which they were asked for. */
export async function runsIn(db: Db, state: string): Promise<bigint[]> {
  const rows = await db
    .selectFrom("earning_run")
    .select("id")
    .where("state", "=", state)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What members kept of reversed runs of the same period: it is in the books, and in no other run. */
export async function keptBefore(tx: Tx, run: Run): Promise<bigint> {
  const { kept } = await tx
    .selectFrom("earning_run")
    .select(({ fn }) => fn.coalesce(fn.sum<bigint | null>("kept_centavos"), sql.lit(0)).as("kept"))
    .where("kind", "=", run.kind)
    .where("product", "=", run.product)
    .where("period_to", "=", run.period_to)
    .where("state", "=", "reversed")
    .executeTakeFirstOrThrow();
  return BigInt(kept ?? 0n);
}

/** Finds what each account earned, in one transaction; the books agree or nothing is kept. */
export async function reckonRun(app: App, id: bigint): Promise<void> {
  await transact(app.db, (tx) => reckon(tx, app, id));
}

export async function reckon(tx: Tx, app: App, id: bigint): Promise<void> {
  // Of all accounts and a year: longer than a caller would wait, and in memory.
  await sql`select set_config('statement_timeout', '30min', true), set_config('work_mem', '128MB', true)`.execute(
    tx,
  );
  await sql`select earning_reckon(${id}, ${app.now()})`.execute(tx);
}

/** What was done to a run, in the trail. */
export async function auditRun(
  tx: Tx,
  app: App,
  { run, action, actor }: { run: Run; action: AuditAction; actor: string },
): Promise<void> {
  await audit(tx, {
    at: app.now(),
    actorKind: actor === EARNINGS_JOB ? "system" : "staff",
    actor,
    action,
    object: `earning_run:${run.reference}`,
    correlationId: run.reference,
    detail: {
      lines: run.lines,
      gross: toDecimal(run.gross_centavos),
      tax: toDecimal(run.tax_centavos),
      kept: run.kept_lines,
    },
  });
}
