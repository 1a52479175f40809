import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import { type InvariantRule, invariantsOver } from "./invariantQueries.ts";
import { loanInvariantsSince } from "./loanInvariants.ts";
import { figuresOf, type Known, markOf, readTouched } from "./touched.ts";

/** Something in the books that must not be, and where. */
export type Breach = {
  rule: InvariantRule;
  /** The account as 'ASSOC 2010 subledger', where the breach is at one. */
  account: string | undefined;
  entryId: bigint | undefined;
  /** The figures that do not agree, in centavos. */
  detail: string;
};

/** More than this of one rule says nothing new. */
const MOST = 100;

/** For one rule. */
const LONGEST = "30min";

/** What a look at the books found, and from where the next one can go on. */
export type Look = {
  breaches: Breach[];
  /** Whether everything was looked at; else what was written since the mark it was given. */
  isWhole: boolean;
  /** For the next look, when this one found nothing; without figures there is nothing to go on from. */
  seen: { mark: string; figures: string | null };
};

/**
 * Checks every promise of the ledger over all rows, at one moment, and names each breach; an empty
 * list means that the books are right. Reads only; any role that may read will do.
 */
export async function checkInvariants(db: Db): Promise<Breach[]> {
  return (await lookAtBooks(db, undefined)).breaches;
}

/**
 * As checkInvariants(). With `known`, the books were right at that mark, and what nobody wrote to since is taken to
 * be right still; so are loans of which nothing moved since `known.since`.
 * `isAside` leaves the database's other processors to those who wait for an answer.
 */
export function lookAtBooks(
  db: Db,
  known: (Known & { since: Date }) | undefined,
  { isAside = false }: { isAside?: boolean } = {},
): Promise<Look> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await takeTime(tx);
      if (isAside) await stayAside(tx);
      const mark = await markOf(tx);
      const seen = { mark, figures: await figuresOf(tx, mark) };
      const touched = known === undefined ? undefined : await readTouched(tx, known);
      const queries =
        known === undefined || touched === undefined
          ? invariantsOver()
          : {
              ...invariantsOver(touched),
              ...loanInvariantsSince(known.since),
            };
      const breaches: Breach[] = [];
      for (const rule of rules) breaches.push(...(await breachesOf(tx, rule, queries[rule])));
      return { breaches, isWhole: touched === undefined, seen };
    });
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
