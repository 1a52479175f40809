import { afterEach, beforeEach, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import type { App } from "#server/platform/app.ts";
import { issueFirstTimeCode } from "#server/domains/access/signUp/firstTimeCode.ts";
import { signProcess } from "#server/platform/processSign.ts";
import { readSecrets, type RotatedKey } from "#server/platform/secrets/secrets.ts";
import { newBrowser } from "#test/support/browser.ts";
import { startSignUp, enterCode } from "#test/support/signUpActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { readKeyUse } from "./keyUse.ts";
import { type KeyStep, stepKey } from "./stepKey.ts";

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

/** A process reads its keys once, at its start. */
function restart(app: App): void {
  Object.assign(app, { secrets: readSecrets(app.config.SECRETS_FILE) });
}

const step = (which: KeyStep, name: RotatedKey) =>
  stepKey(world.app, which, name, { operator: "ana" });

async function exchange(name: RotatedKey): Promise<void> {
  await step("prepare", name);
  restart(world.app);
  await step("use", name);
  restart(world.app);
}

async function signed(app: App) {
  const before = await signs();
  const sign = signProcess(app, "api");
  await expect.poll(signs).toBe(before + 1);
  return sign;
}

async function signs(): Promise<number> {
  return (await world.app.db.selectFrom("process_sign").select("id").execute()).length;
}

test("S087 no key is used or dropped while a process holds others, however lately it began or last gave a sign", async () => {
  const second = await world.makeTwin();
  await step("prepare", "outboxKey");
  restart(world.app);
  world.passSeconds(10);
  const without = await signed(second.app);
  world.passSeconds(90);
  await expect(step("use", "outboxKey")).rejects.toThrow("they hold other keys: api");
  await without.stop();

  restart(second.app);
  const prepared = await signed(second.app);
  await step("use", "outboxKey");
  // It has the new key, and makes with the former one still.
  await expect(step("drop", "outboxKey")).rejects.toThrow("they hold other keys: api");
  await prepared.stop();
  restart(second.app);
  const using = await signed(second.app);
  await step("drop", "outboxKey");
  await using.stop();
});

test("S087 a password under a key that a process has not is not wrong there, and costs no try", async () => {
  const [member, staff] = [await world.makeMember(), await world.makeStaff()];
  const second = await world.makeTwin();
  await exchange("passwordPepper");
  await world.signIn(member);
  await staff.signInAgain();

  const { username, password } = member;
  const signInThere = () => second.call(login, { body: { username, password } }, newBrowser());
  for (let i = 0; i < 5; i++) {
    expect(await signInThere()).toMatchObject({ httpStatus: 503, code: "unavailable" });
  }
  restart(second.app);
  expect(await signInThere()).toMatchObject({ status: true });
});

test("S087 who of the staff signed in is in, also when the password cannot be stored anew", async () => {
  const staff = await world.makeStaff();
  await exchange("passwordPepper");
  // The former key looks at the password; there is none to store it under.
  Object.assign(world.app.secrets, { passwordPepper: undefined });
  expect((await staff.signInAgain()).token).toBeTruthy();
});

test("S087 a code from the counter outlives the exchange of its key, and holds its end up", async () => {
  const { membershipNo } = await world.makeMember({ hasAccount: false });
  const { code } = await issueFirstTimeCode(world.app, { membershipNo, issuedBy: "counter" });
  await exchange("otpPepper");
  await expect(step("drop", "otpPepper")).rejects.toThrow(/still needed: 1 codes/);
  const browser = newBrowser();
  const told = await startSignUp(world, membershipNo, {}, browser);
  expect(await enterCode(world, told, code, browser)).toMatchObject({ status: true });
  const use = (await readKeyUse(world.app)).find(({ name }) => name === "otpPepper");
  expect(use?.left).toMatchObject({ codes: 0 });
});

test("S087 of two who change the keys at once one is refused, and nothing of it is remembered", async () => {
  const both = await Promise.allSettled([
    step("prepare", "outboxKey"),
    step("prepare", "otpPepper"),
  ]);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  const { rows } = await world.app.pool.query(
    "select object from audit_event where action = 'key_prepare'",
  );
  expect(rows).toEqual([{ object: "key:outboxKey" }]);
});
