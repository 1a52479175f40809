import {
  CLOSING_RAILS,
  type ClosingRail,
  ISSUER_KINDS,
  prefixPattern,
  type Rail,
  RAILS,
} from "#contract/transferKinds.ts";
import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";

/** A partner that does not answer, and since when. */
export type Away = { part: ClosingRail | "card"; since: Date };

/** Each call need not ask the database. */
const KEPT_MS = 1_000;
/** One lost answer is nothing; when none of so many came, nobody is there. */
const UNANSWERED = 3;
/** Nor is one member's luck with one bank. */
const MEMBERS = 2;
/** Then somebody has to try again: nobody else finds out that the switch is back. */
const CLOSED_FOR = "5 minutes";
/** An issuer takes its time now and then. */
const SLOW = "20 seconds";

type AsOf<Read> = { at: number; away: Read };
const keptBy = new WeakMap<App, AsOf<Away[]>>();
/** Only for those who hold no connection: what is under way may wait for one. */
const underWayBy = new WeakMap<App, AsOf<Promise<Away[]>>>();

/** Who does not answer, at most a second old, for all processes alike: it is read from what they wrote down. */
export async function readAway(app: App): Promise<Away[]> {
  const at = app.now();
  const known = asOf(keptBy.get(app), at) ?? asOf(underWayBy.get(app), at);
  if (known !== undefined) return known;
  const away = askAndKeep(app, app.db, at);
  underWayBy.set(app, { at: at.getTime(), away });
  // What could not be read is asked for anew.
  away.catch(() => underWayBy.delete(app));
  return away;
}

/** The same within a transaction, by its own connection: whoever holds one does not wait for another. */
async function readAwayWithin(app: App, tx: Tx): Promise<Away[]> {
  const at = app.now();
  return asOf(keptBy.get(app), at) ?? askAndKeep(app, tx, at);
}

async function askAndKeep(app: App, db: Db | Tx, at: Date): Promise<Away[]> {
  const away = await askDatabase(db, at);
  keptBy.set(app, { at: at.getTime(), away });
  return away;
}

/** What was asked for within a second of this moment, also when the clock was put back. */
function asOf<Read>(kept: AsOf<Read> | undefined, at: Date): Read | undefined {
  return kept !== undefined && Math.abs(at.getTime() - kept.at) <= KEPT_MS ? kept.away : undefined;
}

/**
 * Whether orders over this rail are taken; they are refused with instapay_closed while the switch answers
 * nothing: what would be sent now would have an unknown outcome, and the member's money would be on hold with
 * it. PESONet waits for its cycle anyway and stays open. The answer is up to a second old (readAway), also where it
 * is given to the posting transaction: an order of that second is accepted, and ends as any that is not answered.
 */
export async function isRailOpen(app: App, rail: Rail, tx?: Tx): Promise<boolean> {
  if (!RAILS[rail].closesWhenSilent) return true;
  const away = await (tx === undefined ? readAway(app) : readAwayWithin(app, tx));
  return !away.some(({ part }) => part === rail);
}

async function askDatabase(db: Db | Tx, at: Date): Promise<Away[]> {
  const parts = await Promise.all([
    ...CLOSING_RAILS.map(async (part) => ({ part, since: await readRail(db, part, at) })),
    readIssuer(db, at).then((since) => ({ part: "card" as const, since })),
  ]);
  return parts.flatMap(({ part, since }) => (since === null ? [] : [{ part, since }]));
}

/** Since when a rail has answered nothing to several members; any message of its ends that. */
async function readRail(db: Db | Tx, rail: ClosingRail, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    with heard as (
      select max(m.at) as at
      from (select at, rail, direction from rail_message order by id desc limit 500) m
      where m.rail = ${rail} and m.direction = 'in')
    select case when count(*) >= ${UNANSWERED} and count(distinct t.member_id) >= ${MEMBERS}
      then min(t.sent_at) end as since
    from transfer t, heard
    where t.next_inquiry_at is not null and t.kind = ${rail} and t.state = 'unknown'
      and t.sent_at > ${at}::timestamptz - ${CLOSED_FOR}::interval
      and (heard.at is null or t.sent_at > heard.at)`.execute(db);
  return rows[0]?.since ?? null;
}

/** Since when the issuer has ended nothing that it was asked for. */
async function readIssuer(db: Db | Tx, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    with heard as (
      select greatest(
        (select max(s.at) from (select at, ref_no, state from transfer_step order by id desc limit 300) s
          where s.ref_no ~ ${prefixPattern(ISSUER_KINDS)} and s.state in ('credited', 'returned')),
        (select max(o.ended_at) from (select ended_at from card_order order by id desc limit 100) o)) as at),
    asked as (
      select t.accepted_at as at from transfer t
      where t.next_inquiry_at is not null and t.kind = any(${ISSUER_KINDS}::text[]) and t.state = 'unknown'
      union all
      select o.created_at from card_order o
      where o.next_ask_at is not null and o.state = 'open' and not o.is_waiting)
    select min(asked.at) as since from asked, heard
    where asked.at between ${at}::timestamptz - interval '1 hour' and ${at}::timestamptz - ${SLOW}::interval
      and (heard.at is null or asked.at > heard.at)`.execute(db);
  return rows[0]?.since ?? null;
}
