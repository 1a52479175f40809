import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { login } from "#contract/auth.ts";
import { getDashboard } from "#contract/members.ts";
import {
  enterCode,
  freshName,
  SIGN_UP_PASSWORD,
  type SignUpForm,
  startSignUp,
} from "#test/support/signUpActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { issueFirstTimeCode } from "./firstTimeCode.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ TRUSTED_PROXIES: "127.0.0.1" });
});
afterAll(() => world.close());

const INCORRECT = { httpStatus: 401, message: "OTP is incorrect. Please try again." };

const newcomer = () => world.makeMember({ hasAccount: false });
const asked = (number: string, form: SignUpForm, browser: Browser) =>
  startSignUp(world, number, form, browser);
const enter = (guid: string, pinId: string, pin: string, browser: Browser) =>
  enterCode(world, { guid, pinId }, pin, browser);

test("E04 the code from the counter does what the phone's does, once, for a day, also without a text", async () => {
  const member = await newcomer();
  const issue = () =>
    issueFirstTimeCode(world.app, { membershipNo: member.membershipNo, issuedBy: "counter" });
  const former = await issue();
  world.passSeconds(86_300);
  const browser = newBrowser();
  const told = await asked(member.membershipNo, {}, browser);
  world.passSeconds(101);
  expect(await enter(told.guid, told.pinId, former.code, browser)).toMatchObject(INCORRECT);

  const replaced = await issue();
  let { code } = await issue();
  // Once in a million the two are the same.
  while (code === replaced.code) ({ code } = await issue());
  expect(await enter(told.guid, told.pinId, replaced.code, browser)).toMatchObject(INCORRECT);
  // The text's own code has expired by now.
  world.passSeconds(301);
  expect(await enter(told.guid, told.pinId, code, browser)).toMatchObject({ status: true });
  const stored = await world.app.db
    .selectFrom("first_time_code")
    .selectAll()
    .where("member_id", "=", member.id)
    .execute();
  expect(stored.filter(({ used_at }) => used_at !== null)).toHaveLength(1);
  expect(JSON.stringify(stored, (_, value) => String(value))).not.toContain(code);
  await expect(issue()).rejects.toThrow("has online access already");
});

test("S046 guesses at the code from the counter are counted with those at the phone's", async () => {
  const member = await newcomer();
  const { code } = await issueFirstTimeCode(world.app, {
    membershipNo: member.membershipNo,
    issuedBy: "counter",
  });
  const browser = newBrowser();
  const { guid, pinId } = await asked(member.membershipNo, {}, browser);
  for (let i = 0; i < 3; i++) await enter(guid, pinId, "000000", browser);
  expect(await enter(guid, pinId, code, browser)).toMatchObject({ code: "otp_used_up" });
});

/** So many steps with three wrong codes each, from these addresses in turn. */
async function guess(membershipNo: string, wrong: string, steps: number, sources: string[]) {
  for (let step = 0; step < steps; step++) {
    const stranger = newBrowser();
    const source = sources[step % sources.length];
    const { guid, pinId } = await asked(membershipNo, {}, stranger);
    for (let i = 0; i < 3; i++) {
      await enterCode(world, { guid, pinId }, wrong, stranger, source);
    }
  }
}

async function withCode() {
  const { membershipNo } = await newcomer();
  const issue = () => issueFirstTimeCode(world.app, { membershipNo, issuedBy: "counter" });
  const { code } = await issue();
  return { membershipNo, issue, code, wrong: code === "000000" ? "000001" : "000000" };
}

test("S048 nine guesses a day at the code from the counter are one source's; the member elsewhere has their own", async () => {
  const { membershipNo, code, wrong } = await withCode();
  await guess(membershipNo, wrong, 4, ["198.51.100.1"]);
  const [stranger, browser] = [newBrowser(), newBrowser()];
  const theirs = await asked(membershipNo, {}, stranger);
  expect(await enterCode(world, theirs, code, stranger, "198.51.100.1")).toMatchObject(INCORRECT);
  const own = await asked(membershipNo, {}, browser);
  expect(await enterCode(world, own, code, browser, "203.0.113.9")).toMatchObject({ status: true });
});

test("S048 ninety guesses a day at the code from the counter are all there are, until staff hands out a fresh one", async () => {
  const { membershipNo, issue, code, wrong } = await withCode();
  const sources = Array.from({ length: 10 }, (_, n) => `198.51.100.${n}`);
  await guess(membershipNo, wrong, 30, sources);
  const browser = newBrowser();
  const own = await asked(membershipNo, {}, browser);
  expect(await enterCode(world, own, code, browser, "203.0.113.9")).toMatchObject(INCORRECT);
  const fresh = await issue();
  const again = await enterCode(world, own, fresh.code, browser, "203.0.113.9");
  expect(again).toMatchObject({ status: true });
});

test("E04 whoever is not on the books, has an account or was closed by staff gets no code", async () => {
  const joined = await world.makeMember();
  const closed = await world.makeMember({
    hasAccount: false,
    status: "suspended",
    accessClosedFor: "staff",
  });
  const issue = (membershipNo: string) =>
    issueFirstTimeCode(world.app, { membershipNo, issuedBy: "counter" });
  await expect(issue("0001 2019 0000 0012")).rejects.toThrow("Nobody on the books");
  await expect(issue("0001201900000013")).rejects.toThrow("not a membership number");
  await expect(issue(joined.membershipNo)).rejects.toThrow("has online access already");
  await expect(issue(closed.membershipNo)).rejects.toThrow("was closed by staff");
});

test.each([
  ["en", "handed out at Head Office", "opened for you with a first-time code"],
  ["fil", "ninyo sa Head Office", "gamit ang first-time code"],
])(
  "E04 the phone on file hears of a code from the counter and of an account opened with it: %s",
  async (language, issued, opened) => {
    const db = world.app.db;
    const office = {
      id: 77n,
      branch_name: "Head Office",
      line_1: "",
      barangay: "",
      municipality_city: "",
      state_province: "",
    };
    await db
      .insertInto("office")
      .values(office)
      .onConflict((same) => same.doNothing())
      .execute();
    const member = await newcomer();
    await db
      .updateTable("member")
      .set({ language, office_id: office.id })
      .where("id", "=", member.id)
      .execute();
    const phone = member.mobileNumber ?? "";
    const { code } = await issueFirstTimeCode(world.app, {
      membershipNo: member.membershipNo,
      issuedBy: "counter",
    });
    expect(await world.textsTo(phone)).toEqual([expect.stringContaining(issued)]);
    const browser = newBrowser();
    const { guid, pinId } = await asked(member.membershipNo, {}, browser);
    expect(await enter(guid, pinId, code, browser)).toMatchObject({ status: true });
    expect((await world.textsTo(phone))[0]).toContain(opened);
    const events = await db
      .selectFrom("audit_event")
      .select(["action", "detail"])
      .where("object", "=", `member:${member.guid}`)
      .where("action", "in", ["first_time_code_issued", "signed_up_with_counter_code"])
      .orderBy("id")
      .execute();
    expect(events).toEqual([
      { action: "first_time_code_issued", detail: {} },
      { action: "signed_up_with_counter_code", detail: { issuedBy: "counter" } },
    ]);
  },
);

test("E04 S048 a code from the counter in somebody else's hand lets nobody in: the sign-in takes one to the number on file", async () => {
  const member = await newcomer();
  const phone = member.mobileNumber ?? "";
  const { code } = await issueFirstTimeCode(world.app, {
    membershipNo: member.membershipNo,
    issuedBy: "counter",
  });
  const stranger = newBrowser();
  const username = freshName();
  const { guid, pinId } = await asked(member.membershipNo, { username }, stranger);
  expect(await enter(guid, pinId, code, stranger)).toMatchObject({ status: true });
  // In the very browser that opened the account.
  const body = { username, password: SIGN_UP_PASSWORD };
  const answer = await world.call(login, { body }, stranger);
  expect(answer).toMatchObject({ result: { pinId: expect.any(String) } });
  expect(await world.call(getDashboard, { params: { guid: member.guid } }, stranger)).toMatchObject(
    { status: false },
  );
  expect((await world.textsTo(phone))[0]).toMatch(/\b\d{6}\b/);
});

test("E04 an account opened with the phone's own code brings no word of one from the counter", async () => {
  const member = await newcomer();
  const browser = newBrowser();
  const { guid, pinId } = await asked(member.membershipNo, {}, browser);
  const code = await world.codeFor(member);
  expect(await enter(guid, pinId, code, browser)).toMatchObject({ status: true });
  expect((await world.textsTo(member.mobileNumber ?? "")).join(" ")).not.toContain(
    "first-time code",
  );
});
