import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { stageWork } from "./bringUpToDate.ts";
import { eventDays, type Stage, stagesOf } from "#server/domains/loans/terms/eventDays.ts";
import { isPassing } from "./isPassing.ts";

type Work = { loanIds: readonly bigint[]; day: string; stage: Stage };
type Failure = { error: unknown };

/** So many loans of a batch may be left. Where more fail it is no trouble of theirs, and the run stops. */
const MOST_LEFT = 20;

/**
 * Does a stage of a day to these loans, which the caller has locked. A loan to which it cannot be done stops
 * no other: nothing of the stage is done to it, it stands in loan_in_trouble, and the log names it. Throws
 * what is no loan's trouble.
 */
export async function workAround(tx: Tx, app: App, work: Work): Promise<void> {
  const piles = [work.loanIds];
  let left = 0;
  for (let pile = piles.pop(); pile !== undefined; pile = piles.pop()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, each in its savepoint
    const failure = await tryWork(tx, app, { ...work, loanIds: pile });
    if (failure === undefined) continue;
    const [loanId] = pile;
    if (pile.length > 1 || loanId === undefined) {
      const half = Math.ceil(pile.length / 2);
      piles.push(pile.slice(half), pile.slice(0, half));
      continue;
    }
    left += 1;
    if (left > MOST_LEFT) throw failure.error;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await leave(tx, app, { ...work, loanId, failure });
  }
}

/** Tries again what could not be done to loans, and on success all that has come to the others since. */
export async function catchUpLoans(app: App): Promise<void> {
  const rows = await app.db
    .selectFrom("loan_in_trouble")
    .select("loan_id")
    .where("caught_up_at", "is", null)
    .orderBy("loan_id")
    .execute();
  for (const { loan_id: loanId } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- each in a transaction of its own
    await transact(app.db, (tx) => catchUp(tx, app, loanId));
  }
}

async function catchUp(tx: Tx, app: App, loanId: bigint): Promise<void> {
  // A batch of the newest day is over before this, or sees the loan as this leaves it.
  const { rows } = await sql<{ day: string }>`
    select day from loan_run where day = (select max(day) from loan_run)
      order by stage for no key update`.execute(tx);
  const loan = await tx
    .selectFrom("loan")
    .select("grace_days")
    .where("id", "=", loanId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const exception = await tx
    .selectFrom("loan_in_trouble")
    .select(["day", "stage"])
    .where("loan_id", "=", loanId)
    .where("caught_up_at", "is", null)
    .executeTakeFirst();
  if (exception === undefined) return;
  const until = rows[0]?.day ?? exception.day;
  const graces = [loan.grace_days];
  for (const day of eventDays(addDays(exception.day, -1), until, graces)) {
    for (const stage of stagesOf(day, graces)) {
      // oxlint-disable-next-line no-await-in-loop -- day by day and stage by stage
      const failure = await tryWork(tx, app, { loanIds: [loanId], day, stage });
      if (failure === undefined) continue;
      if (day !== exception.day || stage !== exception.stage) await close(tx, app, loanId);
      return leave(tx, app, { loanId, day, stage, failure });
    }
  }
  await close(tx, app, loanId);
}

/** Undoes the work, and only that, when it fails. */
async function tryWork(tx: Tx, app: App, work: Work): Promise<Failure | undefined> {
  const { loanIds, day, stage } = work;
  await sql`savepoint stage_work`.execute(tx);
  try {
    await stageWork[stage](tx, app, { loanIds, day });
  } catch (error) {
    if (isPassing(error)) throw error;
    await sql`rollback to savepoint stage_work`.execute(tx);
    return { error };
  }
  await sql`release savepoint stage_work`.execute(tx);
  return undefined;
}

async function leave(
  tx: Tx,
  app: App,
  left: { loanId: bigint; day: string; stage: Stage; failure: Failure },
): Promise<void> {
  const { loanId, day, stage, failure } = left;
  const { error } = failure;
  const at = app.now();
  const reason = error instanceof Error ? error.message : String(error);
  const { rows } = await sql<{ loan_no: string }>`
    with kept as (
      insert into loan_in_trouble as t (loan_id, day, stage, reason, left_at, failed_at)
        values (${loanId}, ${day}, ${stage}, ${reason}, ${at}, ${at})
        on conflict (loan_id, day, stage) do update
          set reason = excluded.reason, failed_at = excluded.failed_at, tries = t.tries + 1, caught_up_at = null
        returning loan_id
    )
    select l.loan_no from loan l join kept k on k.loan_id = l.id`.execute(tx);
  const loanNo = rows[0]?.loan_no;
  app.log.error(
    { err: error, loanNo, day, stage },
    "the work of a day could not be done to a loan: it is left out until that works",
  );
}

function close(tx: Tx, app: App, loanId: bigint) {
  return tx
    .updateTable("loan_in_trouble")
    .set({ caught_up_at: app.now() })
    .where("loan_id", "=", loanId)
    .where("caught_up_at", "is", null)
    .execute();
}
