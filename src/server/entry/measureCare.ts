import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import { RECONCILIATION_SOURCES } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/platform/app.ts";
import { readHolidays } from "#server/platform/calendar/readHolidays.ts";

type Care = {
  exceptions: number;
  failed_jobs: number;
  promised_at: Date | null;
  checked_at: Date | null;
  sealed_at: Date | null;
  days_open: number;
  breaches: number;
  findings: number;
  days_missing: number;
  not_right: number;
};

/** Partners have half a day for a day's file; the worker asks for two weeks. */
const NOON_MS = 12 * 60 * 60 * 1000;
const DAYS_BACK = 14;

/** A bank that was never looked at counts from the moment in which this program first asked. */
const firstAsked = new WeakMap<App, Date>();

/**
 * Counts what waits for people, and how old the last looks at books and seals are: what is right only
 * while somebody looks is wrong when nobody does.
 */
export async function measureCare(app: App): Promise<void> {
  const at = app.now();
  const yesterday = addDays(manilaDate(at), -1);
  const due = addDays(manilaDate(new Date(at.getTime() - NOON_MS)), -1);
  const { rows } = await sql<Care>`
    select
      ((select count(*) from issuer_event where outcome = 'exception' and resolved_at is null)
        + (select count(*) from transfer_exception where resolved_at is null)
        + (select count(*) from card_order_exception where resolved_at is null)
        + (select count(*) from loan_in_trouble where caught_up_at is null))::float8 as exceptions,
      (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts)::float8 as failed_jobs,
      (select min(created_at) from outbox) as promised_at,
      (select at from invariant_run order by id desc limit 1) as checked_at,
      least(
        (select sealed_at from audit_seal order by position desc limit 1),
        (select sealed_at from ledger_seal order by position desc limit 1)) as sealed_at,
      (select coalesce(greatest(${yesterday}::date - max(day), 0), 0)::float8
        from business_day where state = 'closed') as days_open,
      coalesce((select jsonb_array_length(breaches) from invariant_run order by id desc limit 1), 0)::float8 as breaches,
      coalesce((select findings from seal_verification order by id desc limit 1), 0)::float8 as findings,
      (select count(*) from generate_series(0, ${DAYS_BACK - 1}::int) as back
        cross join unnest(${[...RECONCILIATION_SOURCES]}::text[]) as partner
        cross join lateral (select ${due}::date - back as day) as past
        where past.day >= (select min(r.day) from reconciliation_run r where r.source = partner)
          and not exists (
            select from reconciliation_run r where r.source = partner and r.day = past.day and r.replaced_at is null)
      )::float8 as days_missing,
      (select count(*) from (
          select distinct on (day) is_right from reconciliation_proof
          where day > ${yesterday}::date - ${DAYS_BACK}::int order by day, id desc) newest
        where not is_right)::float8 as not_right`.execute(app.db);
  const [care] = rows;
  if (care === undefined) return;
  const secondsSince = (moment: Date | null) =>
    moment === null ? 0 : Math.max(0, (at.getTime() - moment.getTime()) / 1000);
  const { metrics } = app;
  metrics.exceptionsOpen.set(care.exceptions);
  metrics.jobsFailed.set(care.failed_jobs);
  metrics.outboxOldestSeconds.set(secondsSince(care.promised_at));
  const first = firstAsked.get(app) ?? at;
  firstAsked.set(app, first);
  metrics.booksCheckedAt.set((care.checked_at ?? first).getTime() / 1000);
  metrics.trailSealedAt.set((care.sealed_at ?? first).getTime() / 1000);
  metrics.daysNotClosed.set(care.days_open);
  // Of what was found last, whoever found it: a worker that has just begun has not looked yet.
  metrics.invariantBreaches.set(care.breaches);
  metrics.trailFindings.set(care.findings);
  metrics.settlementDaysMissing.set(care.days_missing);
  metrics.proofsNotRight.set(care.not_right);
  metrics.holidaysMissing.set((await readHolidays(app.db)).missing(manilaDate(at)).length);
}
