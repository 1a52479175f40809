import { hash } from "@node-rs/argon2";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { getProfile, waivePassword } from "#contract/members.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

async function storedHash(id: bigint): Promise<string | null> {
  const { password_hash } = await world.app.db
    .selectFrom("member")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return password_hash;
}

const tryPassword = ({ username }: { username: string }, password: string) =>
  world.call(login, { body: { username, password } }, newBrowser());

test("S022 a password is kept as Argon2id over an HMAC with a key outside the database", async () => {
  const member = await world.makeMember();
  expect(await storedHash(member.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("S022 a hash made with older parameters is replaced when its owner signs in", async () => {
  const member = await world.makeMember();
  const peppered = createHmac("sha256", world.app.secrets.passwordPepper)
    .update(member.password.normalize("NFKC"))
    .digest("base64");
  const older = await hash(peppered, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await world.app.db
    .updateTable("member")
    .set({ password_hash: older })
    .where("id", "=", member.id)
    .execute();
  expect(await tryPassword(member, member.password)).toMatchObject({ status: true });
  expect(await storedHash(member.id)).toMatch(/m=19456,t=2,p=1/);
});

test("S023 long passwords count to the last character; composition does not matter; over 128 is refused", async () => {
  const long = `${"ñandú 🐘 ".repeat(15)}`.slice(0, 127);
  const member = await world.makeMember({ password: long });
  expect(await tryPassword(member, `${long.slice(0, -1)}!`)).toMatchObject({
    code: "login_incorrect",
  });
  expect(await tryPassword(member, long.normalize("NFD"))).toMatchObject({ status: true });

  const before = (await world.app.metrics.passwordHashes.get()).values[0]?.value;
  expect(await tryPassword(member, "x".repeat(129))).toMatchObject({ code: "login_incorrect" });
  expect((await world.app.metrics.passwordHashes.get()).values[0]?.value).toBe(before);
});

test("A14 T11 an aged password is advised against, can be put off three times, and blocks nothing", async () => {
  const member = await world.makeMember({ passwordChangedAt: new Date("2025-01-01T00:00:00Z") });
  const { username, password } = member;
  for (let times = 0; times < 3; times++) {
    const browser = await world.signIn(member);
    const answer = await world.call(login, { body: { username, password } }, browser);
    expect(answer).toMatchObject({ status: true, isPasswordAged: { message: /365 days/ } });
    if (!answer.status || !("token" in answer.result)) throw new Error("not signed in");
    browser.token = answer.result.token;
    const waived = await world.call(waivePassword, { params: { guid: member.guid } }, browser);
    expect(waived).toMatchObject({ status: true, message: "Password waived successfully" });
    const again = await world.call(login, { body: { username, password } }, browser);
    expect(again).not.toHaveProperty("isPasswordAged");
    world.passSeconds(31 * 24 * 3600);
  }
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  expect(await world.call(waivePassword, { params }, browser)).toMatchObject({
    code: "waive_limit",
  });
  expect(await world.call(getProfile, { params }, browser)).toMatchObject({ status: true });
});

test("suspended and cancelled members learn of it only with the right password", async () => {
  for (const status of ["suspended", "cancelled"] as const) {
    const member = await world.makeMember({ status });
    expect(await tryPassword(member, "wrong")).toMatchObject({ code: "login_incorrect" });
    expect(await tryPassword(member, member.password)).toMatchObject({ code: `access_${status}` });
  }
});
