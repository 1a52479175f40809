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

test("what strangers asked for and no phone heard of goes after two days, a text's code after 90", async () => {
  await world.app.db.deleteFrom("otp_challenge").execute();
  const member = await world.makeMember();
  const ago = (days: number) => new Date(world.app.now().getTime() - days * 86_400_000);
  const step = (day: number, whose: { member_id: bigint | null; texted: boolean }) => ({
    ...whose,
    pin_id: crypto.randomUUID(),
    told_guid: crypto.randomUUID(),
    purpose: "recover_password",
    pin_hmac: Buffer.alloc(32),
    browser_hash: Buffer.alloc(32),
    sent_at: ago(day),
    resend_after: ago(day),
    expires_at: ago(day),
  });
  const nobodys = { member_id: null, texted: false };
  const untexted = { member_id: member.id, texted: false };
  const texted = { member_id: member.id, texted: true };
  const stays = [step(1.9, nobodys), step(1.9, untexted), step(2.1, texted), step(89, texted)];
  const goes = [step(2.1, nobodys), step(2.1, untexted), step(91, texted)];
  await world.app.db
    .insertInto("otp_challenge")
    .values([...stays, ...goes])
    .execute();
  await cleanUp(world.app);
  const kept = await world.app.db.selectFrom("otp_challenge").select("pin_id").execute();
  const ids = (rows: { pin_id: string }[]) => rows.map(({ pin_id }) => pin_id).toSorted();
  expect(ids(kept)).toEqual(ids(stays));
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
