import { brand } from "#brand";
import { withCheckDigit } from "#common/checkDigit.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, resendOtp, verifyOtp } from "#contract/auth.ts";
import { documentVersions } from "#contract/documents.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields, signUp } from "#contract/signUp.ts";
import { refusals } from "#contract/refusals.ts";
import { cleanUp } from "#server/entry/cleanUp.ts";
import { type Browser, type Client, newBrowser } from "#test/support/browser.ts";
import {
  startSignUp,
  enterCode,
  freshName,
  signUpAs,
  SIGN_UP_PASSWORD as PASSWORD,
  type SignUpForm,
} from "#test/support/signUpActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { stopClock } from "#test/support/stopClock.ts";
import { issueFirstTimeCode } from "./firstTimeCode.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.app.db.deleteFrom("throttle").execute());

const INCORRECT = { httpStatus: 401, message: "OTP is incorrect. Please try again." };

const join = (
  number: string,
  form: SignUpForm = {},
  browser = newBrowser(),
  client: Client = world,
) => signUpAs(client, number, form, browser);
const asked = (number: string, form: SignUpForm, browser: Browser) =>
  startSignUp(world, number, form, browser);
const enter = (guid: string, pinId: string, pin: string, browser: Browser) =>
  enterCode(world, { guid, pinId }, pin, browser);

const newcomer = (options: Parameters<World["makeMember"]>[0] = {}) =>
  world.makeMember({ hasAccount: false, ...options });

const rowOf = ({ id }: TestMember) =>
  world.app.db
    .selectFrom("member")
    .select(["username", "username_key", "password_hash", "status"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const phoneOf = ({ mobileNumber }: TestMember) => world.textsTo(mobileNumber ?? "");
const drafts = () => world.app.db.selectFrom("sign_up_draft").selectAll().execute();
/** A number that nobody has. */
const nobodys = (serial: number) => withCheckDigit(`00012019${String(serial).padStart(7, "0")}`);

test("B05 B08 T02 T13 S041 a member on the books joins with the code from the phone, and signs in", async () => {
  const member = await newcomer();
  const browser = newBrowser();
  const spaced = member.membershipNo.replaceAll(/(\d{4})/g, "$1 ");
  const { guid, pinId, mobileNumber, delaySec } = await asked(
    spaced,
    { username: "Juana.Reyes" },
    browser,
  );
  expect(mobileNumber).toBe(`+63******${member.mobileNumber?.slice(-4)}`);
  expect(delaySec).toBe(300);
  expect(guid).not.toBe(member.guid);
  expect(await rowOf(member)).toMatchObject({ username: null, password_hash: null });

  const [text = ""] = await phoneOf(member);
  expect(text).toMatch(/^\d{6} is your \w+ code to create your online account\. Never share it\.$/);
  const verified = await enter(guid, pinId, text.slice(0, 6), browser);
  expect(verified).toMatchObject({ status: true, result: { guid } });
  expect(verified.status && verified.result.token).toBeUndefined();
  expect(await rowOf(member)).toMatchObject({ username: "Juana.Reyes", status: "active" });
  const consents = await world.app.db
    .selectFrom("consent")
    .select(["document", "version"])
    .where("member_id", "=", member.id)
    .orderBy("document")
    .execute();
  expect(consents).toEqual([
    { document: "privacy", version: documentVersions.privacy },
    { document: "terms", version: documentVersions.terms },
  ]);
  expect(await drafts()).toEqual([]);
  expect(await enter(guid, pinId, text.slice(0, 6), browser)).toMatchObject(INCORRECT);

  await world.signIn({ ...member, username: "juana.reyes", password: PASSWORD });
});

test("S022 S041 nothing waits in clear, and what is not finished goes away", async () => {
  const member = await newcomer();
  await asked(member.membershipNo, {}, newBrowser());
  const [draft] = await drafts();
  expect(draft?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  world.passSeconds(1780);
  await cleanUp(world.app);
  expect(await drafts()).toHaveLength(1);
  world.passSeconds(21);
  await cleanUp(world.app);
  expect(await drafts()).toEqual([]);
});

test("S033 nobody's number, a member's who joined, and one whose access is closed: one answer", async () => {
  const free = await newcomer();
  const joined = await world.makeMember();
  const suspended = await world.makeMember({ status: "suspended" });
  const closed = await newcomer({ status: "suspended", accessClosedFor: "staff" });
  const numbers = [free, joined, suspended, closed].map(({ membershipNo }) => membershipNo);

  stopClock(world);
  const shapes: unknown[] = [];
  for (const number of [...numbers, nobodys(1)]) {
    const browser = newBrowser();
    const { body, httpStatus } = await world.callRaw(
      signUp,
      {
        body: {
          [memberNumberField]: number,
          username: freshName(),
          password: PASSWORD,
          confirm_password: PASSWORD,
          ...agreedFields,
        },
      },
      browser,
    );
    const result = body["result"] as Record<string, string>;
    const guid = result["guid"] ?? "";
    const pinId = result["pinId"] ?? "";
    const wrong: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      const answer = await enter(guid, pinId, "000000", browser);
      wrong.push(answer.status || [answer.httpStatus, answer.message, answer.errors]);
    }
    const early = await world.call(resendOtp, { body: { memberGuid: guid } }, browser);
    shapes.push({
      httpStatus,
      bytes: JSON.stringify(body).length,
      keys: Object.keys(result),
      delaySec: result["delaySec"],
      mobile: /^\+63\*{6}\d{4}$/.test(result["mobileNumber"] ?? ""),
      uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/.test(guid),
      wrong,
      early: early.status || [early.httpStatus, early.message, early.retryAfterSeconds],
      cookies: [...browser.cookies.keys()],
    });
  }
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  expect(shapes[0]).toMatchObject({ httpStatus: 200, mobile: true, uuid: true });
  expect(await phoneOf(suspended)).toHaveLength(1);
  expect(await phoneOf(closed)).toEqual([]);
});

test("S033 S047 the guid and the number told for nobody are stable, the code behaves like any other", async () => {
  const clock = stopClock(world);
  const browser = newBrowser();
  const first = await asked(nobodys(2), {}, browser);
  const elsewhere = await asked(nobodys(2), {}, newBrowser());
  expect(elsewhere).toMatchObject({ guid: first.guid, mobileNumber: first.mobileNumber });
  clock.pass(100);
  const standing = { ...first, delaySec: 200, sentBefore: true };
  expect(await asked(nobodys(2), {}, browser)).toEqual(standing);
  clock.pass(201);
  const resend = () =>
    world.call(resendOtp, { body: { memberGuid: first.guid, pinId: first.pinId } }, browser);
  const second = await resend();
  expect(second).toMatchObject({
    message: "New OTP code sent",
    result: { guid: first.guid, mobileNumber: first.mobileNumber, delaySec: 300 },
  });
  expect(second.status && second.result.pinId).not.toBe(first.pinId);
  expect(await resend()).toMatchObject({ result: second.status && second.result });
});

test("B05 a member who joined is told in the language that they chose, whichever the screen has", async () => {
  const member = await world.makeMember();
  await world.app.db
    .updateTable("member")
    .set({ language: "fil" })
    .where("id", "=", member.id)
    .execute();
  await asked(member.membershipNo, {}, newBrowser());
  expect(await phoneOf(member)).toEqual([
    expect.stringContaining("Mayroon na kayong online account"),
  ]);
});

test("B05 a member who joined is told by text instead, once a day", async () => {
  const member = await world.makeMember();
  await asked(member.membershipNo, {}, newBrowser());
  await asked(member.membershipNo, {}, newBrowser());
  const texts = await phoneOf(member);
  expect(texts).toEqual([expect.stringMatching(/tried to sign up .* You have an online account/)]);
  expect(texts.join("")).not.toMatch(/\d{6} /);
  world.passSeconds(86_401);
  await asked(member.membershipNo, {}, newBrowser());
  expect(await phoneOf(member)).toHaveLength(2);
});

test("B07 a member without a number is told to come to the office, five times an hour a source", async () => {
  const member = await newcomer({ mobileNumber: null });
  for (let i = 0; i < 5; i++) {
    expect(await join(member.membershipNo)).toMatchObject({
      httpStatus: 409,
      code: "mobile_missing",
      message: `Member mobile number is missing, please go to the nearest ${brand.product} office`,
    });
  }
  // Then it is answered as any other number is, which of all is said not to be known to have had a text.
  const alike = { status: true, result: { notice: expect.stringContaining("If this membership") } };
  expect(await join(member.membershipNo)).toMatchObject(alike);
  expect(await join(nobodys(3))).toMatchObject(alike);
  const sweeps = await world.app.metrics.signUpSweeps.get();
  expect(sweeps.values[0]?.value).toBe(1);
  world.passSeconds(3601);
  expect(await join(member.membershipNo)).toMatchObject({ code: "mobile_missing" });
});

test("S039 one number fifty times at once, over two processes: one account, five texts", async () => {
  const member = await newcomer();
  const twin = await world.makeTwin();
  const tries = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      const browser = newBrowser();
      const client = i % 2 === 0 ? world : twin;
      const answer = await join(member.membershipNo, { username: `fifty.${i}xx` }, browser, client);
      return answer.status ? { ...answer.result, browser, client } : answer;
    }),
  );
  const going = tries.filter((each) => "pinId" in each);
  expect(tries.filter((each) => !("pinId" in each))).toEqual([]);
  expect(await phoneOf(member)).toHaveLength(5);
  // One code that is right in each of the fifty browsers.
  const { code: pin } = await issueFirstTimeCode(world.app, {
    membershipNo: member.membershipNo,
    issuedBy: "counter",
  });
  const answers = await Promise.all(
    going.map(({ guid, pinId, browser, client }) =>
      client.call(verifyOtp, { body: { memberGuid: guid, pinId, pin } }, browser),
    ),
  );
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
  const signedUp = await world.app.db
    .selectFrom("audit_event")
    .select("id")
    .where("action", "=", "signed_up")
    .where("object", "=", `member:${member.guid}`)
    .execute();
  expect(signedUp).toHaveLength(1);
});

test("S038 twenty members claim one username at once: one has it, the others choose again with the same code", async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => newcomer()));
  const stages = [];
  for (const [i, member] of members.entries()) {
    const browser = newBrowser();
    const username = i % 2 === 0 ? "The.One.Name" : "the.one.name";
    const told = await asked(member.membershipNo, { username }, browser);
    stages.push({ member, browser, ...told, pin: (await phoneOf(member))[0]?.slice(0, 6) ?? "" });
  }
  const answers = await Promise.all(
    stages.map(({ guid, pinId, pin, browser }) => enter(guid, pinId, pin, browser)),
  );
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
  const losers = stages.filter((_, i) => !answers[i]?.status);
  const [loser] = losers;
  if (!loser) throw new Error("nobody lost");
  const refused = answers.find(({ status }) => !status);
  expect(refused).toMatchObject({
    httpStatus: 422,
    code: "username_taken",
    errors: [{ param: "username" }],
  });
  expect(await rowOf(loser.member)).toMatchObject({ username: null });

  expect(await join(loser.member.membershipNo, { username: "THE.one.name" })).toMatchObject({
    code: "username_taken",
    errors: [{ param: "username", msg: "This username is taken. Please choose another." }],
  });
  const again = await asked(loser.member.membershipNo, { username: "another.name" }, loser.browser);
  expect(again.pinId).toBe(loser.pinId);
  expect(await enter(again.guid, again.pinId, loser.pin, loser.browser)).toMatchObject({
    status: true,
  });
  expect(await rowOf(loser.member)).toMatchObject({ username: "another.name" });
});

test("B06 S024 a password that many use or that names the member is refused on its field", async () => {
  const { membershipNo } = await newcomer();
  const refusalOf = (password: string) =>
    join(membershipNo, { username: "juana.delacruz", password });
  expect(await refusalOf("Password1")).toMatchObject({
    httpStatus: 422,
    code: "password_too_common",
    errors: [{ param: "password" }],
  });
  for (const password of [`my-${membershipNo}`, "Juana.DelaCruz!", `${brand.product} 2026`]) {
    expect(await refusalOf(password)).toMatchObject({
      code: "password_is_personal",
      errors: [{ param: "password" }],
    });
  }
});

test("S024 S033 a birth date in the password is told only to who has the phone", async () => {
  const member = await newcomer({ dateOfBirth: "1980-06-02" });
  const browser = newBrowser();
  const password = "born 06/02/1980!";
  const told = await asked(member.membershipNo, { password }, browser);
  const pin = await world.codeFor(member);
  expect(await enter(told.guid, told.pinId, pin, browser)).toMatchObject({
    code: "password_is_personal",
    errors: [{ param: "password" }],
  });
  const again = await asked(member.membershipNo, {}, browser);
  expect(await enter(again.guid, again.pinId, pin, browser)).toMatchObject({ status: true });
});

test("S045 S050 a sign-up's code is good for its stage and browser only", async () => {
  const member = await newcomer();
  const browser = newBrowser();
  const { guid, pinId } = await asked(member.membershipNo, {}, browser);
  const pin = await world.codeFor(member);
  expect(await enter(guid, pinId, pin, newBrowser())).toMatchObject(INCORRECT);
  expect(await enter(member.guid, pinId, pin, browser)).toMatchObject(INCORRECT);
  const other = await asked(nobodys(4), {}, newBrowser());
  expect(await enter(other.guid, pinId, pin, browser)).toMatchObject(INCORRECT);
  world.passSeconds(301);
  expect(await enter(guid, pinId, pin, browser)).toMatchObject(INCORRECT);
});

test("T14 S047 a newer code keeps what was typed, for as long as the stage goes on", async () => {
  const member = await newcomer();
  const browser = newBrowser();
  const username = freshName();
  let told = await asked(member.membershipNo, { username }, browser);
  for (let i = 0; i < 2; i++) {
    world.passSeconds(400);
    const resent = await world.call(resendOtp, { body: { memberGuid: told.guid } }, browser);
    if (!resent.status) throw new Error(resent.message);
    told = resent.result;
  }
  const pin = await world.codeFor(member);
  expect(await enter(told.guid, told.pinId, pin, browser)).toMatchObject({ status: true });
  expect(await rowOf(member)).toMatchObject({ username });
});

test("S046 S033 a code has three tries, of a member or of nobody, whatever was tried elsewhere", async () => {
  const member = await newcomer();
  const seen = [];
  for (const number of [member.membershipNo, nobodys(5)]) {
    const codes = [];
    for (let stage = 0; stage < 11; stage++) {
      const browser = newBrowser();
      const { guid, pinId } = await asked(number, {}, browser);
      for (let tried = 0; tried < 4; tried++) {
        const answer = await enter(guid, pinId, "000000", browser);
        codes.push(!answer.status && answer.code);
      }
    }
    seen.push(codes);
  }
  const ofOne = ["otp_incorrect", "otp_incorrect", "otp_incorrect", "otp_used_up"];
  expect(seen[0]).toEqual(Array.from({ length: 11 }, () => ofOne).flat());
  expect(seen[1]).toEqual(seen[0]);
});

test("S047 all strangers together have a budget of texts, and its end is an alarm", async () => {
  const small = await makeWorld({ TEXTS_AN_HOUR: "2" });
  try {
    const texts: number[] = [];
    for (let i = 0; i < 3; i++) {
      const member = await small.makeMember({ hasAccount: false });
      const answer = await join(member.membershipNo, {}, newBrowser(), small);
      expect(answer).toMatchObject({ status: true });
      const isTold = answer.status && answer.result.notice === refusals.texts_spent.en;
      expect(isTold).toBe(i === 2);
      texts.push((await small.textsTo(member.mobileNumber ?? "")).length);
    }
    expect(texts).toEqual([1, 1, 0]);
    const withheld = await small.app.metrics.textsWithheld.get();
    expect(withheld.values).toMatchObject([{ labels: { budget: "all" }, value: 1 }]);
  } finally {
    await small.close();
  }
});

test("B06 a sign-in stays possible for nobody but the one who joined", async () => {
  const member = await newcomer();
  const username = freshName();
  await asked(member.membershipNo, { username }, newBrowser());
  expect(
    await world.call(login, { body: { username, password: PASSWORD } }, newBrowser()),
  ).toMatchObject({ code: "login_incorrect" });
});
