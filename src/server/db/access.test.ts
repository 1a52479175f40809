import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDb, type TestDb } from "#test/support/testDb.ts";

let world: TestDb;
beforeAll(async () => {
  world = await openTestDb();
});
afterAll(() => world.close());

test("a fresh database answers the application", async () => {
  const { rows } = await world.pool.query("select count(*) as accounts from chart_account");
  expect(rows).toEqual([{ accounts: 53n }]);
});
