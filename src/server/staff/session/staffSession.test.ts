import { afterAll, beforeAll, expect, test } from "vitest";
import { getProfile } from "#contract/members.ts";
import { getStaffMe, staffLogin } from "#contract/staff/session.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("S129 username, password and code open a session with a cookie of its own", async () => {
  const teller = await world.makeStaff({ role: "teller", officeId: 2n });
  expect([...teller.browser.cookies.keys()]).toEqual(["staff"]);
  const me = await teller.call(getStaffMe, {});
  expect(me).toMatchObject({
    status: true,
    result: {
      username: teller.username,
      office: { id: "2" },
      roles: [{ role: "teller", office: { id: "2" } }],
      idleSeconds: 900,
    },
  });
});

test("S129 a code counts once", async () => {
  const staff = await world.makeStaff({ role: "teller" });
  const code = staff.nextCode();
  const body = { username: staff.username, password: staff.password, code };
  expect(await world.call(staffLogin, { body }, newBrowser())).toMatchObject({ status: true });
  expect(await world.call(staffLogin, { body }, newBrowser())).toMatchObject({
    code: "staff_login_incorrect",
  });
});

test("S069 no member's token opens the staff's API, no staff token a member's", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const staff = await world.makeStaff();
  expect(await world.call(getStaffMe, {}, browser)).toMatchObject({ httpStatus: 401 });
  const read = await staff.callRaw(getProfile, { params: { guid: member.guid } });
  expect(read.httpStatus).toBe(401);
});
