import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { grantAccess, grantJobQueue } from "./grantAccess.ts";

const FOLDER = new URL("./migrations/", import.meta.url);
const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Any number, the same in every process: one migrates, the others wait. */
const LOCK = 5_142_001;

/**
 * The checksum of a file before it was reworded so that older servers take it as well; what it makes is the
 * same, and a database to which it was applied then is as good as another.
 */
const FORMER_CHECKSUMS = new Map([
  ["0012_joining.sql", "c2d369164d58b557e09dd6f465efa6bb04666fc81e48870f0a8ac5a765957d9d"],
  ["0030_card_life.sql", "8047200519f60f794c254c404b3d00c18bf808cb8b0d1332856ec3429feb28cc"],
  ["0031_card_use.sql", "846c3d2777931687b4c2a947406101e8402c38c264928c1df3162fe89bc97a26"],
]);

/** A lock is waited for so long; whoever comes meanwhile waits behind us. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_TRIES = 20;
const BETWEEN_TRIES_MS = 1_000;
/** PostgreSQL's code for a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = "55P03";
/** Where PostgreSQL looks for a deadlock before the time for a lock is over, it gives up one of two instead. */
const DEADLOCK = "40P01";

/** The first line of a file whose statements run one by one, none in a transaction. */
const NO_TRANSACTION = /^-- no transaction\b/;

/** For tests: how patiently locks are waited for. */
export type LockPatience = { timeoutMs: number; tries: number; betweenMs: number };
const PATIENCE: LockPatience = {
  timeoutMs: LOCK_TIMEOUT_MS,
  tries: LOCK_TRIES,
  betweenMs: BETWEEN_TRIES_MS,
};

type Migration = { name: string; text: string; checksum: string };

/**
 * Brings the database to this program's schema: numbered files in order, a transaction each with the
 * grants for what it made (once for all in a new database), then the job queue's own tables and theirs. Safe to run from several processes at once, and again.
 * A lock that others hold is waited for in turns, so that nobody stands behind this for long, and not for
 * ever. A file for large tables may say "-- no transaction" in its first line: its statements run one by
 * one (create index concurrently), must each be repeatable, and must not hold a ';' at a line's end.
 * Refuses, changing nothing further, when an applied file was edited or is unknown to this program.
 */
export async function migrate(
  ownerUrl: string,
  folder: URL = FOLDER,
  patience: LockPatience = PATIENCE,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query("select set_config('lock_timeout', $1, false)", [`${patience.timeoutMs}ms`]);
    const applied = await applyMissing(client, await readMigrations(folder), patience);
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

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const numbers = new Set<string>();
  return Promise.all(
    names.map(async (name) => {
      if (!NAME.test(name)) throw new Error(`${name}: a migration is named 0001_some_words.sql`);
      const number = name.slice(0, 4);
      if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`);
      numbers.add(number);
      const text = await readFile(new URL(name, folder), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function applyMissing(
  client: pg.Client,
  migrations: Migration[],
  patience: LockPatience,
): Promise<string[]> {
  await client.query(`create table if not exists schema_migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migration order by name",
  );
  assertHistory(migrations, rows);
  const missing = migrations.slice(rows.length);
  for (const [index, migration] of missing.entries()) {
    // No program runs on a new database: the first file settles what nobody may do with what is to come,
    // and what the roles may do is said once, at the end.
    const grants = rows.length > 0 || index === 0;
    await apply(client, migration, { patience, grants });
  }
  return missing.map(({ name }) => name);
}

/** What is applied must be the beginning of what this program knows, unchanged. */
function assertHistory(known: Migration[], applied: { name: string; checksum: string }[]): void {
  const unknown = applied.find(({ name }) => known.every((migration) => migration.name !== name));
  if (unknown !== undefined) {
    throw new Error(`The database is newer than this program: it has ${unknown.name}`);
  }
  for (const [position, { name, checksum }] of applied.entries()) {
    const expected = known[position];
    if (expected?.name !== name) {
      throw new Error(`${expected?.name ?? "?"} comes before ${name}, which is already applied`);
    }
    if (expected.checksum !== checksum && FORMER_CHECKSUMS.get(name) !== checksum) {
      throw new Error(`${name} was edited after it was applied; write a further migration instead`);
    }
  }
}

async function apply(
  client: pg.Client,
  { name, text, checksum }: Migration,
  { patience, grants }: { patience: LockPatience; grants: boolean },
): Promise<void> {
  const note = async () => {
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [
      name,
      checksum,
    ]);
    if (grants) await grantAccess(client);
  };
  try {
    if (NO_TRANSACTION.test(text)) {
      // From the first again: what was broken off may have left an index that is not valid.
      await waitInTurns(patience, async () => {
        for (const statement of statementsOf(text)) await client.query(statement);
      });
      await inTransaction(client, note);
      return;
    }
    await waitInTurns(patience, () =>
      inTransaction(client, async () => {
        await client.query(text);
        await note();
      }),
    );
  } catch (error) {
    throw new Error(`${name}: ${whatFailed(error, text)}`, { cause: error });
  }
}

/** Does it again when a lock was not had in time, or each waited for the other, so and so often; the last time fails. */
async function waitInTurns(
  { tries, betweenMs }: LockPatience,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLocked(error) || tried === tries) throw error;
      await setTimeout(betweenMs);
    }
  }
}

/** Somebody else's transaction is in the way: of one that would wait, or of two that would wait for each other. */
const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);

function statementsOf(text: string): string[] {
  return text
    .split(/;[ \t]*\n/)
    .filter((statement) => statement.replaceAll(/--.*/g, "").trim() !== "");
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

function whatFailed(error: unknown, text: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  if (isLocked(error)) {
    return `${error.message}: a transaction that does not end is in the way. Nothing of it is applied; end that one and migrate again`;
  }
  const line = text.slice(0, Number(error.position ?? 0)).split("\n").length;
  return error.position === undefined ? error.message : `line ${line}: ${error.message}`;
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
