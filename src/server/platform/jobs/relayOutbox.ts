import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { TEXT_QUEUES } from "#server/platform/messages/deliverSms.ts";
import { MAIL_QUEUES, PUSHED_WITHIN_SECONDS } from "./queues.ts";

const BATCH = 200;
/** So many at once at most, so that a silent rail leaves room for other work; the sweep has many hands. */
const RAIL_QUEUES = 2;
/** As texts have them: a slow push service leaves room for the other jobs. */
const PUSH_QUEUES = 3;
/** Twelve tries span five hours, then one about every six hours: months, for work that moves money. */
const MAX_ATTEMPTS = 400;

/**
 * Hands promised work to the job queue, oldest first: each row leaves the outbox in the transaction
 * that adds its job, so that it is a job exactly once. Answers how many were moved.
 */
export async function relayOutbox(app: App): Promise<number> {
  for (let moved = 0; ;) {
    const { rows } = await sql<{ moved: bigint }>`
      with taken as (
        delete from outbox where id in (
          select id from outbox order by id limit ${BATCH} for update skip locked)
        returning id, kind, payload)
      select count(j.id) as moved
      from (select * from taken order by id) t
      cross join lateral graphile_worker.add_job(t.kind, t.payload::json,
        queue_name => case
          when t.kind = 'send_text' then 'texts-' || t.id % ${TEXT_QUEUES}
          when t.kind = 'send_mail' then 'mails-' || t.id % ${MAIL_QUEUES}
          when t.kind = 'send_push' then 'pushes-' || t.id % ${PUSH_QUEUES}
          when t.kind = 'send_rail_transfer' then 'rails-' || t.id % ${RAIL_QUEUES}
          when t.kind in ('check_import', 'run_import') then 'imports' end,
        run_at => case when t.kind = 'text_unless_pushed'
          then now() + make_interval(secs => ${PUSHED_WITHIN_SECONDS}) end,
        max_attempts => ${MAX_ATTEMPTS}) j
    `.execute(app.db);
    const batch = Number(rows[0]?.moved ?? 0n);
    moved += batch;
    if (batch < BATCH) return moved;
  }
}

/** How much promised work is not yet a job. */
export async function measureOutbox(app: App): Promise<void> {
  const { rows } = await sql<{ depth: bigint }>`select count(*) as depth from outbox`.execute(
    app.db,
  );
  app.metrics.outboxDepth.set(Number(rows[0]?.depth ?? 0n));
}
