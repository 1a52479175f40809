import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import { type InvariantRule, invariantsOver } from "./invariantQueries.ts";
import { loanInvariantsSince } from "./loanInvariants.ts";
import { figuresOf, type Known, markOf, readChanges, readTouched } from "./touched.ts";

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
export type Look = {
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
  return (await lookAtBooks(db)).breaches;
}

/**
 * As checkInvariants(). With `known`, the books were right at that mark, and what was there then is there still; with
 * its `since`, moreover, what nobody wrote to since the mark is taken to be right, and so are loans of which nothing
 * moved from `since` on. Figures for the next look only with `at`, the time by the clock of those who write.
 * `isAside` leaves the database's other processors to those who wait for an answer.
 */
export function lookAtBooks(
  db: Db,
  {
    known,
    at,
    isAside = false,
  }: { known?: (Known & { since?: Date }) | undefined; at?: Date; isAside?: boolean } = {},
): Promise<Look> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await takeTime(tx);
      if (isAside) await stayAside(tx);
      const mark = await markOf(tx);
      const seen = { mark, figures: at === undefined ? null : await figuresOf(tx, mark, at) };
      const { gone, why, touched } = await comparedWith(tx, known);
      const queries =
        known?.since === undefined || touched === undefined
          ? invariantsOver()
          : { ...invariantsOver(touched), ...loanInvariantsSince(known.since) };
      const breaches: Breach[] = gone.map((detail) => ({
        rule: STAYS,
        account: undefined,
        entryId: undefined,
        detail,
      }));
      for (const rule of rules) breaches.push(...(await breachesOf(tx, rule, queries[rule])));
      return { breaches, isWhole: touched === undefined, why, seen };
    });
}

async function comparedWith(tx: Tx, known: (Known & { since?: Date }) | undefined) {
  if (known === undefined) return { gone: [], why: undefined, touched: undefined };
  const { gone, why } = await readChanges(tx, known);
  if (known.since === undefined) return { gone, why: undefined, touched: undefined };
  if (why !== undefined) return { gone, why, touched: undefined };
  const touched = await readTouched(tx, known);
  return { gone, why: touched ? undefined : "too much was written to", touched };
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
