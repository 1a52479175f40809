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

/** A breach of an invariant, and where it is. */
export type Breach = {
  rule: InvariantRule | typeof STAYS;
  /** The account as 'ASSOC 2010 subledger', where the breach is at one. */
  account: string | undefined;
  entryId: bigint | undefined;
  /** The figures that do not agree; money in centavos. */
  detail: string;
};

/** Postings, entries, transfers and accounts are never deleted: found by what an earlier check counted. */
const STAYS = "what_is_final_stays";

/** More breaches of one rule say nothing new. */
const MOST = 100;

/** For one rule. */
const LONGEST = "30min";

/** The result of a check of the books, and where the next one can continue. */
export type CheckResult = {
  breaches: Breach[];
  /** Whether everything was checked; otherwise only what was written since the given mark. */
  isWhole: boolean;
  /** Why everything was checked although what was written since would have sufficed. */
  why: string | undefined;
  /** For the next check, when this one found no breach; without figures the next one checks everything. */
  seen: { mark: string; figures: string | null };
};

/**
 * Checks every invariant of the ledger over all rows, in one snapshot, and names each breach; an empty list
 * means that the books are right. Reads only; any role that may read will do.
 */
export async function checkInvariants(db: Db): Promise<Breach[]> {
  return (await checkBooks(db)).breaches;
}

/** Makes a check one of a chain, in which each continues from the one before. */
type Link = {
  /** The time by the clock of the writing processes. */
  at: Date;
  /** The books were right at its mark. With `since`, loans without a movement since then are still right. */
  known?: (Known & { since?: Date }) | undefined;
  /** Leaves the database's other processors to interactive work. */
  isAside?: boolean;
};

/**
 * As checkInvariants(). In a chain, what was there at the last check must still be there, and with `since`
 * only what was written since the last check is checked.
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

/** What a check takes over from the one before it, and leaves to the next. */
type Chained = {
  gone: string[];
  figures: string | null;
  /**
   * What was written since; undefined when everything is checked, with the reason where the part would have
   * sufficed.
   */
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

/** The books of years take longer than a caller waits; a check that can never finish would be none. */
async function takeTime(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${LONGEST}, true)`.execute(tx);
}

/** One process of the database, which sorts in memory: several, with files on the disk, would slow all others down. */
async function stayAside(tx: Tx): Promise<void> {
  await sql`select set_config('max_parallel_workers_per_gather', '0', true),
    set_config('work_mem', '64MB', true)`.execute(tx);
}

const rules = Object.keys(invariantsOver()) as InvariantRule[]; // the keys of what it returns

/** Every rule that a breach can be of. */
export const breachRules: readonly Breach["rule"][] = [...rules, STAYS];

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
