import { readFileSync } from "node:fs";
import type pg from "pg";
import { percentile } from "./load.ts";
import { runPgbench } from "./pgbench.ts";
import type { Stage } from "./stage.ts";

const FEW = 10_000;
const MANY = 1_000_000;
const BATCH_SIZE = 8;
const SECONDS = 5;
const ROUNDS = 3;

/**
 * What an entry costs in the ledger itself: one account in every entry against random pairs, and among
 * a million accounts against ten thousand. Sides alternate, as everything that is compared.
 */
export async function benchLedger({ admin, adminUrl }: Stage): Promise<void> {
  await admin.query(readFileSync(new URL("ledgerFunctions.sql", import.meta.url), "utf8"));
  await admin.query("select ledger_open_account('ASSOC', '2310', '', now())");
  const { rows } = await admin.query<{ setting: string }>(
    "select setting from pg_settings where name = 'huge_pages_status'",
  );
  console.log(`huge pages: ${rows[0]?.setting ?? "unknown"}`);
  const rate = (name: string, accounts: number) => {
    const done = runPgbench(adminUrl, BATCH_SIZE, SECONDS, { name, variables: { accounts } });
    return { perSecond: done.requests / done.seconds, p99: percentile(done.latencies, 0.99) };
  };

  await openAccounts(admin, 1, FEW);
  const hot: number[] = [];
  const pairs: number[] = [];
  rate("ledgerPairs.pgbench", FEW);
  for (let round = 0; round < ROUNDS; round++) {
    hot.push(rate("ledgerHot.pgbench", FEW).perSecond);
    pairs.push(rate("ledgerPairs.pgbench", FEW).perSecond);
  }
  print("one account in every entry / random pairs", hot, pairs);

  await openAccounts(admin, FEW + 1, MANY);
  const few: number[] = [];
  const many: number[] = [];
  rate("ledgerPairs.pgbench", MANY);
  for (let round = 0; round < ROUNDS; round++) {
    few.push(rate("ledgerPairs.pgbench", FEW).perSecond);
    many.push(rate("ledgerPairs.pgbench", MANY).perSecond);
  }
  // The cost is the inverse of the rate.
  print(`cost of an entry, ${MANY} accounts / ${FEW}`, few, many);
}

/** Member accounts with money on them, written past the ledger's functions so that it takes seconds. */
async function openAccounts(admin: pg.Pool, from: number, to: number): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(
      `with opened as (
         insert into ledger_account (book, code, subledger, kind, normal_side, opened_at, balance_centavos)
         select c.book, c.code, 'bench-' || n, c.kind, c.normal_side, now(), 1e12
         from generate_series($1::bigint, $2::bigint) n, chart_account c where c.book = 'ASSOC' and c.code = '2010'
         returning id, subledger)
       insert into bench_account (n, id) select substr(subledger, 7)::bigint, id from opened`,
      [from, to],
    );
    await client.query("set session_replication_role = origin");
    await client.query("vacuum analyze ledger_account, bench_account");
    await client.query("checkpoint");
  } finally {
    client.release();
  }
}

function print(what: string, ours: number[], other: number[]): void {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const ratio = middle(ours.map((rate, round) => rate / (other[round] ?? 1)));
  const rates = `${middle(ours).toFixed(0)} / ${middle(other).toFixed(0)} a second`;
  console.log(`${what.padEnd(48)}${ratio.toFixed(2).padStart(6)}   ${rates}`);
}
