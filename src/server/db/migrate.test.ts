import { runOnce } from "graphile-worker";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EmptyDatabase, makeEmptyDatabase } from "#test/support/emptyDatabase.ts";
import { openSchemaFolder, type SchemaFolder } from "#test/support/schemaFolder.ts";
import { asAdmin, openTestDb, type TestDb } from "#test/support/testDb.ts";
import { assertDurable } from "./assertDurable.ts";
import { openPool } from "./db.ts";
import { migrate } from "./migrate.ts";
import type { LockPatience } from "./transactions.ts";

let world: TestDb;
beforeAll(async () => {
  world = await openTestDb();
});
afterAll(() => world.close());

describe("migrate", () => {
  let files: SchemaFolder;
  let made: EmptyDatabase;
  beforeEach(async () => {
    files = await openSchemaFolder();
    await files.put("baseline/010_stamp.sql", "create table stamp (id bigint primary key);\n");
    await put("0001_parcel.sql", "create table parcel (id bigint primary key);");
    made = await makeEmptyDatabase();
  });
  afterEach(async () => {
    await made.drop();
    await files.remove();
  });
  const put = (name: string, text: string) => files.put(`migrations/${name}`, text);
  const run = (patience?: LockPatience) => migrate(made.ownerUrl, files, patience);
  const asOwner = <T>(work: (owner: pg.Client) => Promise<T>) => asAdmin(made.ownerUrl, work);

  test("applies what is missing, once, also when several start together", async () => {
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(["baseline", "0001_parcel.sql", "ledger/accounts.sql"]);
    await put("0002_letter.sql", "create table letter (id bigint primary key);");
    expect(await run()).toEqual(["0002_letter.sql"]);
    expect(await run()).toEqual([]);
  });

  test("what a new database begins with is its people's from then on", async () => {
    await files.put(
      "letters/stamp.rows.ts",
      'export const rows = { table: "stamp", key: ["id"], isBeginning: true, rows: [{ id: 1 }] };\n',
    );
    expect(await run()).toContain("stamp");
    const change = (owner: pg.Client) => owner.query("update stamp set id = 2 returning id");
    expect((await asOwner(change)).rows).toEqual([{ id: "2" }]);
    expect(await run()).toEqual([]);
    const read = (owner: pg.Client) => owner.query("select id from stamp");
    expect((await asOwner(read)).rows).toEqual([{ id: "2" }]);
  });

  test("S140 later tables come with the rights of the roles", async () => {
    await run();
    await asAdmin(made.appUrl, async (app) => {
      await app.query("insert into parcel values (1)");
      await expect(app.query("truncate parcel")).rejects.toThrow("permission denied");
    });
  });

  test("refuses a file that was edited after it was applied", async () => {
    await run();
    await put("0001_parcel.sql", "create table parcel (id bigint primary key, weight bigint);");
    await expect(run()).rejects.toThrow("0001_parcel.sql was edited after it was applied");
  });

  test("refuses a database that is newer than the program", async () => {
    await put("0002_letter.sql", "create table letter (id bigint primary key);");
    await run();
    await files.take("migrations/0002_letter.sql");
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
    const { rows } = await asOwner((owner) =>
      owner.query("select to_regclass('letter') as letter"),
    );
    expect(rows).toEqual([{ letter: null }]);
  });

  test("S140 does not wait for ever behind a transaction that does not end, nor have others wait behind it", async () => {
    await run();
    await put("0002_weight.sql", "alter table parcel add column weight bigint;");
    const patience = { timeoutMs: 50, tries: 3, betweenMs: 10 };
    await asAdmin(made.appUrl, async (reader) => {
      await reader.query("begin");
      await reader.query("select from parcel");
      await expect(run(patience)).rejects.toThrow(
        /^0002_weight\.sql: .*lock timeout.*end that one and migrate again$/,
      );
      await reader.query("commit");
      // One that ends meanwhile is waited for.
      await reader.query("begin");
      await reader.query("select from parcel");
      const migrating = run({ ...patience, tries: 1_000 });
      const waiting = `select from pg_locks where not granted and relation = 'parcel'::regclass`;
      await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1);
      await reader.query("commit");
      expect(await migrating).toEqual(["0002_weight.sql"]);
    });
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
    await asOwner((owner) => owner.query("create sequence tries"));
    await asAdmin(made.adminUrl, async (other) => {
      // Who looks whether both wait is who gives up: not this one.
      await other.query("set deadlock_timeout = '10min'");
      await other.query("begin");
      await other.query("lock table letter");
      const patience = { timeoutMs: 60_000, tries: 2, betweenMs: 10 };
      const migrating = run(patience);
      const held = `select from pg_locks where granted and mode = 'AccessExclusiveLock' and relation = 'parcel'::regclass`;
      await expect.poll(async () => (await other.query(held)).rowCount).toBe(1);
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
    const { rows } = await asOwner((owner) =>
      owner.query("select indisvalid from pg_index where indexrelid = 'parcel_by_id'::regclass"),
    );
    expect(rows).toEqual([{ indisvalid: true }]);
    expect(await run()).toEqual([]);
  });

  test("a baseline may be explained in other words, but another one is not carried over", async () => {
    await run();
    await files.put(
      "baseline/010_stamp.sql",
      "-- Stamps.\ncreate table stamp (id bigint primary key);\n",
    );
    expect(await run()).toEqual([]);
    await files.put("baseline/010_stamp.sql", "create table stamp (id integer primary key);\n");
    await expect(run()).rejects.toThrow("made by another baseline and is not carried over");
  });

  test("a database from before there was a baseline is refused in words, and left as it is", async () => {
    await asOwner(async (owner) => {
      await owner.query("create table schema_migration (name text primary key, checksum text)");
      await owner.query("insert into schema_migration values ('0001_ledger.sql', '')");
    });
    await expect(run()).rejects.toThrow(
      "made by a program from before the first release and is not carried over",
    );
    await asOwner(async (owner) => {
      const { rows } = await owner.query(
        "select to_regclass('stamp') as stamp, (select count(*) from schema_migration) as files",
      );
      expect(rows).toEqual([{ stamp: null, files: "1" }]);
    });
  });

  test.each([
    ["has no number", "letter.sql", "is named"],
    ["has a number that is taken", "0001_letter.sql", "Two files have the number 0001"],
  ])("refuses a file that %s", async (_, name, message) => {
    await put(name, "select 1;");
    await expect(run()).rejects.toThrow(message);
  });
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
