import { afterAll, beforeAll, expect, test } from "vitest";
import { askPasskeySignIn } from "#contract/passkeys.ts";
import { staffLoginWithPasskey } from "#contract/staff/passkeys.ts";
import { getStaffMe, staffLogin } from "#contract/staff/session.ts";
import { makeAuthenticator, type Manner } from "#test/support/authenticator.ts";
import { newBrowser } from "#test/support/browser.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { givePasskey } from "#test/support/passkeyActs.ts";
import {
  askToSignIn,
  giveStaffPasskey,
  passkeyLogin,
  signInStaffBy,
} from "#test/support/staffPasskeyActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

type Body = ReturnType<typeof passkeyLogin>;

const codeOf = (answer: { status: boolean; code?: string | undefined }) =>
  answer.status ? "ok" : answer.code;

const send = async (body: Body, browser = newBrowser()) =>
  codeOf(await world.call(staffLoginWithPasskey, { body }, browser));

async function enter({ isSynced = false } = {}) {
  const staff = await world.makeStaff({ role: "teller" });
  return { staff, ...(await giveStaffPasskey(staff, { isSynced })) };
}

/** Why the last sign-ins were refused, as the audit trail has it. */
async function reasonsOf({ username }: TestStaff): Promise<unknown[]> {
  const events = await world.app.db
    .selectFrom("audit_event")
    .select("detail")
    .where("object", "=", `staff:${username}`)
    .where("action", "=", "staff_login_failed")
    .orderBy("id")
    .execute();
  // As it was written.
  return events.map(({ detail }) => (detail as { passkey?: string }).passkey);
}

test.each([true, false])(
  "S219 username, password and a passkey open the session that a code opens (synced: %s)",
  async (isSynced) => {
    const { staff, authenticator } = await enter({ isSynced });
    const { browser } = await signInStaffBy(world, staff, authenticator);
    expect(await world.call(getStaffMe, {}, browser)).toMatchObject({
      result: { username: staff.username, roles: [{ role: "teller" }] },
    });
    // A known browser from here on, and the passkey goes on.
    expect(codeOf((await signInStaffBy(world, staff, authenticator, { browser })).answer)).toBe(
      "ok",
    );
    const code = { username: staff.username, password: staff.password, code: staff.nextCode() };
    expect(codeOf(await world.call(staffLogin, { body: code }))).toBe("ok");
  },
);

test("S219 a wrong name, password or passkey is one and the same answer as with a code", async () => {
  const { staff, authenticator } = await enter();
  const login = async (username: string, password: string, by = authenticator) => {
    const { step, options } = await askToSignIn(world, username);
    const body = passkeyLogin({ username, password }, step, by.get(options));
    const raw = await world.callRaw(staffLoginWithPasskey, { body }, newBrowser());
    const { httpStatus, setCookies } = raw;
    return { httpStatus, setCookies, body: { ...raw.body, correlationId: "" } };
  };
  const byCode = { username: staff.username, password: "wrong", code: "000000" };
  const raw = await world.callRaw(staffLogin, { body: byCode }, newBrowser());
  const expected = {
    httpStatus: 400,
    setCookies: raw.setCookies,
    body: { ...raw.body, correlationId: "" },
  };
  expect(raw.body).toMatchObject({ code: "staff_login_incorrect" });
  expect(await login("nobody.here", staff.password)).toEqual(expected);
  expect(await login(staff.username, "wrong")).toEqual(expected);
  const other = await enter();
  expect(await login(other.staff.username, other.staff.password, authenticator)).toEqual(expected);
  expect(await login(other.staff.username, other.staff.password, makeAuthenticator())).toEqual(
    expected,
  );
});

test("S219 what is asked to be signed tells nothing of a username", async () => {
  const { staff } = await enter();
  const shape = async (username: string) => {
    const { step, options } = await askToSignIn(world, username);
    expect(options.challenge).not.toBe(step);
    return { ...options, challenge: options.challenge.length, step: step.length };
  };
  expect(await shape(staff.username)).toEqual(await shape("nobody.here"));
});

const WRONG: [string, Manner, string][] = [
  ["signed for another origin", { origin: "https://bank.example.test" }, "another origin"],
  ["signed for another relying party", { rpId: "bank.example.test" }, "another address"],
  ["that did not verify its owner", { isVerified: false }, "owner not verified"],
  ["signed over another challenge", { challenge: "A".repeat(43) }, "another challenge"],
  ["of another ceremony", { type: "webauthn.create" }, "not as signed"],
];
test.each(WRONG)("S219 a passkey %s is refused, and the reason is in the trail", async (...of) => {
  const [, manner, reason] = of;
  const { staff, authenticator } = await enter();
  const { answer } = await signInStaffBy(world, staff, authenticator, { manner });
  expect(codeOf(answer)).toBe("staff_login_incorrect");
  expect(await reasonsOf(staff)).toEqual([reason]);
  expect(codeOf((await signInStaffBy(world, staff, authenticator)).answer)).toBe("ok");
});

test("S219 a counter that went back is refused, and the reason is in the trail", async () => {
  const { staff, authenticator } = await enter();
  const signIn = async (counter: number) =>
    codeOf((await signInStaffBy(world, staff, authenticator, { manner: { counter } })).answer);
  expect(await signIn(7)).toBe("ok");
  expect(await signIn(7)).toBe("staff_login_incorrect");
  expect(await signIn(3)).toBe("staff_login_incorrect");
  expect(await reasonsOf(staff)).toEqual(["counter went back", "counter went back"]);
});

test("S219 what was signed counts once: not again, not of twenty at once, and not after a wrong password", async () => {
  const { staff, authenticator } = await enter({ isSynced: true });
  const { body } = await signInStaffBy(world, staff, authenticator);
  expect(await send(body)).toBe("staff_login_incorrect");
  const { step, options } = await askToSignIn(world, staff.username);
  const signed = passkeyLogin(staff, step, authenticator.get(options));
  expect(await send({ ...signed, password: "wrong" })).toBe("staff_login_incorrect");
  expect(await send(signed)).toBe("staff_login_suspended");
  world.passSeconds(15 * 60);
  const late = await enter({ isSynced: true });
  const of = await askToSignIn(world, late.staff.username);
  const shared = passkeyLogin(late.staff, of.step, late.authenticator.get(of.options));
  const twenty = await Promise.all(Array.from({ length: 20 }, () => send(shared)));
  expect(twenty.filter((code) => code === "ok")).toHaveLength(1);
});

test("S219 a step is for one username, five minutes, and no other challenge of ours stands in for it", async () => {
  const { staff, authenticator } = await enter({ isSynced: true });
  const [first, second] = [
    await askToSignIn(world, staff.username),
    await askToSignIn(world, staff.username),
  ];
  // Signed in one step and brought in the other.
  const crossed = passkeyLogin(staff, second.step, authenticator.get(first.options));
  expect(await send(crossed)).toBe("staff_login_incorrect");
  // Asked for under another name, as somebody would who has signed something else.
  const other = await askToSignIn(world, "somebody.else");
  const foreign = passkeyLogin(staff, other.step, authenticator.get(other.options));
  expect(await send(foreign)).toBe("staff_login_incorrect");
  expect(await reasonsOf(staff)).toEqual(["another challenge", "another step"]);

  const late = await enter();
  const old = await askToSignIn(world, late.staff.username);
  world.passSeconds(5 * 60);
  const tooLate = passkeyLogin(late.staff, old.step, late.authenticator.get(old.options));
  expect(await send(tooLate)).toBe("staff_login_incorrect");
  // What members' passkeys are asked to sign is no step of the staff, whatever it is brought as.
  const members = await world.call(askPasskeySignIn, { body: {} });
  if (!members.status) throw new Error(members.message);
  const assertion = late.authenticator.get(members.result.options);
  const step = members.result.options.challenge;
  expect(await send(passkeyLogin(late.staff, step, assertion))).toBe("staff_login_incorrect");
  expect(await reasonsOf(late.staff)).toEqual(["another step", "another step"]);
});

test("S219 a member's passkey signs no staff in", async () => {
  const { staff } = await enter();
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const { authenticator } = await givePasskey(world, { member, browser });
  expect(codeOf((await signInStaffBy(world, staff, authenticator)).answer)).toBe(
    "staff_login_incorrect",
  );
  expect(await reasonsOf(staff)).toEqual(["no such passkey"]);
});

test("S219 passkeys and codes share the tries: three failures close the name for both", async () => {
  const { staff, authenticator } = await enter();
  const browser = newBrowser();
  const wrong = { manner: { isVerified: false }, browser };
  const byCode = { username: staff.username, password: staff.password, code: "000000" };
  expect(codeOf((await signInStaffBy(world, staff, authenticator, wrong)).answer)).toBe(
    "staff_login_incorrect",
  );
  expect(codeOf(await world.call(staffLogin, { body: byCode }, browser))).toBe(
    "staff_login_incorrect",
  );
  expect(codeOf((await signInStaffBy(world, staff, authenticator, wrong)).answer)).toBe(
    "staff_login_suspended",
  );
  const right = { ...byCode, code: staff.nextCode() };
  expect(codeOf((await signInStaffBy(world, staff, authenticator)).answer)).toBe(
    "staff_login_suspended",
  );
  expect(codeOf(await world.call(staffLogin, { body: right }, newBrowser()))).toBe(
    "staff_login_suspended",
  );
});
