import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import { countBooks } from "./counted.ts";
import { type InvariantRule, invariantsOver } from "./invariantQueries.ts";
import { loanInvariantsSince } from "./loanInvariants.ts";
import {
  countedIn,
  figuresOf,
  isOwnMark,
  type Known,
  markOf,
  readTouched,
  type Touched,
} from "./touched.ts";

/** Something in the books that must not be, and where. */
export type Breach = {
  rule: InvariantRule | typeof STAYS;
  /** The account as 'ASSOC 2010 subledger', where the breach is at one. */
  account: string | undefined;
  entryId: bigint | undefined;
  /** The figures that do not agree; money in centavos. */
  detail: string;
};

/** Postings, entries, transfers and accounts are never taken away: found by what a former look counted. */
const STAYS = "what_is_final_stays";

/** More than this of one rule says nothing new. */
const MOST = 100;

/** For one rule. */
const LONGEST = "30min";

/** What a look at the books found, and from where the next one can go on. */
export type CheckResult = {
  breaches: Breach[];
  /** Whether everything was looked at; else what was written since the mark it was given. */
  isWhole: boolean;
  /** Why everything was, though what was written since would have done. */
  why: string | undefined;
  /** For the next look, when this one found nothing; without figures there is nothing to go on from. */
  seen: { mark: string; figures: string | null };
};

/**
 * Checks every promise of the ledger over all rows, at one moment, and names each breach; an empty
 * list means that the books are right. Reads only; any role that may read will do.
 */
export async function checkInvariants(db: Db): Promise<Breach[]> {
  return (await checkBooks(db)).breaches;
}

/** What makes a look one of a chain, each of which goes on from the one before. */
type Link = {
  /** The time by the clock of those who write. */
  at: Date;
  /** The books were right at its mark. With `since`, loans of which nothing moved from then on are right still. */
  known?: (Known & { since?: Date }) | undefined;
  /** Leaves the database's other processors to those who wait for an answer. */
  isAside?: boolean;
};

/**
 * As checkInvariants(); of a chain, what was there at the last look must be there still, and with `since` only what
 * was written to from the last look on is looked at.
 */
export function checkBooks(db: Db, link?: Link): Promise<CheckResult> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await takeTime(tx);
      if (link?.isAside) await stayAside(tx);
      const mark = await markOf(tx);
      const { gone, figures, why, touched } = link ? await goOn(tx, mark, link) : NOTHING_KNOWN;
      const since = link?.known?.since;
      const queries =
        since === undefined || touched === undefined
          ? invariantsOver()
          : { ...invariantsOver(touched), ...loanInvariantsSince(since) };
      const breaches: Breach[] = gone.map((detail) => ({
        rule: STAYS,
        account: undefined,
        entryId: undefined,
        detail,
      }));
      for (const rule of rules) breaches.push(...(await breachesOf(tx, rule, queries[rule])));
      return { breaches, isWhole: touched === undefined, why, seen: { mark, figures } };
    });
}

/** What a look has from the one before it, and leaves to the next. */
type Chained = {
  gone: string[];
  figures: string | null;
  /** What was written since; else everything is looked at, and why, where that would have done. */
  touched: Touched | undefined;
  why: string | undefined;
};

const NOTHING_KNOWN: Chained = { gone: [], figures: null, why: undefined, touched: undefined };

async function goOn(tx: Tx, mark: string, { at, known }: Link): Promise<Chained> {
  const before = known && countedIn(known.figures);
  const { counted, changes } = await countBooks(tx, { mark, at, before });
  const chained = { ...NOTHING_KNOWN, gone: changes.gone, figures: await figuresOf(tx, counted) };
  if (known?.since === undefined) return chained;
  if (before === undefined) return { ...chained, why: "what is known is of another release" };
  if (changes.why !== undefined) return { ...chained, why: changes.why };
  if (!(await isOwnMark(tx, known.mark)))
    return { ...chained, why: "the mark is of another database" };
  const touched = await readTouched(tx, known);
  return { ...chained, touched, why: touched ? undefined : "too much was written to" };
}

/** The books of years take longer than what a caller waits for; a look that can never end would be none. */
async function takeTime(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${LONGEST}, true)`.execute(tx);
}

/** One process of the database, which sorts in memory: several, with files on the disk, would slow all others down. */
async function stayAside(tx: Tx): Promise<void> {
  await sql`select set_config('max_parallel_workers_per_gather', '0', true),
    set_config('work_mem', '64MB', true)`.execute(tx);
}

const rules = Object.keys(invariantsOver()) as InvariantRule[]; // the keys of what it returns

type Found = { account: string | null; entry_id: bigint | null; detail: string };

async function breachesOf(
  tx: Tx,
  rule: InvariantRule,
  query: RawBuilder<unknown>,
): Promise<Breach[]> {
  const { rows } = await sql<Found>`
    select found.account, found.entry_id, found.detail
    from (${query}) as found (account, entry_id, detail)
    limit ${MOST}`.execute(tx);
  return rows.map((row) => ({
    rule,
    account: row.account ?? undefined,
    entryId: row.entry_id ?? undefined,
    detail: row.detail,
  }));
}
