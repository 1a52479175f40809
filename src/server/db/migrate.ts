import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { applyFunctions } from "./applyFunctions.ts";
import { applyRows, readRows, type Rows } from "./applyRows.ts";
import { type FunctionFile, readFunctionFiles } from "./functionFiles.ts";
import { grantAccess, grantJobQueue } from "./grantAccess.ts";
import { inTransaction, type LockPatience, named, waitInTurns } from "./transactions.ts";

/** Where the schema stands written. */
export type SchemaSources = {
  /** Tables and first rows of an empty database, numbered files in order. */
  baseline: URL;
  /** What changed since the first release, numbered files in order. */
  migrations: URL;
  /**
   * Under it, in folders called `sql`: functions and their triggers; and in files '<table>.rows.ts': the rows of
   * tables that the program's own text says, or that a new database begins with.
   */
  functions: URL;
};
export const schemaSources: SchemaSources = {
  baseline: new URL("./baseline/", import.meta.url),
  migrations: new URL("./migrations/", import.meta.url),
  functions: new URL("../", import.meta.url),
};
/** Any number, the same in every process: one migrates, the others wait. */
const LOCK = 5_142_001;
const PATIENCE: LockPatience = { timeoutMs: 3_000, tries: 20, betweenMs: 1_000 };

/** The first line of a file whose statements run one by one, none in a transaction. */
const NO_TRANSACTION = /^-- no transaction\b/;
/** How the baseline is called among what is applied. */
const BASELINE = "baseline";

type SqlFile = { name: string; text: string; checksum: string };
type Schema = {
  baseline: SqlFile[];
  migrations: SqlFile[];
  functions: FunctionFile[];
  rows: Rows[];
};
type Finish = () => Promise<void>;

/**
 * Brings the database to this program's schema, and answers what was applied: on an empty database the baseline, then
 * the migrations that are missing, a transaction each, and in the last of these transactions the functions and the
 * rows of the program's text that changed; with each go the grants for what it made (on a new database once for all), at the end the job queue's own
 * tables and theirs. Safe to run from several processes at once, and again.
 * A lock that others hold is waited for in turns, so that nobody stands behind this for long, and not for
 * ever. A migration for large tables may say "-- no transaction" in its first line: its statements run one by
 * one (create index concurrently), must each be repeatable, and must not hold a ';' at a line's end.
 * Refuses, changing nothing further, when an applied file was edited or is unknown to this program, and a database
 * that another baseline, or the migrations from before there was one, made.
 */
export async function migrate(
  ownerUrl: string,
  sources: SchemaSources = schemaSources,
  patience: LockPatience = PATIENCE,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const schema = await readSchema(sources);
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query("select set_config('lock_timeout', $1, false)", [`${patience.timeoutMs}ms`]);
    const applied = await applyMissing(client, schema, patience);
    await migrateJobQueue(ownerUrl);
    await inTransaction(client, async () => {
      await grantAccess(client);
      await grantJobQueue(client);
    });
    return applied;
  } finally {
    await client.end();
  }
}

async function readSchema({ baseline, migrations, functions }: SchemaSources): Promise<Schema> {
  return {
    baseline: await readNumbered(baseline, /^(\d{3})_[a-z0-9_]+\.sql$/, "010_some_words.sql"),
    migrations: await readNumbered(migrations, /^(\d{4})_[a-z0-9_]+\.sql$/, "0001_some_words.sql"),
    functions: await readFunctionFiles(functions),
    rows: await readRows(functions),
  };
}

async function readNumbered(folder: URL, pattern: RegExp, example: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const numbers = new Set<string>();
  return Promise.all(
    names.map(async (name) => {
      const [, number] = pattern.exec(name) ?? [];
      if (number === undefined) throw new Error(`${name}: a file here is named ${example}`);
      if (numbers.has(number)) throw new Error(`Two files have the number ${number}`);
      numbers.add(number);
      const text = await readFile(new URL(name, folder), "utf8");
      return { name, text, checksum: sha256(text) };
    }),
  );
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Of what the baseline does: words of its comments may change. */
const baselineChecksum = (files: readonly SqlFile[]): string =>
  sha256(files.map(({ text }) => text.replaceAll(/^[ \t]*--.*\n/gm, "")).join("\n"));

async function applyMissing(
  client: pg.Client,
  { baseline, migrations, functions, rows }: Schema,
  patience: LockPatience,
): Promise<string[]> {
  await client.query(`create table if not exists schema_migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows: known } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migration order by name",
  );
  const isNew = known.length === 0;
  if (!isNew) assertBaseline(baseline, known);
  const history = known.filter(({ name }) => name !== BASELINE);
  assertHistory(migrations, history);

  const missing = migrations.slice(history.length);
  let made: string[] = [];
  const finish = async () => {
    const due = rows.filter(({ isBeginning }) => isNew || isBeginning !== true);
    made = [...(await applyFunctions(client, functions)), ...(await applyRows(client, due))];
    await grantAccess(client);
  };
  const steps: ((last: Finish) => Promise<void>)[] = missing.map(
    (migration) => (last) => applyMigration(client, migration, patience, last),
  );
  if (isNew) steps.unshift((last) => applyBaseline(client, baseline, last));
  if (steps.length === 0) await waitInTurns(patience, () => inTransaction(client, finish));
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    // No program runs on a new database: what the roles may do is said once, at the end.
    await step(isLast ? finish : isNew ? () => Promise.resolve() : () => grantAccess(client));
  }
  return [...(isNew ? [BASELINE] : []), ...missing.map(({ name }) => name), ...made];
}

/** The tables must be those from which this program's migrations go on. */
function assertBaseline(
  baseline: readonly SqlFile[],
  applied: readonly { name: string; checksum: string }[],
): void {
  const made = applied.find(({ name }) => name === BASELINE);
  if (made?.checksum === baselineChecksum(baseline)) return;
  throw new Error(
    `The database was made by ${made === undefined ? "a program from before the first release" : "another baseline"} ` +
      "and is not carried over: one that is to be kept goes on with the program that made it. Nothing was changed",
  );
}

/** What is applied must be the beginning of what this program knows, unchanged. */
function assertHistory(known: SqlFile[], applied: { name: string; checksum: string }[]): void {
  const unknown = applied.find(({ name }) => known.every((migration) => migration.name !== name));
  if (unknown !== undefined) {
    throw new Error(`The database is newer than this program: it has ${unknown.name}`);
  }
  for (const [position, { name, checksum }] of applied.entries()) {
    const expected = known[position];
    if (expected?.name !== name) {
      throw new Error(`${expected?.name ?? "?"} comes before ${name}, which is already applied`);
    }
    if (expected.checksum !== checksum) {
      throw new Error(`${name} was edited after it was applied; write a further migration instead`);
    }
  }
}

async function applyBaseline(
  client: pg.Client,
  files: readonly SqlFile[],
  last: Finish,
): Promise<void> {
  await inTransaction(client, async () => {
    for (const { name, text } of files) {
      await client.query(text).catch((error: unknown) => {
        throw named(name, text, error);
      });
    }
    await note(client, BASELINE, baselineChecksum(files));
    await last();
  });
}

async function applyMigration(
  client: pg.Client,
  { name, text, checksum }: SqlFile,
  patience: LockPatience,
  last: Finish,
): Promise<void> {
  const noteIt = async () => {
    await note(client, name, checksum);
    await last();
  };
  try {
    if (NO_TRANSACTION.test(text)) {
      // From the first again: what was broken off may have left an index that is not valid.
      await waitInTurns(patience, async () => {
        for (const statement of statementsOf(text)) await client.query(statement);
      });
      await waitInTurns(patience, () => inTransaction(client, noteIt));
      return;
    }
    await waitInTurns(patience, () =>
      inTransaction(client, async () => {
        await client.query(text);
        await noteIt();
      }),
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw named(name, text, error);
    throw error;
  }
}

const note = (client: pg.Client, name: string, checksum: string) =>
  client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);

function statementsOf(text: string): string[] {
  return text
    .split(/;[ \t]*\n/)
    .filter((statement) => statement.replaceAll(/--.*/g, "").trim() !== "");
}

async function migrateJobQueue(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  // The library insists on both listeners; an error of either reaches the caller by its query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await runMigrations({
      pgPool: pool,
      schema: "graphile_worker",
      logger: new Logger(() => () => undefined),
    });
  } finally {
    await pool.end();
  }
}
