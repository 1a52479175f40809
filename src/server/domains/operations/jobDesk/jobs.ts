import { sql } from "kysely";
import type { JobRow } from "#contract/staff/jobs.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { harmlessError } from "./harmlessError.ts";

const jobOrder = {
  sorts: { created: { by: "j.created_at", type: "moment" } },
  id: { by: "j.id", type: "text" },
  first: "-created",
} as const satisfies ListOrder;

type Found = {
  id: string;
  task: string;
  state: string;
  about: string;
  attempts: number;
  created_at: Date;
  run_at: Date | null;
  last_error: string | null;
};

/** Promised work that is not done: rows of the outbox, and jobs of the queue. No words of texts. */
const promisedWork = sql<Found>`(
  select 'outbox-' || o.id as id, o.kind as task, 'promised' as state,
    coalesce(o.payload ->> 'refNo', t.purpose, '') as about, 0 as attempts, o.created_at,
    null::timestamptz as run_at, null::text as last_error
  from outbox o
  left join text_message t on o.kind = 'send_text' and t.id = (o.payload ->> 'id')::uuid
  union all
  select 'job-' || j.id, k.identifier,
    case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed'
      when j.attempts > 0 then 'retrying' else 'waiting' end,
    coalesce(j.payload ->> 'refNo', t.purpose, ''), j.attempts::integer, j.created_at, j.run_at, j.last_error
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks k on k.id = j.task_id
  left join text_message t on k.identifier = 'send_text' and t.id = (j.payload ->> 'id')::uuid
)`;

/** One page of promised work. */
export async function listJobs(
  app: App,
  {
    state,
    task,
    ...request
  }: { state?: string | undefined; task?: string | undefined } & ListRequest,
): Promise<ListPage<JobRow>> {
  let query = app.db.selectFrom(promisedWork.as("j")).selectAll();
  if (state !== undefined) query = query.where("j.state", "=", state);
  if (task !== undefined) query = query.where("j.task", "ilike", anywhere(task));
  const page = await readPage(app.db, jobOrder, query, request);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      task: row.task,
      // Made by the query's own case.
      state: row.state as JobRow["state"],
      about: row.about,
      attempts: row.attempts,
      createdAt: row.created_at.toISOString(),
      runAt: row.run_at?.toISOString() ?? null,
      lastError: harmlessError(row.last_error ?? ""),
    })),
  };
}

/**
 * Has the queue try a failed job again at once, with all its tries anew. The job stays the same row, so
 * it cannot run twice at once, and its handler may run twice in any case. Refuses with job_done when it
 * is no longer there, with job_running while it runs, and with job_waiting when it is to run anyway:
 * what a second press finds.
 */
export async function rerunJob(app: App, staff: StaffCaller, jobId: string): Promise<void> {
  const id = jobId.replace("job-", "");
  await transact(app.db, async (tx) => {
    const { rows } = await sql<{ is_locked: boolean; attempts: number; task: string }>`
      select j.locked_at is not null as is_locked, j.attempts::integer, k.identifier as task
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks k on k.id = j.task_id
      where j.id = ${id}::bigint for update of j`.execute(tx);
    const [job] = rows;
    if (job === undefined) throw new Refusal("job_done");
    if (job.is_locked) throw new Refusal("job_running");
    if (job.attempts === 0) throw new Refusal("job_waiting");
    await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
      tx,
    );
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "rerun_job",
      object: `job:${id}`,
      correlationId: staff.correlationId,
      detail: { task: job.task, attempts: job.attempts },
    });
  });
}
