import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import type { App } from "#server/platform/app.ts";
import { buildApp } from "#server/entry/buildApp.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { openDb, openPool } from "#server/db/db.ts";
import { IMPATIENT } from "#server/platform/base/gather.ts";
import { buildServer } from "#server/entry/buildServer.ts";
import { closeServer } from "#server/entry/closeServer.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { asAdmin, copyTemplate, type TestServer } from "#test/support/copyTemplate.ts";
import { waitForConnections } from "#test/support/waitForConnections.ts";
import { type Life, makeLife, putUnder, type Watch } from "./life.ts";
import { type Backends, makeTurns, type Turns } from "./turns.ts";

/** One process of the server. */
export type Process = { name: string; app: App; server: FastifyInstance; life: Life };

/** The real server on a real database, with time, network and death in our hands. */
export type Stage = Process & {
  /** A second process, for what two do at the same time. */
  other: Process;
  turns: Turns;
  /** Milliseconds since 1970. */
  clock: { now: number };
  /** Each statement of the application passes it. */
  watch: Watch;
  /** As the superuser: for preparing and for looking at the end. bigint arrives as bigint. */
  admin: pg.Client;
  /** As the application, for the job library. */
  worker: pg.Client;
  /** Leaves the database as it was made. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens it once for many seeds: connections and their plans are most of what a short run costs. */
export async function openStage(testServer: TestServer): Promise<Stage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "simulation-"));
  const secretsFile = path.join(folder, "secrets.json");
  ensureSecrets(secretsFile, false);
  const database = await copyTemplate(testServer, 1);
  await asAdmin(database.adminUrl, (client) => client.query(IN_OUR_HANDS));
  const config = readConfig({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    DATA_DIR: folder,
    DATABASE_URL: database.appUrl,
    SECRETS_FILE: secretsFile,
    // Nothing is there: the partners are models.
    ISSUER_URL: "http://127.0.0.1:9",
    INSTAPAY_URL: "http://127.0.0.1:9",
    PESONET_URL: "http://127.0.0.1:9",
    SMS_URL: "http://127.0.0.1:9",
    PUBLIC_DIR: path.join(folder, "no-portal"),
    CONSOLE_DIR: path.join(folder, "no-console"),
    EVEN_ANSWER_MS: "0",
  });
  const clock = { now: 0 };
  const watch: Watch = { see: () => undefined, write: (text) => text };
  const admin = new pg.Client({
    connectionString: database.adminUrl,
    types: {
      getTypeParser: (oid: number) =>
        oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid),
    },
  });
  const worker = new pg.Client({ connectionString: database.appUrl });
  await Promise.all([admin.connect(), worker.connect()]);
  const turns = makeTurns(backendsOf(admin));
  const built = await buildApp(config, "simulation");
  const start = (name: string): Process => {
    const life = makeLife();
    // One connection: what runs at the same time takes turns at it, each time in the same order.
    const pool = openPool(database.appUrl, 1);
    // On a slow machine a turn may be long in coming.
    waitForConnections(pool);
    putUnder(pool, { name, life, watch, turns });
    const app: App = {
      ...built,
      now: () => new Date(clock.now),
      // Who shares a call would be for the database's speed to say, and a seed another run on another machine.
      patience: IMPATIENT,
      pool,
      db: openDb(pool),
    };
    return { name, app, server: buildServer(app), life };
  };
  const [first, other] = [start("A"), start("B")];
  const clear = await clearingOf(admin);
  return {
    ...first,
    other,
    turns,
    clock,
    watch,
    admin,
    worker,
    clear,
    close: async () => {
      await Promise.all([first, other].map(({ server }) => closeServer(server)));
      await Promise.all([first.app, other.app, built].map(({ db }) => db.destroy()));
      await Promise.all([admin.end(), worker.end()]);
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function backendsOf(admin: pg.Client): Backends {
  return {
    async blocked(backends) {
      const { rows } = await admin.query<{ backend: number }>({
        name: "blocked",
        text: `select backend from unnest($1::integer[]) as of (backend)
               where pg_blocking_pids(backend) <> '{}'`,
        values: [backends],
      });
      return rows.map(({ backend }) => backend);
    },
    async cancel(backend) {
      await admin.query("select pg_cancel_backend($1)", [backend]);
    },
  };
}

/**
 * Tables are as good as empty: a plan for these values is the plan for all. How long one waits for a lock is for
 * the seed to say, and what becomes of two who wait for each other (turns.ts). So is when a job that failed is tried
 * again (chores.ts): the job library would do it some seconds later, which are those of this machine.
 */
const IN_OUR_HANDS = `create function graphile_worker.wait_for_the_seed() returns trigger language plpgsql as $$
  begin
    new.run_at := 'infinity';
    return new;
  end $$;
  create trigger wait_for_the_seed before update on graphile_worker._private_jobs for each row
    when (new.last_error is not null and new.run_at > old.run_at)
    execute function graphile_worker.wait_for_the_seed();
  do $$
  declare one regprocedure;
  begin
    execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
    execute format('alter database %I set deadlock_timeout = ''1h''', current_database());
    -- With a tax, and with odd figures: what is left out shows.
    update earning_rate set rate_thousandths = 2375, day_basis = 365, tax_thousandths = 20000,
      minimum_centavos = 600000 where product = 'savings';
    update earning_rate set tax_thousandths = 10000 where product = 'me';
    -- Orders here are approved by codes alone.
    update transfer_limit set centavos = 99999999900 where name = 'new_payee_by_code_most';
    for one in select oid from pg_proc where array_to_string(proconfig, ' ') like '%lock_timeout%' loop
      execute format('alter function %s set lock_timeout = 0', one);
    end loop;
  end $$`;

/** Tables that the baseline fills and a run changes. */
const RESTORED = ["ledger_account", "ledger_roll_up"];

/** Empties what was empty, restores what was not, and begins all numbers again. */
async function clearingOf(admin: pg.Client): Promise<() => Promise<void>> {
  const { rows: tables } = await admin.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`);
  const empty: string[] = [];
  for (const { name } of tables) {
    const { rows } = await admin.query<{ is_empty: boolean }>(
      `select not exists (select from ${name}) as is_empty`,
    );
    if (rows[0]?.is_empty === true) empty.push(name);
  }
  const { rows: sequences } = await admin.query<{
    name: string;
    last: bigint | null;
    first: bigint;
  }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as last, start_value as first
    from pg_sequences where schemaname in ('public', 'graphile_worker')`);
  await admin.query("create schema kept");
  const restoring: string[] = [];
  for (const name of RESTORED) {
    await admin.query(`create table kept.${name} as table ${name}`);
    const { rows } = await admin.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [name],
    );
    const columns = rows[0]?.columns ?? "";
    restoring.push(
      `insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
    );
  }
  const emptied = [...empty, ...RESTORED];
  // Plans follow sizes and statistics, and rows come in the order of the plan: both begin anew with each seed.
  for (const name of emptied)
    await admin.query(`alter table ${name} set (autovacuum_enabled = false)`);
  // Also what is empty again: the next row would come to lie elsewhere than in a new table.
  const whichAreUsed = emptied
    .map((name) => `select '${name}' as name where pg_relation_size('${name}') > 0`)
    .join(" union all ");
  // A table that was never vacuumed has other plans than one that was: a first run is like any other.
  await admin.query(vacuuming(emptied));
  const beginning = [
    ...restoring,
    ...sequences.map(
      ({ name, last, first }) => `select setval('${name}', ${last ?? first}, ${last !== null})`,
    ),
    "set session_replication_role = origin",
  ].join(";\n");
  return async () => {
    const { rows: used } = await admin.query<{ name: string }>({
      name: "which-are-used",
      text: whichAreUsed,
    });
    // No trigger keeps what is only thrown away.
    await admin.query("set session_replication_role = replica");
    if (used.length > 0) {
      const names = used.map(({ name }) => name);
      await admin.query(names.map((name) => `delete from ${name}`).join(";\n"));
      // Each table has no page then, as a new one; new files for all of them cost ten times as much.
      await admin.query(vacuuming(names));
    }
    await admin.query(beginning);
  };
}

function vacuuming(tables: readonly string[]): string {
  return `vacuum (index_cleanup on, truncate on, analyze off) ${tables.join(", ")}`;
}
