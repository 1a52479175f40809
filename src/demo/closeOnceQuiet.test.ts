import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDay } from "#server/domains/ledgerDesk/closeDay.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { openTestDb, type TestDb } from "#test/support/testDb.ts";
import { closeOnceQuiet } from "./closeOnceQuiet.ts";

const CLOSER = { username: "supervisor.demo", correlationId: "test" };

let world: World;
let other: TestDb;
/** Somebody else's, of a database that is not the bank's. */
let stranger: pg.Client;
beforeAll(async () => {
  world = await makeWorld();
  other = await openTestDb();
  stranger = new pg.Client({ connectionString: other.ownerUrl });
  await stranger.connect();
});
afterAll(async () => {
  await stranger.end();
  await other.close();
  await world.close();
});

/** A transaction that has written, so that a closing waits for it. */
async function beginToWrite(): Promise<void> {
  await stranger.query("begin");
  await stranger.query("select pg_current_xact_id()");
}

const stateOf = async (day: string) =>
  (
    await world.app.db
      .selectFrom("business_day")
      .select("state")
      .where("day", "=", day)
      .executeTakeFirst()
  )?.state;

test("a closing is asked for again while another database's transaction is open, and ends after it", async () => {
  const day = "2026-11-17";
  await beginToWrite();
  const refused: unknown[] = [];
  await closeOnceQuiet(async () => {
    if (refused.length === 3) {
      await stranger.query("rollback");
      return closeDay(world.app, CLOSER, day);
    }
    await closeDay(world.app, CLOSER, day, 0).catch((error: unknown) => {
      refused.push(error);
      throw error;
    });
  });
  expect(refused).toMatchObject([
    { code: "day_closing" },
    { code: "day_closing" },
    { code: "day_closing" },
  ]);
  expect(await stateOf(day)).toBe("closed");
});

test("one that stays open is not waited for without end: the day stays shut, and the no is told", async () => {
  const day = "2026-11-18";
  await beginToWrite();
  let asked = 0;
  const closing = closeOnceQuiet(() => {
    asked += 1;
    return closeDay(world.app, CLOSER, day, 0);
  });
  await expect(closing).rejects.toMatchObject({ code: "day_closing" });
  expect(asked).toBe(60);
  expect(await stateOf(day)).toBe("closing");
  await stranger.query("rollback");
});

test("any other no is told at once", async () => {
  let asked = 0;
  const closing = closeOnceQuiet(() => {
    asked += 1;
    return closeDay(world.app, CLOSER, "2027-01-01");
  });
  await expect(closing).rejects.toMatchObject({ code: "day_not_over" });
  expect(asked).toBe(1);
});
