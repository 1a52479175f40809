import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { runOnce } from "graphile-worker";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asAdmin, openTestDb, type TestDb } from "#test/support/testDb.ts";
import { assertDurable } from "./assertDurable.ts";
import { openPool } from "./db.ts";
import { migrate } from "./migrate.ts";

let world: TestDb;
beforeAll(async () => {
  world = await openTestDb();
});
afterAll(() => world.close());

describe("migrate", () => {
  let folder: string;
  let files: URL;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "migrations-"));
    files = pathToFileURL(`${folder}${path.sep}`);
    await asAdmin(world.ownerUrl, async (owner) => {
      await owner.query("drop table if exists parcel, letter");
      await owner.query("drop sequence if exists tries");
      await owner.query("create table kept_history as select * from schema_migration");
      await owner.query("delete from schema_migration");
    });
    await put("0001_parcel.sql", "create table parcel (id bigint primary key);");
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    await asAdmin(world.ownerUrl, async (owner) => {
      await owner.query("delete from schema_migration");
      await owner.query("insert into schema_migration select * from kept_history");
      await owner.query("drop table kept_history");
    });
  });
  const put = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const run = () => migrate(world.ownerUrl, files);

  test("applies what is missing, once, also when several start together", async () => {
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(["0001_parcel.sql"]);
    await put("0002_letter.sql", "create table letter (id bigint primary key);");
    expect(await run()).toEqual(["0002_letter.sql"]);
    expect(await run()).toEqual([]);
  });

  test("S140 later tables come with the rights of the roles", async () => {
    await run();
    await world.pool.query("insert into parcel values (1)");
    await expect(world.pool.query("truncate parcel")).rejects.toThrow("permission denied");
  });

  test("refuses a file that was edited after it was applied", async () => {
    await run();
    await put("0001_parcel.sql", "create table parcel (id bigint primary key, weight bigint);");
    await expect(run()).rejects.toThrow("0001_parcel.sql was edited after it was applied");
  });

  test("refuses a database that is newer than the program", async () => {
    await put("0002_letter.sql", "create table letter (id bigint primary key);");
    await run();
    await rm(path.join(folder, "0002_letter.sql"));
    await expect(run()).rejects.toThrow("newer than this program: it has 0002_letter.sql");
  });

  test("refuses a file that comes before one that is applied", async () => {
    await put("0003_letter.sql", "create table letter (id bigint primary key);");
    await run();
    await put("0002_early.sql", "select 1;");
    await expect(run()).rejects.toThrow("0002_early.sql comes before 0003_letter.sql");
  });

  test("a file that fails leaves nothing behind and is named with its line", async () => {
    await put(
      "0002_letter.sql",
      "create table letter (id bigint primary key);\nselect nonsense;\n",
    );
    await expect(run()).rejects.toThrow(
      '0002_letter.sql: line 2: column "nonsense" does not exist',
    );
    const { rows } = await world.pool.query("select to_regclass('letter') as letter");
    expect(rows).toEqual([{ letter: null }]);
  });

  test("S140 does not wait for ever behind a transaction that does not end, nor have others wait behind it", async () => {
    await run();
    await put("0002_weight.sql", "alter table parcel add column weight bigint;");
    const patience = { timeoutMs: 50, tries: 3, betweenMs: 10 };
    const reader = await world.pool.connect();
    await reader.query("begin");
    await reader.query("select from parcel");
    await expect(migrate(world.ownerUrl, files, patience)).rejects.toThrow(
      /^0002_weight\.sql: .*lock timeout.*end that one and migrate again$/,
    );
    await reader.query("commit");
    // One that ends meanwhile is waited for.
    await reader.query("begin");
    await reader.query("select from parcel");
    const migrating = migrate(world.ownerUrl, files, { ...patience, tries: 1_000 });
    const waiting = `select from pg_locks where not granted and relation = 'parcel'::regclass`;
    await expect.poll(async () => (await world.pool.query(waiting)).rowCount).toBe(1);
    await reader.query("commit");
    reader.release();
    expect(await migrating).toEqual(["0002_weight.sql"]);
  });

  test("S140 is applied after all when it and another waited for each other", async () => {
    await put("0002_letter.sql", "create table letter (id bigint primary key);");
    await run();
    // The first time it goes on when the other waits for it, to wait for the other.
    await put(
      "0003_weights.sql",
      `alter table parcel add column weight bigint;
do $$ begin
  if nextval('tries') = 1 then
    while not exists (select from pg_locks where not granted and relation = 'parcel'::regclass) loop
      perform pg_sleep(0.01);
    end loop;
  end if;
end $$;
alter table letter add column weight bigint;
`,
    );
    await asAdmin(world.ownerUrl, (owner) => owner.query("create sequence tries"));
    await asAdmin(world.adminUrl, async (other) => {
      // Who looks whether both wait is who gives up: not this one.
      await other.query("set deadlock_timeout = '10min'");
      await other.query("begin");
      await other.query("lock table letter");
      const patience = { timeoutMs: 60_000, tries: 2, betweenMs: 10 };
      const migrating = migrate(world.ownerUrl, files, patience);
      const held = `select from pg_locks where granted and mode = 'AccessExclusiveLock' and relation = 'parcel'::regclass`;
      await expect.poll(async () => (await world.pool.query(held)).rowCount).toBe(1);
      await other.query("select from parcel");
      await other.query("commit");
      expect(await migrating).toEqual(["0003_weights.sql"]);
      const { rows } = await other.query("select last_value from tries");
      expect(rows).toEqual([{ last_value: "2" }]);
    });
  });

  test("S140 an index of a large table is made while it is written to, outside a transaction", async () => {
    await run();
    await put(
      "0002_index.sql",
      `-- no transaction: parcel is large
drop index concurrently if exists parcel_by_id;
create index concurrently parcel_by_id
  on parcel (id);
`,
    );
    expect(await run()).toEqual(["0002_index.sql"]);
    const { rows } = await world.pool.query(
      "select indisvalid from pg_index where indexrelid = 'parcel_by_id'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
    expect(await run()).toEqual([]);
  });

  test.each([
    ["has no number", "letter.sql", "is named"],
    ["has a number that is taken", "0001_letter.sql", "Two migrations have the number 0001"],
  ])("refuses a file that %s", async (_, name, message) => {
    await put(name, "select 1;");
    await expect(run()).rejects.toThrow(message);
  });
});

test("a database to which a file was applied in its former words is as good as another", async () => {
  const asApplied = (checksum: string) =>
    asAdmin(world.ownerUrl, (owner) =>
      owner.query("update schema_migration set checksum = $1 where name = '0012_joining.sql'", [
        checksum,
      ]),
    );
  await asApplied("c2d369164d58b557e09dd6f465efa6bb04666fc81e48870f0a8ac5a765957d9d");
  expect(await migrate(world.ownerUrl)).toEqual([]);
  await asApplied("c2d369164d58b557e09dd6f465efa6bb04666fc81e48870f0a8ac5a765957d9e");
  await expect(migrate(world.ownerUrl)).rejects.toThrow("0012_joining.sql was edited");
});

test("the application's role does the jobs of the queue, and takes up one that failed", async () => {
  await world.pool.query(
    "select graphile_worker.add_job('greet', '{\"name\":\"Maria\"}', max_attempts := 2)",
  );
  const greeted: unknown[] = [];
  // Of our own: the queue writes a moment longer than its run, and nobody may cut its connection meanwhile.
  const queue = new pg.Pool({ connectionString: world.appUrl, max: 2 });
  const options = {
    pgPool: queue,
    taskList: {
      greet: (payload: unknown) => {
        greeted.push(payload);
        if (greeted.length === 1) throw new Error("not yet");
      },
    },
  };
  await runOnce(options);
  // The queue notes that a job failed a moment after its run is over; until then nobody takes it up.
  const runDue = async () => {
    await world.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await runOnce(options);
    return greeted;
  };
  await expect.poll(runDue).toEqual([{ name: "Maria" }, { name: "Maria" }]);
  const jobs = async () => {
    const { rows } = await world.pool.query("select count(*) as jobs from graphile_worker.jobs");
    return rows;
  };
  // The queue deletes what is done a moment after it was done.
  await expect.poll(jobs).toEqual([{ jobs: 0n }]);
  await queue.end();
});

describe("assertDurable", () => {
  test("names each promise the server does not keep", async () => {
    const pool = openPool(world.appUrl, 1);
    await pool.query("set synchronous_commit = off");
    const { rows } = await pool.query<{ name: string }>(
      "select name from pg_settings where name in ('data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name",
    );
    const message = await assertDurable(pool, { checksums: true }).catch(
      (error: Error) => error.message,
    );
    expect(
      String(message)
        .split("\n- ")
        .slice(1)
        .map((line) => line.split(" ")[0]),
    ).toEqual(rows.map(({ name }) => name));
    expect(message).toContain("synchronous_commit is off: a crash could lose transfers");
    await pool.end();
  });
});
