import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { ISSUER_KINDS, prefixPattern } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { readHolidays } from "#server/platform/calendar/readHolidays.ts";
import { checkNames, failedChecks } from "#server/platform/http/health.ts";
import { version } from "#server/platform/processSign.ts";

/** A process that gave no sign for this long is gone. */
const GONE_AFTER_MS = 60_000;

type Waiting = { name: string; waiting: number; oldest: number | null };

/** The bank at a glance: everything here is a look at the database and at this very process. */
export async function readHealth(app: App) {
  const [failed, holidays, queues, partners, books, seals, rest] = await Promise.all([
    failedChecks(app),
    readHolidays(app.db),
    readQueues(app),
    readPartners(app),
    readBooks(app),
    readSeals(app),
    readRest(app),
  ]);
  const broken = new Set(failed.map(({ name }) => name));
  return {
    now: app.now().toISOString(),
    version,
    readiness: checkNames.map((name) => ({ name, isRight: !broken.has(name) })),
    queues,
    partners,
    books,
    seals,
    holidaysMissing: holidays.missing(manilaDate(app.now())),
    ...rest,
  };
}

/** Jobs keep the database's own time; the rest keeps ours. */
async function readQueues(app: App) {
  const at = app.now();
  const { rows } = await sql<Waiting>`
    select 'outbox' as name, count(*)::integer as waiting,
      extract(epoch from ${at}::timestamptz - min(created_at))::integer as oldest from outbox
    union all
    select 'jobs', count(*)::integer, extract(epoch from now() - min(run_at))::integer
    from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts
    union all
    select 'failedJobs', count(*)::integer, extract(epoch from now() - min(created_at))::integer
    from graphile_worker._private_jobs where attempts >= max_attempts
    union all
    select 'texts', count(*)::integer, extract(epoch from ${at}::timestamptz - min(created_at))::integer
    from text_message where state in ('queued', 'in_doubt') and expires_at > ${at}
    union all
    select 'mails', count(*)::integer, extract(epoch from ${at}::timestamptz - min(created_at))::integer
    from mail_message where state = 'queued' and expires_at > ${at}
    union all
    select 'transfers', count(*)::integer, extract(epoch from ${at}::timestamptz - min(accepted_at))::integer
    from transfer t where next_inquiry_at is not null
      -- One that waits for its cycle of PESONet keeps nobody waiting.
      and not exists (select from rail_transfer r where r.ref_no = t.ref_no and r.credit_by > ${at})`.execute(
    app.db,
  );
  return rows.map(({ name, waiting, oldest }) => ({
    name,
    waiting,
    oldestSeconds: oldest === null ? null : Math.max(0, oldest),
  }));
}

async function readPartners(app: App) {
  const { rows } = await sql<{ name: string; at: Date | null }>`
    select 'smsGateway' as name, max(t.handed_over_at) as at
    from (select handed_over_at from text_message order by created_at desc limit 200) t
    union all
    select 'mailServer', max(m.handed_over_at)
    from (select handed_over_at from mail_message order by created_at desc limit 200) m
    union all
    select 'issuerAnswers', max(s.at)
    from (select at, ref_no from transfer_step order by id desc limit 200) s where s.ref_no ~ ${prefixPattern(ISSUER_KINDS)}
    union all
    select 'issuerEvents', max(e.received_at)
    from (select received_at from issuer_event order by received_at desc limit 1) e`.execute(
    app.db,
  );
  return rows.map(({ name, at }) => ({ name, lastAt: at?.toISOString() ?? null }));
}

async function readBooks(app: App) {
  const run = await app.db
    .selectFrom("invariant_run")
    .select(["at", sql<number>`jsonb_array_length(breaches)`.as("breaches")])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return { checkedAt: run?.at.toISOString() ?? null, breaches: run?.breaches ?? null };
}

async function readSeals(app: App) {
  const { rows } = await sql<{ stream: string; position: number; at: Date }>`
    (select 'audit' as stream, position::float8 as position, sealed_at as at
      from audit_seal order by audit_seal.position desc limit 1)
    union all
    (select 'ledger', position::float8, sealed_at from ledger_seal order by ledger_seal.position desc limit 1)`.execute(
    app.db,
  );
  return ["audit", "ledger"].map((stream) => {
    const head = rows.find((row) => row.stream === stream);
    return { stream, position: head?.position ?? 0, sealedAt: head?.at.toISOString() ?? null };
  });
}

async function readRest(app: App) {
  const seen = new Date(app.now().getTime() - GONE_AFTER_MS);
  const processes = await app.db
    .selectFrom("process_sign")
    .selectAll()
    .where("seen_at", ">", seen)
    .orderBy("name")
    .orderBy("started_at")
    .execute();
  const { rows } = await sql<{ open: number; through: string | null }>`
    select
      ((select count(*) from issuer_event where outcome = 'exception' and resolved_at is null)
        + (select count(*) from transfer_exception where resolved_at is null)
        + (select count(*) from card_order_exception where resolved_at is null)
        + (select count(*) from loan_in_trouble where caught_up_at is null))::integer as open,
      (select max(day)::text from business_day where state = 'closed') as through`.execute(app.db);
  return {
    openExceptions: rows[0]?.open ?? 0,
    closedThrough: rows[0]?.through ?? null,
    processes: processes.map((row) => ({
      name: row.name,
      host: row.host,
      pid: row.pid,
      version: row.version,
      startedAt: row.started_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
    })),
  };
}
