import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withCheckDigit } from "#common/checkDigit.ts";
import { login, resendOtp, verifyOtp } from "#contract/auth.ts";
import { reportIntruder } from "#contract/freeze.ts";
import { getDashboard } from "#contract/members.ts";
import { forgotPassword } from "#contract/signUp.ts";
import { closeMemberAccess } from "#contract/staff/memberActions.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
  member = await world.makeMember({ officeId: 1n });
});

const NOBODYS = withCheckDigit("000120190000077");
const NOBODYS_TOO = withCheckDigit("000120190000078");
const report = (number: string, browser: Browser = newBrowser()) =>
  world.call(reportIntruder, { body: { identifier: number } }, browser);

async function reported(browser: Browser) {
  const answer = await report(member.membershipNo, browser);
  if (!answer.status) throw new Error(answer.message);
  const { guid: memberGuid, pinId } = answer.result;
  return { memberGuid, pinId };
}

const enter = (browser: Browser, code: { memberGuid: string; pinId: string; pin: string }) =>
  world.call(verifyOtp, { body: code }, browser);
const dashboard = (browser: Browser) =>
  world.call(getDashboard, { params: { guid: member.guid } }, browser);
const signIn = () =>
  world.call(
    login,
    { body: { username: member.username, password: member.password } },
    newBrowser(),
  );

test("S203 who has the number and the phone freezes without a password, and whoever is in is out", async () => {
  const intruder = await world.signIn(member);
  const browser = newBrowser();
  const code = await reported(browser);
  const pin = await world.codeFor(member);
  const [text] = await world.textsTo(member.mobileNumber ?? "");
  expect(text).toContain("to freeze your account");
  expect(await dashboard(intruder)).toMatchObject({ status: true });
  expect(await enter(browser, { ...code, pin })).toMatchObject({
    result: { guid: code.memberGuid, frozen: { wasFrozen: false, endedSessions: 1 } },
  });
  expect(await dashboard(intruder)).toMatchObject({ httpStatus: 401 });
  expect(await signIn()).toMatchObject({ code: "access_frozen" });
  const row = await world.app.db
    .selectFrom("member_freeze")
    .selectAll()
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ frozen_by: "member", way: "code", source_mark: expect.any(String) });
});

test("S203 who knows the username alone freezes by it as by the number, however it is written", async () => {
  const browser = newBrowser();
  const answer = await report(` ${member.username.toUpperCase()} `, browser);
  if (!answer.status) throw new Error(answer.message);
  const { guid: memberGuid, pinId } = answer.result;
  const pin = await world.codeFor(member);
  expect(await enter(browser, { memberGuid, pinId, pin })).toMatchObject({
    result: { frozen: { wasFrozen: false } },
  });
});

test("S203 nobody is frozen by a number alone: a wrong code, another browser and no code at all do nothing", async () => {
  const session = await world.signIn(member);
  const browser = newBrowser();
  const code = await reported(browser);
  const pin = await world.codeFor(member);
  const wrong = pin === "123456" ? "123457" : "123456";
  expect(await enter(browser, { ...code, pin: wrong })).toMatchObject({ code: "otp_incorrect" });
  expect(await enter(newBrowser(), { ...code, pin })).toMatchObject({ code: "otp_incorrect" });
  expect(await dashboard(session)).toMatchObject({ status: true });
});

test("S203 a number that nobody has is answered alike and leaves as many rows", async () => {
  const rows = async () => {
    const count = (table: "otp_challenge" | "throttle") =>
      world.app.db
        .selectFrom(table)
        .select((is) => is.fn.countAll<bigint>().as("rows"))
        .executeTakeFirstOrThrow();
    return [(await count("otp_challenge")).rows, (await count("throttle")).rows].map(Number);
  };
  const added = async (number: string) => {
    const before = await rows();
    const answer = await report(number);
    const after = await rows();
    const keys = answer.status ? Object.keys(answer.result) : [];
    return { keys, rows: after.map((now, index) => now - (before[index] ?? 0)) };
  };
  await added(NOBODYS);
  const ofSomebody = await added(member.membershipNo);
  const other = await world.makeMember({ status: "cancelled" });
  await world.app.db.deleteFrom("throttle").execute();
  const first = await added(NOBODYS);
  await world.app.db.deleteFrom("throttle").execute();
  expect(await added(other.membershipNo)).toEqual(first);
  expect(ofSomebody.keys).toEqual(first.keys);
  expect(ofSomebody.rows[0]).toBe(1);
});

test("S203 three codes an hour for a number, then no more; a recovery keeps its own share", async () => {
  for (let sent = 0; sent < 3; sent += 1)
    expect(await report(NOBODYS_TOO)).toMatchObject({ status: true });
  expect(await report(NOBODYS_TOO)).toMatchObject({ httpStatus: 429, code: "otp_limit" });
  for (let sent = 0; sent < 3; sent += 1) await report(member.membershipNo);
  expect(await report(member.membershipNo)).toMatchObject({ httpStatus: 429, code: "otp_limit" });
  const body = { identifier: member.membershipNo };
  expect(await world.call(forgotPassword, { body }, newBrowser())).toMatchObject({ status: true });
});

test("S203 the code can be sent again after its countdown, and a second report of a frozen account changes nothing", async () => {
  const browser = newBrowser();
  const code = await reported(browser);
  world.passSeconds(301);
  const again = await world.call(resendOtp, { body: code }, browser);
  if (!again.status) throw new Error(again.message);
  const pin = await world.codeFor(member);
  const sent = { memberGuid: code.memberGuid, pinId: again.result.pinId };
  expect(await enter(browser, { ...sent, pin })).toMatchObject({ status: true });
  const second = newBrowser();
  const other = await reported(second);
  const otherPin = await world.codeFor(member);
  expect(await enter(second, { ...other, pin: otherPin })).toMatchObject({
    result: { frozen: { wasFrozen: true } },
  });
});

test("S203 of an access that staff closed no code goes out, and a recovery of a frozen one gets none either", async () => {
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const params = { memberGuid: member.guid };
  await teller.call(closeMemberAccess, { params, body: { reason: "A report" } });
  const texts = async () => (await world.textsTo(member.mobileNumber ?? "")).length;
  const before = await texts();
  expect(await report(member.membershipNo)).toMatchObject({ status: true });
  expect(await texts()).toBe(before);

  member = await world.makeMember({ officeId: 1n });
  const browser = newBrowser();
  const code = await reported(browser);
  await enter(browser, { ...code, pin: await world.codeFor(member) });
  const frozen = await texts();
  const body = { identifier: member.username };
  expect(await world.call(forgotPassword, { body }, newBrowser())).toMatchObject({ status: true });
  expect(await texts()).toBe(frozen);
});
