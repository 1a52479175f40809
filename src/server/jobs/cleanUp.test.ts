import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { cleanUp } from "./cleanUp.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("what nobody needs any more goes, what somebody may ask for stays", async () => {
  const at = world.app.now();
  const ago = (days: number) => new Date(at.getTime() - days * 86_400_000);
  const member = await world.makeMember();
  const keys = [89, 91].map((days) => ({
    member_id: member.id,
    key: `key-of-${days}`,
    request_hash: Buffer.alloc(32),
    answer: "{}",
    created_at: ago(days),
  }));
  await world.app.db.insertInto("idempotency_key").values(keys).execute();
  await world.app.db
    .insertInto("invariant_run")
    .values([
      { at: ago(91), breaches: "[]" },
      { at: ago(91), breaches: `["found"]` },
    ])
    .execute();
  await world.app.db
    .insertInto("throttle")
    .values([
      { scope: "login", key: "long ago", window_started_at: ago(3), count: 2 },
      { scope: "login", key: "today", window_started_at: ago(0), count: 2 },
      { scope: "login_in_a_row", key: "long ago", window_started_at: ago(3), count: 100 },
      { scope: "login_in_a_row", key: "yesterday", window_started_at: ago(1), count: 100 },
    ])
    .execute();
  await cleanUp(world.app);
  const { db } = world.app;
  const kept = await db.selectFrom("idempotency_key").select("key").execute();
  expect(kept).toEqual([{ key: "key-of-89" }]);
  const runs = await db.selectFrom("invariant_run").select("breaches").execute();
  expect(runs).toEqual([{ breaches: ["found"] }]);
  const throttled = await db
    .selectFrom("throttle")
    .select("key")
    .where("scope", "in", ["login", "login_in_a_row"])
    .orderBy("key")
    .execute();
  expect(throttled).toEqual([{ key: "today" }, { key: "yesterday" }]);
});

test("S027 a session whose time ran out is ended for good a day later, a live one is not", async () => {
  const [gone, here] = [await world.makeMember(), await world.makeMember()];
  await world.signIn(gone);
  world.passSeconds(2 * 86_400);
  await world.signIn(here);
  await cleanUp(world.app);
  const sessions = await world.app.db
    .selectFrom("session")
    .select("ended_reason")
    .where("member_id", "in", [gone.id, here.id])
    .orderBy("id")
    .execute();
  expect(sessions).toEqual([{ ended_reason: "expired" }, { ended_reason: null }]);
});
