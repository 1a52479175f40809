import { afterAll, beforeAll, expect, test } from "vitest";
import { liftStaffLock, startEnrolment } from "#contract/staff/accounts.ts";
import { changeStaffPassword, staffLogin } from "#contract/staff/session.ts";
import { newBrowser } from "#test/support/browser.ts";
import { TEST_PASSWORD } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const NEW_PASSWORD = "a long walk to Baguio";

function signIn(
  staff: { username: string; password?: string; code: string },
  browser = newBrowser(),
) {
  const { username, password = TEST_PASSWORD, code } = staff;
  return world.call(staffLogin, { body: { username, password, code } }, browser);
}

const codeOf = (answer: { status: boolean; code?: string | undefined }) =>
  answer.status ? "ok" : answer.code;

test("S018 S020 wrong tries of strangers do not keep anybody out of the browser they know", async () => {
  const staff = await world.makeStaff();
  const wrong = { username: staff.username, password: "wrong", code: "000000" };
  for (let guess = 0; guess < 4; guess += 1) await signIn(wrong);
  const right = () => ({ ...staff, code: staff.nextCode() });
  expect(codeOf(await signIn(right()))).toBe("staff_login_suspended");
  const known = { ...newBrowser(), cookies: new Map(staff.browser.cookies) };
  expect(codeOf(await signIn(right(), known))).toBe("ok");
  // It has no more tries than others, and its cookie is nothing under another name.
  const own = [];
  for (let guess = 0; guess < 4; guess += 1) own.push(codeOf(await signIn(wrong, known)));
  expect(own.slice(2)).toEqual(["staff_login_suspended", "staff_login_suspended"]);
  const other = await world.makeStaff();
  const [device] = [...known.cookies].filter(([name]) => name.startsWith("staffdev"));
  const [theirs] = [...other.browser.cookies].filter(([name]) => name.startsWith("staffdev"));
  const borrowed = newBrowser();
  borrowed.cookies.set(theirs?.[0] ?? "", device?.[1] ?? "");
  for (let guess = 0; guess < 3; guess += 1) {
    await signIn({ ...wrong, username: other.username }, borrowed);
  }
  const late = await signIn({ ...other, code: other.nextCode() });
  expect(codeOf(late)).toBe("staff_login_suspended");
});

test("S018 guesses at an enrolment keep nobody from signing in or changing the password", async () => {
  const staff = await world.makeStaff();
  const body = { username: staff.username, enrolment_code: "0000-0000-0000" };
  for (let guess = 0; guess < 4; guess += 1) await world.call(startEnrolment, { body });
  expect(codeOf(await signIn({ ...staff, code: staff.nextCode() }))).toBe("ok");
  const wrong = { username: staff.username, password: "wrong", code: "000000" };
  for (let guess = 0; guess < 4; guess += 1) await signIn(wrong);
  const change = {
    current_password: TEST_PASSWORD,
    code: staff.nextCode(),
    new_password: NEW_PASSWORD,
    confirm_password: NEW_PASSWORD,
  };
  expect(codeOf(await staff.call(changeStaffPassword, { body: change }))).toBe("ok");
});

test("S018 another person lifts a lock, in the trail with their name; nobody their own", async () => {
  const staff = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const wrong = { username: staff.username, password: "wrong", code: "000000" };
  for (let guess = 0; guess < 3; guess += 1) await signIn(wrong);
  const params = { staffId: String(staff.id) };
  expect(codeOf(await staff.call(liftStaffLock, { params }))).toBe("staff_own_account");
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  expect(codeOf(await teller.call(liftStaffLock, { params }))).toBe("not_your_role");
  expect(codeOf(await signIn({ ...staff, code: staff.nextCode() }))).toBe("staff_login_suspended");
  const other = await world.makeStaff({ role: "supervisor", officeId: 1n });
  expect(codeOf(await other.call(liftStaffLock, { params }))).toBe("ok");
  expect(codeOf(await signIn({ ...staff, code: staff.nextCode() }))).toBe("ok");
  const lifted = await world.app.db
    .selectFrom("audit_event")
    .select(["actor_kind", "actor", "object"])
    .where("action", "=", "staff_lock_lifted")
    .execute();
  const object = `staff:${staff.username}`;
  expect(lifted).toEqual([{ actor_kind: "staff", actor: other.username, object }]);
});
