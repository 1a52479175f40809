import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAdmin, openTestDb, type TestDb } from "#test/support/testDb.ts";
import { transact } from "./db.ts";

let database: TestDb;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());

test("S015 a connection cut inside a transaction fails that transaction and nothing else", async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", note);
  try {
    const work = transact(database.db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const pid = rows[0]?.pid;
      await asAdmin(database.adminUrl, async (admin) => {
        await admin.query("select pg_terminate_backend($1, 5000)", [pid]);
      });
      // Time for a whole other connection: meanwhile the end of this one is read and reported.
      await asAdmin(database.adminUrl, (admin) => admin.query("select 1"));
      await sql`select 1`.execute(tx);
    });
    await expect(work).rejects.toThrow(/terminat|not queryable/);
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db);
    expect(rows).toEqual([{ one: 1 }]);
    expect(uncaught).toEqual([]);
  } finally {
    process.off("uncaughtException", note);
  }
});
