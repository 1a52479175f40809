import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import type { App } from "#server/app.ts";
import { buildApp } from "#server/buildApp.ts";
import { readConfig } from "#server/config.ts";
import { openDb, openPool } from "#server/db/db.ts";
import { buildServer } from "#server/http/buildServer.ts";
import { closeServer } from "#server/http/closeServer.ts";
import { ensureSecrets } from "#server/secrets.ts";
import { asAdmin, copyTemplate, type TestServer } from "#test/support/copyTemplate.ts";
import { type Life, makeLife, putUnder, type Watch } from "./life.ts";

/** The real server on a real database, with time, network and death in our hands. */
export type Stage = {
  app: App;
  server: FastifyInstance;
  life: Life;
  /** Milliseconds since 1970. */
  clock: { now: number };
  /** Is told of each statement of the application. */
  watch: { statement: Watch };
  /** As the superuser: for preparing and for looking at the end. bigint arrives as bigint. */
  admin: pg.Client;
  /** As the application, for the job library. */
  worker: pg.Client;
  /** Leaves the database as the migrations did. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens it once for many seeds: connections and their plans are most of what a short run costs. */
export async function openStage(testServer: TestServer): Promise<Stage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "simulation-"));
  const secretsFile = path.join(folder, "secrets.json");
  ensureSecrets(secretsFile, false);
  const database = await copyTemplate(testServer, 1);
  // Tables are as good as empty: a plan for these values is the plan for all.
  await asAdmin(database.adminUrl, (client) =>
    client.query(
      `do $$ begin
         execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
       end $$`,
    ),
  );
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
  const life = makeLife();
  const clock = { now: 0 };
  const watch: Stage["watch"] = { statement: () => undefined };
  // One connection: what runs at the same time takes turns at it, each time in the same order.
  const pool = openPool(database.appUrl, 1);
  putUnder(pool, life, (text, values) => watch.statement(text, values));
  const built = await buildApp(config, "simulation");
  const app: App = { ...built, now: () => new Date(clock.now), pool, db: openDb(pool) };
  const server = buildServer(app);
  const admin = new pg.Client({
    connectionString: database.adminUrl,
    types: {
      getTypeParser: (oid: number) =>
        oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid),
    },
  });
  const worker = new pg.Client({ connectionString: database.appUrl });
  await Promise.all([admin.connect(), worker.connect()]);
  const clear = await clearingOf(admin);
  return {
    app,
    server,
    life,
    clock,
    watch,
    admin,
    worker,
    clear,
    close: async () => {
      await closeServer(server);
      await Promise.all([admin.end(), worker.end(), app.db.destroy(), built.db.destroy()]);
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Tables that the migrations filled and a run changes. */
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
  const whichAreUsed = emptied
    .map((name) => `select '${name}' as name where exists (select from ${name})`)
    .join(" union all ");
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
      await admin.query(`vacuum (index_cleanup on, truncate on, analyze off) ${names.join(", ")}`);
    }
    await admin.query(beginning);
  };
}
