import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { login, verifyOtp } from "#contract/auth.ts";
import type { App } from "#server/platform/app.ts";
import { sealText, openText } from "#server/platform/messages/outboxText.ts";
import { readSecrets, ROTATED_KEYS, type RotatedKey } from "#server/platform/secrets/secrets.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { readKeyUse } from "./keyUse.ts";
import { renewSeals } from "./renewSeals.ts";
import { type KeyStep, stepKey } from "./stepKey.ts";

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const fileOf = (app: App) => readFileSync(app.config.SECRETS_FILE, "utf8");

/** A process reads its keys once, at its start. */
function restart(app: App): void {
  Object.assign(app, { secrets: readSecrets(app.config.SECRETS_FILE) });
}

async function step(which: KeyStep, name: RotatedKey, isForced = false): Promise<void> {
  await stepKey(world.app, which, name, { operator: "ana", isForced });
}

async function leftOf(name: RotatedKey): Promise<Record<string, number>> {
  const uses = await readKeyUse(world.app);
  return uses.find((one) => one.name === name)?.left ?? {};
}

async function storedHash(memberId: bigint): Promise<string | null> {
  const { password_hash: hash } = await world.app.db
    .selectFrom("member")
    .select("password_hash")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return hash;
}

/** Both halves of a sign-in, each at a process of its own. */
async function signInAcross(
  member: Awaited<ReturnType<World["makeMember"]>>,
  asked: Pick<World, "call">,
  verified: Pick<World, "call">,
): Promise<boolean> {
  const browser = newBrowser();
  const { username, password } = member;
  const answer = await asked.call(login, { body: { username, password } }, browser);
  if (!answer.status || "token" in answer.result) throw new Error("no code was asked for");
  const { guid, pinId } = answer.result;
  const pin = await world.codeFor(member);
  const body = { memberGuid: guid, pinId, pin };
  return (await verified.call(verifyOtp, { body }, browser)).status;
}

test("S087 every key is exchanged while two processes go on, and what was made opens under either", async () => {
  const [member, other] = [await world.makeMember(), await world.makeMember()];
  const staff = await world.makeStaff();
  const expiresAt = new Date(world.app.now().getTime() + 600_000);
  const text = { to: "+639171300001", text: "words", expiresAt };
  const former = readSecrets(world.app.config.SECRETS_FILE);

  for (const name of ROTATED_KEYS) await step("prepare", name);
  restart(world.app);
  const second = await world.makeTwin();
  for (const name of ROTATED_KEYS) await step("use", name);

  // The second process runs on with the former keys, the first one has the new ones.
  restart(world.app);
  expect(openText(second.app, sealText(world.app, text))).toMatchObject({ text: "words" });
  expect(openText(world.app, sealText(second.app, text))).toMatchObject({ text: "words" });
  expect(await signInAcross(member, second, world)).toBe(true);
  expect(await signInAcross(member, world, second)).toBe(true);
  const issuer = makeIssuerBench(world);
  const { refNo } = await issuer.acceptedTransfer();
  const credited = issuer.credited(member, refNo);
  expect(await issuer.send(credited, { key: Buffer.alloc(32) })).toBe(401);
  expect(await issuer.send(credited, { key: former.issuerCallbackKey })).toBe(200);

  // One member signed in; the other's password is still under the former key.
  restart(second.app);
  expect(await storedHash(member.id)).toContain(",keyid=");
  expect(await leftOf("passwordPepper")).toMatchObject({ members: 1, staff: 1 });
  await expect(step("drop", "passwordPepper")).rejects.toThrow(/still needed: 1 members, 1 staff/);
  expect(await signInAcross(other, world, world)).toBe(true);
  await staff.signInAgain();
  expect(await leftOf("passwordPepper")).toMatchObject({ members: 0, staff: 0 });

  expect(await leftOf("otpPepper")).toMatchObject({ authenticators: 1 });
  await expect(step("drop", "otpPepper")).rejects.toThrow(/still needed: 1 authenticators/);
  expect(await renewSeals(world.app)).toBe(1);
  expect(await renewSeals(world.app)).toBe(0);
  expect(await leftOf("otpPepper")).toEqual({ authenticators: 0, codes: 0 });
  expect(await leftOf("outboxKey")).toEqual({ texts: 0 });

  for (const name of ROTATED_KEYS) {
    await step("drop", name);
    expect(fileOf(world.app)).not.toContain(former[name].toString("base64url"));
  }
  restart(world.app);
  restart(second.app);
  expect(await signInAcross(other, second, world)).toBe(true);
  await staff.signInAgain();
});

test("S087 what waits under the former key holds its end up, until it is of no use", async () => {
  const { app } = world;
  const member = await world.makeMember();
  const browser = newBrowser();
  const { username, password } = member;
  await world.call(login, { body: { username, password } }, browser);
  await step("prepare", "outboxKey");
  await step("prepare", "otpPepper");
  restart(app);
  await step("use", "outboxKey");
  await step("use", "otpPepper");
  restart(app);

  expect(await leftOf("outboxKey")).toEqual({ texts: 1 });
  await expect(step("drop", "outboxKey")).rejects.toThrow(/still needed: 1 texts/);
  expect(await world.codeFor(member)).toMatch(/^\d{6}$/);
  expect(await leftOf("outboxKey")).toEqual({ texts: 0 });

  expect(await leftOf("otpPepper")).toMatchObject({ codes: 1 });
  await expect(step("drop", "otpPepper")).rejects.toThrow(/still needed: 1 codes/);
  world.passSeconds(301);
  expect(await leftOf("otpPepper")).toMatchObject({ codes: 0 });
});

test("S087 a key that leaked is destroyed although it is needed, and that is remembered", async () => {
  const { app } = world;
  const member = await world.makeMember();
  await step("prepare", "passwordPepper");
  restart(app);
  await step("use", "passwordPepper");
  restart(app);
  await step("drop", "passwordPepper", true);
  restart(app);
  const { username, password } = member;
  const answer = await world.call(login, { body: { username, password } }, newBrowser());
  expect(answer).toMatchObject({ status: false, code: "login_incorrect" });
  const { rows } = await app.pool.query(
    "select detail from audit_event where action = 'key_drop' order by id",
  );
  expect(rows).toEqual([{ detail: { forced: true, left: 1 } }]);
});

test("S087 steps are taken in their order, remembered, and not before every process knows of the last", async () => {
  const { app } = world;
  await expect(step("use", "outboxKey")).rejects.toThrow("prepare a key first");
  await expect(step("drop", "outboxKey")).rejects.toThrow("there is no former key");
  const before = fileOf(app);
  await step("prepare", "outboxKey");
  await expect(step("prepare", "outboxKey")).rejects.toThrow("prepared already");
  restart(app);

  const sign = { id: app.random.uuid(), name: "worker", host: "here", pid: 7, version: "1" };
  await app.db
    .insertInto("process_sign")
    .values({ ...sign, started_at: new Date("2026-11-21T01:00:00Z"), seen_at: app.now() })
    .execute();
  await expect(step("use", "outboxKey")).rejects.toThrow("worker 7 on here");
  await step("cancel", "outboxKey");
  const kept = (text: string) => ({ ...JSON.parse(text), rotation: undefined });
  expect(kept(fileOf(app))).toEqual(kept(before));

  const { rows } = await app.pool.query(
    "select actor, action, object from audit_event where action like 'key\\_%' order by id",
  );
  expect(rows).toEqual([
    { actor: "ana", action: "key_prepare", object: "key:outboxKey" },
    { actor: "ana", action: "key_cancel", object: "key:outboxKey" },
  ]);
});
