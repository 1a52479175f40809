import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { lastDoneDay } from "./bringUpToDate.ts";
import { eventDays, type Stage, stagesOf } from "#server/domains/loans/terms/eventDays.ts";
import { catchUpLoans, workAround } from "./loanExceptions.ts";

/** Loans in one transaction: short enough that a payment does not wait long for its loan. */
const BATCH = 2000;
/** Of so many loans of a batch one may have money paid ahead, which is spent loan by loan. */
const LOANS_TO_ONE_AHEAD = 10;

/**
 * Does what the days since the last run do to all loans: accrual, penalties, ageing (eventDays.ts), day by
 * day and stage by stage, in batches of loans by id. How far it came stands in loan_run, written with each
 * batch: after a stop or a kill it goes on there, and every stage counts once for each loan and month. Two
 * runs at once take turns. A loan to which something cannot be done is left out until it can
 * (loanExceptions.ts).
 */
export async function runLoanDays(app: App, batch = BATCH): Promise<void> {
  await catchUpLoans(app);
  const today = manilaDate(app.now());
  const done = await lastDoneDay(app.db);
  if (done !== undefined && done >= today) return;
  const graces = await readGraces(app);
  const after = done ?? (await firstDay(app));
  if (after === undefined) return;
  for (const day of eventDays(after, today, graces)) {
    for (const stage of stagesOf(day, graces)) await runStage(app, { day, stage, batch });
  }
}

/** The days of grace that any open loan has. */
export async function readGraces(app: App): Promise<number[]> {
  const rows = await app.db
    .selectFrom("loan")
    .select("grace_days")
    .distinct()
    .where("state", "in", ["active", "past_due"])
    .execute();
  return rows.map(({ grace_days }) => grace_days);
}

/** The day before the first instalment of all. */
export async function firstDay(app: App): Promise<string | undefined> {
  const row = await app.db
    .selectFrom("loan")
    .select((is) => is.fn.min("first_due_on").as("day"))
    .where("state", "in", ["active", "past_due"])
    .executeTakeFirst();
  const first = row?.day ?? undefined;
  return first === undefined ? undefined : addDays(first, -1);
}

type Run = { day: string; stage: Stage; batch: number };

async function runStage(app: App, run: Run): Promise<void> {
  const { day, stage } = run;
  await app.db
    .insertInto("loan_run")
    .values({ day, stage, started_at: app.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  while (await transact(app.db, (tx) => runBatch(tx, app, run)));
}

/** The next batch of a run. False when there is none left. */
async function runBatch(tx: Tx, app: App, { day, stage, batch }: Run): Promise<boolean> {
  const run = await tx
    .selectFrom("loan_run")
    .select(["last_loan_id", "finished_at"])
    .where("day", "=", day)
    .where("stage", "=", stage)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (run.finished_at !== null) return false;
  // A batch is a small part of each table, whatever the statistics say: always by its index.
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`.execute(tx);
  const most = stage === "accrual" ? batch : Math.ceil(batch / LOANS_TO_ONE_AHEAD);
  const next = await readNext(tx, { after: run.last_loan_id, batch, most });
  const last = next.at(-1);
  const loanIds = await lock(tx, next);
  if (loanIds.length > 0) await workAround(tx, app, { loanIds, day, stage });
  await tx
    .updateTable("loan_run")
    .set((is) =>
      last === undefined
        ? { finished_at: app.now() }
        : { last_loan_id: last, loans: is("loans", "+", BigInt(next.length)) },
    )
    .where("day", "=", day)
    .where("stage", "=", stage)
    .execute();
  return last !== undefined;
}

/** The next loans by id, so many as a batch has, and so many of those with money paid ahead. */
async function readNext(
  tx: Tx,
  { after, batch, most }: { after: bigint; batch: number; most: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from (
      select id, count(*) filter (where advance_centavos > 0) over (order by id) as ahead
      from (
        select id, advance_centavos from loan l
        where id > ${after} and state in ('active', 'past_due')
          and not exists (select from loan_in_trouble t where t.loan_id = l.id and t.caught_up_at is null)
        order by id limit ${batch}
      ) n
    ) counted
    where ahead <= ${most} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Those of them that are still open once they stand still: one may have been ended since it was read. */
async function lock(tx: Tx, loanIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from loan where id = any(${loanIds}::bigint[]) and state in ('active', 'past_due')
    order by id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}
