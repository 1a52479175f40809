import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { cleanUp } from "./cleanUp.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S020 a hundred failures in a row stay until recovery, however long ago they were", async () => {
  const { username, password } = await world.makeMember();
  const guess = (given: string) =>
    world.call(login, { body: { username, password: given } }, newBrowser());
  await guess("not the password");
  await world.app.db
    .updateTable("throttle")
    .set({ count: 100 })
    .where("scope", "=", "login_in_a_row")
    .execute();
  world.passSeconds(400 * 86_400);
  await cleanUp(world.app);
  expect(await guess(password)).toMatchObject({ code: "recovery_needed" });

  const left = await world.app.db.selectFrom("throttle").select("scope").execute();
  expect(left.map(({ scope }) => scope)).not.toContain("otp_wrong");
});

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
    .where("scope", "=", "login")
    .execute();
  expect(throttled).toContainEqual({ key: "today" });
  expect(throttled).not.toContainEqual({ key: "long ago" });
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
