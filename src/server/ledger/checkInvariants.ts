import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import { invariantQueries, type InvariantRule, transfersBookedSince } from "./invariantQueries.ts";
import { loanInvariantsSince } from "./loanInvariants.ts";

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

/**
 * Checks every promise of the ledger over all rows, at one moment, and names each breach; an empty
 * list means that the books are right. With `since`, transfers that ended before it and have no entry since,
 * and loans of which nothing moved since, are taken to be right still. `isAside` leaves the database's other
 * processors to those who wait for an answer. Reads only; any role that may read will do.
 */
export function checkInvariants(
  db: Db,
  { since, isAside = false }: { since?: Date | undefined; isAside?: boolean } = {},
): Promise<Breach[]> {
  const queries =
    since === undefined
      ? invariantQueries
      : {
          ...invariantQueries,
          transfers_are_booked_as_they_stand: transfersBookedSince(since),
          ...loanInvariantsSince(since),
        };
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      if (isAside) await stayAside(tx);
      const breaches: Breach[] = [];
      for (const rule of rules) breaches.push(...(await breachesOf(tx, rule, queries[rule])));
      return breaches;
    });
}

/** One process of the database, which sorts in memory: several, with files on the disk, would slow all others down. */
async function stayAside(tx: Tx): Promise<void> {
  await sql`select set_config('max_parallel_workers_per_gather', '0', true),
    set_config('work_mem', '64MB', true)`.execute(tx);
}

const rules = Object.keys(invariantQueries) as InvariantRule[]; // the keys of a constant

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
