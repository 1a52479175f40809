import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addStaffPasskey,
  askForStaffPasskey,
  getStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
} from "#contract/staff/passkeys.ts";
import { changeStaffPassword, getStaffMe, staffLogin } from "#contract/staff/session.ts";
import { makeAuthenticator, type Manner } from "#test/support/authenticator.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asked, decide } from "#test/support/requestActs.ts";
import { askToMake, giveStaffPasskey, signInStaffBy } from "#test/support/staffPasskeyActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const codeOf = (answer: { status: boolean; code?: string | undefined }) =>
  answer.status ? "ok" : answer.code;

async function listOf(staff: TestStaff) {
  const answer = await staff.call(getStaffPasskeys, {});
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function trailOf({ username }: TestStaff): Promise<string[]> {
  const events = await world.app.db
    .selectFrom("audit_event")
    .select("action")
    .where("object", "=", `staff:${username}`)
    .where("action", "like", "staff_passkey_%")
    .orderBy("id")
    .execute();
  return events.map(({ action }) => action);
}

test.each([true, false])(
  "S219 a passkey is added with password and code, named, listed and removed, and each is in the audit trail (synced: %s)",
  async (isSynced) => {
    const staff = await world.makeStaff({ role: "teller" });
    const { authenticator, id } = await giveStaffPasskey(staff, { isSynced, name: " Desk " });
    expect(await listOf(staff)).toEqual([
      { id, name: "Desk", isSynced, createdAt: expect.any(String), lastUsedAt: null },
    ]);
    const params = { passkeyId: id };
    expect(
      await staff.call(renameStaffPasskey, { params, body: { name: "Key ring" } }),
    ).toMatchObject({ result: { id, name: "Key ring" } });
    expect(codeOf((await signInStaffBy(world, staff, authenticator)).answer)).toBe("ok");
    expect(await listOf(staff)).toMatchObject([
      { name: "Key ring", lastUsedAt: expect.any(String) },
    ]);
    expect(codeOf(await staff.call(removeStaffPasskey, { params }))).toBe("ok");
    expect(await listOf(staff)).toEqual([]);
    expect(codeOf(await staff.call(removeStaffPasskey, { params }))).toBe("not_found");
    expect(await trailOf(staff)).toEqual([
      "staff_passkey_added",
      "staff_passkey_renamed",
      "staff_passkey_removed",
    ]);
  },
);

test("S219 no passkey is added without the password or with a wrong or used code, and each try costs one", async () => {
  const staff = await world.makeStaff({ role: "teller" });
  const ask = (body: { current_password: string; code: string }) =>
    staff.call(askForStaffPasskey, { body });
  const code = staff.nextCode();
  expect(codeOf(await ask({ current_password: "wrong", code }))).toBe("password_or_code_wrong");
  expect(codeOf(await ask({ current_password: staff.password, code }))).toBe("ok");
  // Used up by the first step: a second one needs another.
  expect(codeOf(await ask({ current_password: staff.password, code }))).toBe(
    "password_or_code_wrong",
  );
  for (const expected of ["password_or_code_wrong", "staff_login_suspended"]) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    expect(codeOf(await ask({ current_password: "wrong", code }))).toBe(expected);
  }
  // The same tries as those of the password's change.
  const change = { current_password: staff.password, code: staff.nextCode() };
  const next = { new_password: "a long walk to Baguio", confirm_password: "a long walk to Baguio" };
  expect(codeOf(await staff.call(changeStaffPassword, { body: { ...change, ...next } }))).toBe(
    "staff_login_suspended",
  );
});

test("S219 a step of adding counts once, for five minutes, in its session and for what it asked", async () => {
  const staff = await world.makeStaff({ role: "teller" });
  const other = await world.makeStaff({ role: "teller" });
  const authenticator = makeAuthenticator();
  const add = async (by: TestStaff, manner: Manner = {}, use = askToMake(staff)) => {
    const { step, options } = await use;
    const registration = authenticator.create(options, manner);
    return codeOf(await by.call(addStaffPasskey, { body: { step, name: "Desk", registration } }));
  };
  expect(await add(other)).toBe("passkey_refused");
  const wrong: Manner[] = [
    { origin: "https://bank.example.test" },
    { rpId: "bank.example.test" },
    { isVerified: false },
    { challenge: "A".repeat(43) },
    { type: "webauthn.get" },
  ];
  for (const manner of wrong) {
    // oxlint-disable-next-line no-await-in-loop -- one code after the other
    expect([manner, await add(staff, manner)]).toEqual([manner, "passkey_refused"]);
  }
  const late = await askToMake(staff);
  world.passSeconds(5 * 60);
  expect(await add(staff, {}, Promise.resolve(late))).toBe("passkey_refused");
  const once = await askToMake(staff);
  // Another session of the same person.
  const elsewhere = await staff.signInAgain();
  const body = { step: once.step, name: "Desk", registration: authenticator.create(once.options) };
  expect(codeOf(await world.call(addStaffPasskey, { body }, elsewhere))).toBe("passkey_refused");
  expect(await add(staff, {}, Promise.resolve(once))).toBe("ok");
  expect(await add(staff, {}, Promise.resolve(once))).toBe("passkey_refused");
  // The same key for one account, and for another.
  expect(await add(staff)).toBe("passkey_exists");
  expect(await add(other, {}, askToMake(other))).toBe("passkey_exists");
  expect(await listOf(staff)).toHaveLength(1);
});

test("S219 another's passkey is neither seen, renamed nor removed", async () => {
  const staff = await world.makeStaff({ role: "teller" });
  const { authenticator, id } = await giveStaffPasskey(staff);
  const admin = await world.makeStaff({ role: "every", officeId: null });
  const params = { passkeyId: id };
  expect(await listOf(admin)).toEqual([]);
  expect(codeOf(await admin.call(renameStaffPasskey, { params, body: { name: "Mine" } }))).toBe(
    "not_found",
  );
  expect(codeOf(await admin.call(removeStaffPasskey, { params }))).toBe("not_found");
  expect(codeOf((await signInStaffBy(world, staff, authenticator)).answer)).toBe("ok");
});

test("S219 a removed passkey signs nobody in, and what it opened elsewhere ends", async () => {
  const staff = await world.makeStaff({ role: "teller" });
  const { authenticator, id } = await giveStaffPasskey(staff);
  const { browser } = await signInStaffBy(world, staff, authenticator);
  expect(codeOf(await world.call(getStaffMe, {}, browser))).toBe("ok");
  await staff.call(removeStaffPasskey, { params: { passkeyId: id } });
  expect(codeOf(await world.call(getStaffMe, {}, browser))).toBe("session_expired");
  expect(codeOf(await staff.call(getStaffMe, {}))).toBe("ok");
  expect(codeOf((await signInStaffBy(world, staff, authenticator)).answer)).toBe(
    "staff_login_incorrect",
  );
  const code = { username: staff.username, password: staff.password, code: staff.nextCode() };
  expect(codeOf(await world.call(staffLogin, { body: code }))).toBe("ok");
});

test.each(["renew", "disable"])(
  "S219 access that two people %s takes every passkey with it, also from an account that is open again",
  async (access) => {
    const [maker, checker] = [
      await world.makeStaff({ role: "administrator", officeId: null }),
      await world.makeStaff({ role: "administrator", officeId: null }),
    ];
    const staff = await world.makeStaff({ role: "teller" });
    const { authenticator } = await giveStaffPasskey(staff);
    const { password_hash } = await world.app.db
      .selectFrom("staff")
      .select("password_hash")
      .where("id", "=", staff.id)
      .executeTakeFirstOrThrow();
    const payload = { username: staff.username, access };
    const request = await asked(maker, { kind: "staff_access", payload });
    await decide(checker, request, "approve");
    expect(await trailOf(staff)).toEqual(["staff_passkey_added", "staff_passkey_removed"]);
    const tryIt = async () => codeOf((await signInStaffBy(world, staff, authenticator)).answer);
    expect(await tryIt()).toBe("staff_login_incorrect");
    await world.app.db
      .updateTable("staff")
      .set({ state: "active", password_hash, totp_secret: Buffer.alloc(60) })
      .where("id", "=", staff.id)
      .execute();
    expect(await tryIt()).toBe("staff_login_incorrect");
  },
);

test("S219 a passkey of an account that is closed signs nobody in, even where it was not removed", async () => {
  const staff = await world.makeStaff({ role: "teller" });
  const { authenticator } = await giveStaffPasskey(staff);
  await world.app.db
    .updateTable("staff")
    .set({ state: "disabled" })
    .where("id", "=", staff.id)
    .execute();
  expect(codeOf((await signInStaffBy(world, staff, authenticator)).answer)).toBe(
    "staff_login_incorrect",
  );
});
