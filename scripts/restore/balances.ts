import type pg from "pg";
import { withClient } from "./scratchCluster.ts";

/** All balances at one moment, in figures that two databases can be compared by. */
export type Balances = { accounts: string; centavos: string; checksum: string };

/** A named place in the log, and what every balance was there. */
export type NotedBalances = Balances & {
  point: string;
  lsn: string;
  /** The segment of the log that holds the place. */
  segment: string;
  at: Date;
};

/** Writers wait for us at most so long, and only for the moment between lock and note. */
const LOCKED_WITHIN = "2s";
const TRIES = 5;

/** Every account by its name in the chart, balance and hold; the order is the chart's, whatever the rows' ids. */
const BALANCES = `
  select coalesce(sum(accounts), 0)::text as accounts, coalesce(sum(balance_centavos), 0)::text as centavos,
    encode(sha256(convert_to(coalesce(string_agg(line, chr(10) order by line collate "C"), ''), 'UTF8')), 'hex') as checksum
  from (
    select encode(sha256(convert_to(string_agg(
      concat_ws(' ', book, code, subledger, balance_centavos, hold_centavos), chr(10)
      order by book collate "C", code collate "C", subledger collate "C"), 'UTF8')), 'hex') as line,
      sum(balance_centavos) as balance_centavos, count(*) as accounts
    from ledger_account group by id / 100000
  ) part`;

/** The checksum of all balances as this connection sees them. */
export async function readBalances(client: pg.Client): Promise<Balances> {
  const { rows } = await client.query<Balances>(BALANCES);
  const [found] = rows;
  if (found === undefined) throw new Error("the balances have no checksum");
  return found;
}

/**
 * Names a point in the log of a bank under load and takes the checksum of all balances exactly there. For an
 * instant nobody may move a balance: the point is named and the snapshot taken, then all go on, and the sum is
 * made from the snapshot. `adminUrl` is a superuser's: only one may name points.
 */
export async function noteBalances(adminUrl: string, point: string): Promise<NotedBalances> {
  return withClient(adminUrl, (locker) =>
    withClient(adminUrl, async (reader) => {
      const place = await nameAtRest(locker, reader, point);
      const balances = await readBalances(reader);
      await reader.query("commit");
      return { ...balances, ...place, point };
    }),
  );
}

async function nameAtRest(
  locker: pg.Client,
  reader: pg.Client,
  point: string,
): Promise<{ lsn: string; segment: string; at: Date }> {
  for (let tried = 1; ; tried++) {
    try {
      await locker.query(`begin; set local lock_timeout = '${LOCKED_WITHIN}'`);
      await locker.query("lock table ledger_account in share mode");
      await reader.query("begin isolation level repeatable read read only");
      await reader.query("select from ledger_account limit 1");
      const { rows } = await locker.query<{ lsn: string; segment: string; at: Date }>(
        `select lsn::text, pg_walfile_name(lsn) as segment, clock_timestamp() as at
         from pg_create_restore_point($1) as lsn`,
        [point],
      );
      await locker.query("commit");
      const [place] = rows;
      if (place === undefined) throw new Error("the point has no place");
      return place;
    } catch (error) {
      await locker.query("rollback");
      await reader.query("rollback");
      if (tried === TRIES) throw error;
    }
  }
}
