import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { makeHistory, writeRows } from "#test/support/sealedTrail.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { sealTrail } from "./sealTrail.ts";
import { watchTrail } from "./watchTrail.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S134 a verification while the chains begin finds nothing", async () => {
  await writeRows(world, 300, 20);
  await Promise.all([sealTrail(world.app), watchTrail(world.app), sealTrail(world.app)]);
  const runs = await world.app.db.selectFrom("seal_verification").select("named").execute();
  expect(runs).toEqual([{ named: [] }]);
  await sealTrail(world.app);
  world.passSeconds(86_401);
});

test("S134 the chains are verified once a day, and what is found is kept with the row's name", async () => {
  await makeHistory(world);
  await watchTrail(world.app);
  await watchTrail(world.app);
  await asAdmin(world.database.adminUrl, async (admin) => {
    await admin.query("set session_replication_role = replica");
    await admin.query("update audit_event set actor = 'somebody else' where id = 3");
  });
  world.passSeconds(86_401);
  await watchTrail(world.app);
  const runs = await world.app.db
    .selectFrom("seal_verification")
    .select(["findings", "named", "audit_position", "ledger_position"])
    .orderBy("id")
    .offset(1)
    .execute();
  const ends = { audit_position: expect.any(BigInt), ledger_position: expect.any(BigInt) };
  expect(runs).toEqual([
    { ...ends, findings: 0, named: [] },
    { ...ends, findings: 1, named: ["audit | edited | event 3 | seal 3 | not as it was sealed"] },
  ]);
  expect(runs[1]?.audit_position).toBeGreaterThan(60n);
});
