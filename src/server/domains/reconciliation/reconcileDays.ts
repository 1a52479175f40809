import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import { RECONCILIATION_SOURCES } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { prove } from "./proof.ts";
import { proveIssuerBalances } from "./proveIssuerBalances.ts";
import type { RequestedBy, OfDay } from "./ofDay.ts";
import { reconcileDay } from "./reconcileDay.ts";

/** Partners close their day first. */
const AFTER_MIDNIGHT_MS = 30 * 60 * 1000;
/** How many days back a missing file is still requested. */
const DAYS_BACK = 14;
/** Seconds until a day is proved again for which the issuer did not answer for all cards. */
const ASKED_AGAIN_SECONDS = 3_600;
/** Per 500 cards: 60,000 cards take ten minutes, and members' calls are not slowed down. */
const PAGE_MS = 5_000;

/**
 * Matches the missing files of the days that are over. A file that a partner cannot give now is requested
 * again by the next run; one partner's failure does not hold up another's files.
 */
export async function reconcileDays(app: App): Promise<void> {
  const today = manilaDate(new Date(app.now().getTime() - AFTER_MIDNIGHT_MS));
  const by = byChore(app);
  for (const source of RECONCILIATION_SOURCES) {
    for (let back = 1; back <= DAYS_BACK; back++) {
      const day = addDays(today, -back);
      if (await isMatched(app, { source, day })) continue;
      // A partner that has no file for one day is not asked for older ones at once.
      if (!(await tryDay(app, { source, day }, by))) break;
    }
  }
}

/**
 * Proves the days that are due, all with one comparison of the issuer's cards; slowly, as files may arrive in
 * a busy hour. Everything else is read after it, and the due days once more, because files arrive and people
 * request proofs meanwhile. Stops when `ended` says so.
 */
export async function proveDays(app: App, ended?: AbortSignal): Promise<void> {
  if ((await dueDays(app)).length === 0) return;
  const issuer = await proveIssuerBalances(app, { pageMs: PAGE_MS, ended });
  for (const day of await dueDays(app)) {
    ended?.throwIfAborted();
    try {
      await prove(app, { day, issuer }, byChore(app));
    } catch (error) {
      app.log.error({ day, err: error }, "a day could not be proven");
    }
  }
}

/**
 * Yesterday while it has no proof, and each day whose files have changed since its proof or for which the
 * issuer did not answer for all cards.
 */
async function dueDays(app: App): Promise<string[]> {
  const now = app.now();
  const yesterday = addDays(manilaDate(new Date(now.getTime() - AFTER_MIDNIGHT_MS)), -1);
  const { rows } = await sql<{ day: string }>`
    with days as (
      select ${yesterday}::date - back as day from generate_series(0, ${DAYS_BACK - 1}::int) as back
    ), filed as (
      select day, array_agg(id order by id) as run_ids from reconciliation_run
      where replaced_at is null group by day
    ), proven as (
      select distinct on (day) day, at, run_ids, exists (
          select from jsonb_array_elements(lines) as line
          where line ->> 'name' = 'issuer_balances' and line ->> 'theirs' is null) as is_cut_short
      from reconciliation_proof order by day, id desc
    )
    select d.day::text from days d left join filed f using (day) left join proven p using (day)
    where case when p.day is null then d.day = ${yesterday}::date or f.day is not null
      else p.run_ids <> coalesce(f.run_ids, '{}')
        or (p.is_cut_short and abs(extract(epoch from ${now}::timestamptz - p.at)) >= ${ASKED_AGAIN_SECONDS}) end
    order by d.day`.execute(app.db);
  return rows.map(({ day }) => day);
}

function byChore(app: App): RequestedBy {
  return { kind: "system", name: "reconcileDays", correlationId: app.random.uuid() };
}

async function isMatched(app: App, { source, day }: OfDay): Promise<boolean> {
  const run = await app.db
    .selectFrom("reconciliation_run")
    .select("id")
    .where("source", "=", source)
    .where("day", "=", day)
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  return run !== undefined;
}

/** Whether the file came and was matched. */
async function tryDay(app: App, of: OfDay, by: RequestedBy): Promise<boolean> {
  try {
    await reconcileDay(app, of, by);
    return true;
  } catch (error) {
    if (error instanceof Refusal) {
      // A missing file is reported by the metric once it is late; a wrong one is wrong at once.
      const level = error.code === "settlement_wrong" ? "warn" : "info";
      app.log[level]({ ...of, code: error.code }, "no file of a partner to match");
    } else {
      app.log.error({ ...of, err: error }, "a partner's file could not be matched");
    }
    return false;
  }
}
