import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { type Browser, type Client, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { stopClock } from "#test/support/stopClock.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const SUSPENDED =
  "Your account is currently suspended due to multiple failed login attempts. Please try again after 15 minutes.";

async function guess(
  { username }: { username: string },
  password: string,
  browser: Browser = newBrowser(),
  client: Client = world,
) {
  return client.call(login, { body: { username, password } }, browser);
}

async function lock(member: TestMember): Promise<void> {
  for (let i = 0; i < 3; i++) await guess(member, `wrong ${i}`);
}

const verifications = async (of = world.app): Promise<number> =>
  (await of.metrics.passwordHashes.get()).values[0]?.value ?? 0;

test("A08 A10 S018 the third failure locks for 15 minutes, in any case, from any browser, by any password", async () => {
  const member = await world.makeMember();
  expect(await guess(member, "wrong")).toMatchObject({ httpStatus: 400, code: "login_incorrect" });
  expect(await guess(member, "wrong")).toMatchObject({ httpStatus: 400, code: "login_incorrect" });
  const third = await guess(member, "wrong");
  expect(third).toMatchObject({ httpStatus: 423, message: SUSPENDED, retryAfterSeconds: 900 });

  const shouted = { username: member.username.toUpperCase() };
  expect(await guess(shouted, member.password)).toMatchObject({ httpStatus: 423 });
  world.passSeconds(870);
  expect(await guess(member, member.password)).toMatchObject({ httpStatus: 423 });
  world.passSeconds(35);
  expect(await guess(member, member.password)).toMatchObject({ status: true });
});

test("A11 S018 a success in between starts the count again", async () => {
  const member = await world.makeMember();
  for (let round = 0; round < 3; round++) {
    await guess(member, "wrong");
    await guess(member, "wrong");
    expect(await guess(member, member.password)).toMatchObject({ status: true });
  }
});

test("S019 200 guesses at once over two processes are at most three verifications", async () => {
  const member = await world.makeMember();
  const twin = await world.makeTwin();
  const before = (await verifications()) + (await verifications(twin.app));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      guess(member, `guess ${i}`, newBrowser(), i % 2 === 0 ? world : twin),
    ),
  );
  const after = (await verifications()) + (await verifications(twin.app));
  expect(after - before).toBe(3);
  expect(answers.every((answer) => !answer.status)).toBe(true);
});

test("S020 strangers cannot lock a member out of a known device, which has three tries of its own", async () => {
  const member = await world.makeMember();
  const own = await world.signIn(member);
  await lock(member);
  expect(await guess(member, member.password)).toMatchObject({ httpStatus: 423 });
  expect(await guess(member, member.password, own)).toMatchObject({
    status: true,
    result: { guid: member.guid },
  });

  for (let i = 0; i < 3; i++) await guess(member, "wrong", own);
  expect(await guess(member, member.password, own)).toMatchObject({ httpStatus: 423 });
});

/** Failures in a row of one member's username, without making them one by one. */
async function failuresInARow(member: TestMember, count: number): Promise<void> {
  await guess(member, "wrong");
  await world.app.db
    .updateTable("throttle")
    .set({ count })
    .where("scope", "=", "login_in_a_row")
    .where("key", "like", "name:%")
    .execute();
}

test("S020 after 100 failures in a row no guess is looked at for a day, then guessing starts afresh", async () => {
  const member = await world.makeMember();
  for (let i = 0; i < 33; i++) {
    await lock(member);
    world.passSeconds(901);
  }
  await guess(member, "the hundredth");
  expect(await guess(member, member.password)).toMatchObject({ code: "recovery_needed" });
  world.passSeconds(23 * 3600);
  // Who is refused does not make the wait longer.
  expect(await guess(member, member.password)).toMatchObject({ code: "recovery_needed" });
  world.passSeconds(3601);
  expect(await guess(member, member.password)).toMatchObject({ status: true });
});

test("S020 a member who finishes a sign-in on a known device takes strangers' failures away", async () => {
  const member = await world.makeMember();
  const own = await world.signIn(member);
  await failuresInARow(member, 100);
  expect(await guess(member, member.password)).toMatchObject({ code: "recovery_needed" });
  expect(await guess(member, member.password, own)).toMatchObject({ status: true });
  expect(await guess(member, member.password)).toMatchObject({ status: true });
});

test("S018 many tries and successes at once for one username never wait for each other", async () => {
  const { pool } = world.app;
  const at = world.app.now();
  const work = async (source: string) => {
    for (let i = 0; i < 60; i++) {
      await pool.query("select reserve_login_try($1, $2, $3)", ["name:busy", source, at]);
      await pool.query("select forget_login_tries($1, $2)", ["name:busy", source]);
    }
  };
  const sources = Array.from({ length: 12 }, (_, i) => `10.0.0.${i}`);
  await expect(Promise.all(sources.map(work))).resolves.toHaveLength(12);
});

test("S021 a username nobody has is answered, counted and locked like any other", async () => {
  const member = await world.makeMember();
  const nobody = { username: "nobody.at.all" };
  const known: unknown[] = [];
  const unknown: unknown[] = [];
  stopClock(world);
  const before = await verifications();
  for (let i = 0; i < 4; i++) {
    known.push({ ...(await guess(member, "wrong")), correlationId: "" });
    unknown.push({ ...(await guess(nobody, "wrong")), correlationId: "" });
  }
  expect(unknown).toEqual(known);
  expect((await verifications()) - before).toBe(6);
});

test("S010 S020 one source has 1,000 failures in 15 minutes, whatever it says of itself", async () => {
  await world.app.db
    .insertInto("throttle")
    .values({
      scope: "login_source",
      key: "127.0.0.1",
      window_started_at: world.app.now(),
      count: 1000,
    })
    .execute();
  const { username, password } = await world.makeMember();
  const limited = await world.call(login, { body: { username, password } }, newBrowser(), {
    headers: { "x-forwarded-for": "198.51.100.7", "x-real-ip": "198.51.100.7" },
  });
  expect(limited).toMatchObject({ httpStatus: 429, code: "too_many_requests" });
  world.passSeconds(901);
  expect(await guess({ username }, password)).toMatchObject({ status: true });
});

test("S025 more sign-ins at once than may wait are sent away at once, and cost no try", async () => {
  const small = await makeWorld({ HASH_CONCURRENCY: "1", HASHES_WAITING: "2" });
  try {
    // A password each: what was computed for one is not known of the other.
    const members = await Promise.all(
      Array.from({ length: 10 }, (_, n) => small.makeMember({ password: `correct horse ${n}` })),
    );
    const answers = await Promise.all(
      members.map((member) => guess(member, member.password, newBrowser(), small)),
    );
    const busy = answers.filter((answer) => !answer.status && answer.code === "busy");
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]).toMatchObject({ httpStatus: 503, retryAfterSeconds: 2 });
    const tries = await small.app.db
      .selectFrom("throttle")
      .where("scope", "=", "login")
      .selectAll()
      .execute();
    expect(tries).toEqual([]);
  } finally {
    await small.close();
  }
});
