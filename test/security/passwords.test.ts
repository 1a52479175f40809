import { createHmac } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields, signUp, updatePassword } from "#contract/signUp.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { makeWorkQueue } from "#server/platform/base/workQueue.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
/** The same bank behind a proxy that names who calls. */
let proxied: World;
beforeAll(async () => {
  world = await makeWorld();
  proxied = await makeWorld({ TRUSTED_PROXIES: "127.0.0.1" });
});
afterAll(async () => {
  await world.close();
  await proxied.close();
});
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const hashes = async () => (await world.app.metrics.passwordHashes.get()).values[0]?.value ?? 0;

test("S018 no letter case, no composition, no other browser and no other address opens a closed name", async () => {
  const member = await proxied.makeMember({ username: "josé.rizal" });
  const guess = (username: string, password: string, address: string) =>
    proxied.call(login, { body: { username, password } }, newBrowser(), {
      headers: { "x-forwarded-for": address, "user-agent": address },
    });
  const names = [
    "josé.rizal",
    "JOSÉ.RIZAL",
    "josé.rizal".normalize("NFD"),
    // Full-width letters are the same letters.
    "ｊosé.rizal",
  ];
  for (const [i, name] of names.slice(0, 3).entries())
    await guess(name, `wrong ${i}`, `198.51.100.${i}`);
  for (const [i, name] of names.entries()) {
    const closed = await guess(name, member.password, `203.0.113.${i}`);
    expect([name, closed]).toMatchObject([name, { httpStatus: 423, code: "login_suspended" }]);
  }
  proxied.passSeconds(880);
  expect(await guess(names[0] ?? "", member.password, "192.0.2.1")).toMatchObject({
    httpStatus: 423,
  });
  proxied.passSeconds(25);
  expect(await guess(names[3] ?? "", member.password, "192.0.2.1")).toMatchObject({ status: true });
});

test("S018 whoever keeps trying a closed name neither opens it nor keeps it closed", async () => {
  const { username, password } = await world.makeMember();
  const guess = (secret: string, browser: Browser = newBrowser()) =>
    world.call(login, { body: { username, password: secret } }, browser);
  for (let i = 0; i < 3; i++) await guess(`wrong ${i}`);
  const before = await hashes();
  for (let minute = 0; minute < 14; minute++) {
    world.passSeconds(60);
    expect(await guess(password)).toMatchObject({ code: "login_suspended" });
  }
  expect(await hashes()).toBe(before);
  world.passSeconds(61);
  expect(await guess(password)).toMatchObject({ status: true });
});

test("S022 what is stored is worth nothing without the key that is not in the database", async () => {
  const member = await world.makeMember({ password: "a password of its own" });
  const { password_hash: stored } = await world.app.db
    .selectFrom("member")
    .select("password_hash")
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored ?? "") ?? [];
  expect([Number(m), Number(t), Number(p)]).toEqual([19_456, 2, 1]);
  expect(await verify(stored ?? "", member.password)).toBe(false);
  const peppered = (key: Buffer | string) =>
    createHmac("sha256", key).update(member.password).digest("base64");
  expect(await verify(stored ?? "", peppered(world.app.secrets.passwordPepper))).toBe(true);
  expect(await verify(stored ?? "", peppered(""))).toBe(false);
});

test("S022 one password of two members is stored in two ways", async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() => hashPassword(world.app.secrets, "correct horse battery")),
  );
  expect(first).not.toBe(second);
});

describe("S023 every character of a password counts", () => {
  const codePoints = Array.from({ length: 128 }, (_, i) => ["a", "ñ", "🐘", " ", "x"][i % 5] ?? "");

  test.each([0, 7, 63, 72, 73, 100, 126, 127])("also the one at place %i", async (place) => {
    const password = codePoints.join("");
    const { username } = await world.makeMember({ password });
    const other = codePoints.with(place, "Z").join("");
    const enter = (secret: string) =>
      world.call(login, { body: { username, password: secret } }, newBrowser());
    expect(await enter(other)).toMatchObject({ code: "login_incorrect" });
    expect(await enter(codePoints.slice(0, -1).join(""))).toMatchObject({
      code: "login_incorrect",
    });
    expect(await enter(password.normalize("NFD"))).toMatchObject({ status: true });
  });

  test.each([
    "        ",
    "🐘🐘🐘🐘🐘🐘🐘🐘",
    "ñññññññññ",
    "line\tand 'quote' \" ; --",
    "पासवर्ड-लंबा",
  ])("%j is a password as it stands, blanks and all", async (password) => {
    const { username } = await world.makeMember({ password });
    const enter = (secret: string) =>
      world.call(login, { body: { username, password: secret } }, newBrowser());
    expect(
      await enter(password.trim() === password ? `${password} ` : password.trim() || "x"),
    ).toMatchObject({
      status: false,
    });
    expect(await enter(password)).toMatchObject({ status: true });
  });
});

test("S023 where a sign-in never asks for a code, a new password has 15 characters", async () => {
  const alone = await makeWorld({ LOGIN_OTP: "off" });
  try {
    const short = "ulan sa hapon!";
    expect(short).toHaveLength(14);
    const joiner = await alone.makeMember({ hasAccount: false });
    const join = (password: string) =>
      alone.call(signUp, {
        body: {
          [memberNumberField]: joiner.membershipNo,
          username: "ulan.sa.hapon",
          password,
          confirm_password: password,
          ...agreedFields,
        },
      });
    const refused = { httpStatus: 422, code: "password_too_short_alone" };
    expect(await join(short)).toMatchObject({ ...refused, errors: [{ param: "password" }] });
    expect(await join(`${short}!`)).toMatchObject({ status: true });

    const member = await alone.makeMember();
    const browser = await alone.signIn(member);
    const change = (password: string) =>
      alone.call(
        updatePassword,
        {
          body: {
            memberGuid: member.guid,
            current_password: member.password,
            new_password: password,
            confirm_password: password,
          },
        },
        browser,
      );
    expect(await change(short)).toMatchObject({ ...refused, errors: [{ param: "new_password" }] });
    expect(await change(`${short}!`)).toMatchObject({ status: true });
  } finally {
    await alone.close();
  }
});

describe("S025 hashing is never what a stranger can have without end", () => {
  test("a password of a megabyte, and one of 40 KB, are sent away unhashed and cost no try", async () => {
    const { username } = await world.makeMember();
    const before = await hashes();
    for (const [length, httpStatus] of [
      [1_000_000, 413],
      // A sealed field has room for 2,000 characters: longer is no call of ours.
      [40_000, 400],
      [1_000, 422],
      [129, 400],
    ] as const) {
      const body = { username, password: "x".repeat(length) };
      expect([length, await world.call(login, { body })]).toMatchObject([length, { httpStatus }]);
    }
    expect(await hashes()).toBe(before);
    const tries = await world.app.db
      .selectFrom("throttle")
      .select("count")
      .where("scope", "=", "login")
      .execute();
    expect(tries).toEqual([]);
  });

  test("of two hundred at once four are at work, a hundred wait, the rest is told when to come back", async () => {
    const waiting: number[] = [];
    const queue = makeWorkQueue(4, 100, { set: (count) => waiting.push(count) });
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const work = () =>
      queue.run(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => release.push(resolve));
        running -= 1;
      });
    const all = Promise.allSettled(Array.from({ length: 200 }, work));
    let isDone = false;
    void all.then(() => (isDone = true));
    while (!isDone) {
      for (const end of release.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const outcomes = await all;
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason as unknown] : [],
    );
    expect(refused).toHaveLength(96);
    expect(refused[0]).toMatchObject({ code: "busy", retryAfterSeconds: 2 });
    expect([most, Math.max(...waiting)]).toEqual([4, 100]);
  });

  test("a process is configured so, unless it is told otherwise", () => {
    expect(world.app.config).toMatchObject({ HASH_CONCURRENCY: 4, HASHES_WAITING: 100 });
  });
});

test("S031 an empty bank has no member, no staff and no way in", async () => {
  const empty = await makeWorld();
  try {
    const { rows } = await empty.app.pool.query("select count(*)::int as count from member");
    expect(rows).toEqual([{ count: 0 }]);
    for (const username of ["admin", "root", "teller.demo", "florante.yambao01", "postgres"]) {
      for (const password of ["admin", "password", "demo", username]) {
        const answer = await empty.call(login, { body: { username, password } }, newBrowser());
        expect(answer).toMatchObject({ status: false });
      }
    }
  } finally {
    await empty.close();
  }
});
