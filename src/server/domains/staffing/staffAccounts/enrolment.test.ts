import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  confirmEnrolment,
  finishEnrolment,
  getStaffAccounts,
  issueEnrolmentCode,
  startEnrolment,
} from "#contract/staff/accounts.ts";
import { staffLogin } from "#contract/staff/session.ts";
import { newBrowser } from "#test/support/browser.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ensureOffice } from "#test/support/offices.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const PASSWORD = "a long walk to Baguio";
let lastNumber = 0;

/** An account that waits for its owner. */
async function makeWaiting(askedBy = "P-NOBODY", officeId = 1n, { approvedBy = "P-NONE" } = {}) {
  lastNumber += 1;
  const username = `newcomer.${lastNumber}`;
  await ensureOffice(world.app.db, officeId);
  const { id } = await world.app.db
    .insertInto("staff")
    .values({
      username,
      full_name: "Nena Comer",
      person_key: `N-${lastNumber}00`,
      office_id: officeId,
      state: "enrolling",
      enrolment_asked_by: askedBy,
      enrolment_approved_by: approvedBy,
      created_at: world.app.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.app.db
    .insertInto("staff_role")
    .values({ staff_id: id, role: "teller", office_id: officeId, granted_at: world.app.now() })
    .execute();
  return { id, username };
}

const start = (username: string, enrolment_code: string) =>
  world.call(startEnrolment, { body: { username, enrolment_code } }, newBrowser());

function finish(username: string, enrolment_code: string, code: string, password = PASSWORD) {
  const words = { new_password: password, confirm_password: password };
  const browser = newBrowser();
  return world
    .call(finishEnrolment, { body: { username, enrolment_code, code, ...words } }, browser)
    .then((answer) => ({ answer, browser }));
}

function shownBy(secret: string, later = 0): string {
  const timestamp = world.app.now().getTime() + later * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

test("S129 with the code of the desk the owner sets authenticator and password, once", async () => {
  const admin = await world.makeStaff({ role: "administrator", officeId: null });
  const { id, username } = await makeWaiting();
  const issued = await admin.call(issueEnrolmentCode, { params: { staffId: String(id) } });
  if (!issued.status) throw new Error(issued.message);
  const { code } = issued.result;
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$/);

  const shown = await start(username, code.toLowerCase().replaceAll("-", " "));
  if (!shown.status) throw new Error(shown.message);
  const { secret, uri } = shown.result;
  expect(uri).toContain(`secret=${secret}`);
  // Asked again it is another secret, and the first is of no use.
  const again = await start(username, code);
  if (!again.status) throw new Error(again.message);
  const first = await finish(username, code, shownBy(secret));
  expect(first.answer).toMatchObject({ code: "authenticator_code_wrong", httpStatus: 422 });

  const weak = await finish(username, code, shownBy(again.result.secret), `I am ${username}`);
  expect(weak.answer).toMatchObject({ code: "password_is_personal" });
  const totp = shownBy(again.result.secret);
  const { answer, browser } = await finish(username, code, totp);
  // Nobody is in before another person has seen the owner.
  expect(answer).toMatchObject({ status: true, result: { token: null } });
  expect(browser.cookies.size).toBe(0);
  const seen = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const params = { staffId: String(id) };
  expect(await seen.call(confirmEnrolment, { params })).toMatchObject({ status: true });
  expect(await seen.call(confirmEnrolment, { params })).toMatchObject({
    code: "enrolment_not_done",
  });

  const late = await finish(username, code, shownBy(again.result.secret, 30));
  expect(late.answer).toMatchObject({ code: "enrolment_incorrect", httpStatus: 400 });
  const body = { username, password: PASSWORD, code: totp };
  expect(await world.call(staffLogin, { body })).toMatchObject({ code: "staff_login_incorrect" });
  world.passSeconds(30);
  const fresh = { ...body, code: shownBy(again.result.secret, 30) };
  expect(await world.call(staffLogin, { body: fresh })).toMatchObject({ status: true });
});

test("S131 who asked for the account does not hand out its code", async () => {
  const admin = await world.makeStaff({ role: "administrator", officeId: null });
  const { id } = await makeWaiting(admin.personKey);
  const params = { staffId: String(id) };
  expect(await admin.call(issueEnrolmentCode, { params })).toMatchObject({
    code: "enrolment_handled_by_you",
  });
  const other = await world.makeStaff({ role: "supervisor", officeId: 1n });
  expect(await other.call(issueEnrolmentCode, { params })).toMatchObject({ status: true });
  const elsewhere = await world.makeStaff({ role: "supervisor", officeId: 2n });
  expect(await elsewhere.call(issueEnrolmentCode, { params })).toMatchObject({ code: "not_found" });
});

/** Sets password and authenticator with the code that this person of the staff hands out. */
async function enrolBy(issuer: TestStaff, { id, username }: { id: bigint; username: string }) {
  const issued = await issuer.call(issueEnrolmentCode, { params: { staffId: String(id) } });
  if (!issued.status) throw new Error(issued.message);
  const shown = await start(username, issued.result.code);
  if (!shown.status) throw new Error(shown.message);
  const totp = shownBy(shown.result.secret);
  const { answer } = await finish(username, issued.result.code, totp);
  if (!answer.status) throw new Error(answer.message);
  expect(answer.result.token).toBe(null);
  world.passSeconds(30);
  const body = { username, password: PASSWORD, code: shownBy(shown.result.secret, 30) };
  return () => world.call(staffLogin, { body });
}

test("S131 who enrols a waiting account on a phone of their own is not in: a second person must have seen its owner", async () => {
  const issuer = await world.makeStaff({ role: "supervisor", officeId: null });
  const maker = await world.makeStaff({ role: "administrator", officeId: null });
  const account = await makeWaiting(maker.personKey);
  const signIn = await enrolBy(issuer, account);
  const params = { staffId: String(account.id) };
  expect(await signIn()).toMatchObject({ code: "staff_login_incorrect" });
  expect(await issuer.call(issueEnrolmentCode, { params })).toMatchObject({
    code: "enrolment_not_open",
  });
  const sameHand = await world.makeStaff({ role: "supervisor", personKey: issuer.personKey });
  for (const hand of [issuer, sameHand, maker]) {
    expect(await hand.call(confirmEnrolment, { params })).toMatchObject({
      code: "enrolment_handled_by_you",
    });
  }
  const own = { role: "supervisor", personKey: await personOf(account.id) } as const;
  const itself = await world.makeStaff(own);
  expect(await itself.call(confirmEnrolment, { params })).toMatchObject({
    code: "staff_own_account",
  });
  const elsewhere = await world.makeStaff({ role: "supervisor", officeId: 2n });
  expect(await elsewhere.call(confirmEnrolment, { params })).toMatchObject({ code: "not_found" });
  expect(await signIn()).toMatchObject({ code: "staff_login_incorrect" });

  const witness = await world.makeStaff({ role: "supervisor", officeId: 1n });
  expect(await witness.call(confirmEnrolment, { params })).toMatchObject({ status: true });
  expect(await signIn()).toMatchObject({ status: true });
  const events = await world.app.db
    .selectFrom("audit_event")
    .select(["actor_kind", "actor"])
    .where("object", "=", `staff:${account.username}`)
    .where("action", "=", "enrolment_confirmed")
    .execute();
  expect(events).toEqual([{ actor_kind: "staff", actor: witness.username }]);
});

async function personOf(id: bigint): Promise<string> {
  const found = world.app.db.selectFrom("staff").select("person_key").where("id", "=", id);
  return (await found.executeTakeFirstOrThrow()).person_key;
}

test("S131 the one who approved an account does not hand out its code, nor one whose branch is narrower than its roles", async () => {
  const checker = await world.makeStaff({ role: "supervisor", officeId: null });
  const account = await makeWaiting("P-NOBODY", 1n, { approvedBy: checker.personKey });
  const params = { staffId: String(account.id) };
  expect(await checker.call(issueEnrolmentCode, { params })).toMatchObject({
    code: "enrolment_handled_by_you",
  });
  const everywhere = { role: "auditor", office_id: null, granted_at: world.app.now() };
  await world.app.db
    .insertInto("staff_role")
    .values({ staff_id: account.id, ...everywhere })
    .execute();
  const ofBranch = await world.makeStaff({ role: "supervisor", officeId: 1n });
  expect(await ofBranch.call(issueEnrolmentCode, { params })).toMatchObject({
    code: "not_your_role",
  });
  const other = await world.makeStaff({ role: "supervisor", officeId: null });
  await enrolBy(other, account);
  expect(await ofBranch.call(confirmEnrolment, { params })).toMatchObject({
    code: "not_your_role",
  });
  expect(await checker.call(confirmEnrolment, { params })).toMatchObject({ status: true });
});

test("S129 a code is wrong for another account, after a day, and once a newer one was made", async () => {
  const admin = await world.makeStaff({ role: "administrator", officeId: null });
  const { id, username } = await makeWaiting();
  const other = await makeWaiting();
  const issue = async () => {
    const answer = await admin.call(issueEnrolmentCode, { params: { staffId: String(id) } });
    if (!answer.status) throw new Error(answer.message);
    return answer.result.code;
  };
  const first = await issue();
  const newer = await issue();
  expect(await start(username, first)).toMatchObject({ code: "enrolment_incorrect" });
  expect(await start(other.username, newer)).toMatchObject({ code: "enrolment_incorrect" });
  expect(await start("nobody.at.all", newer)).toMatchObject({ code: "enrolment_incorrect" });
  expect(await start(username, newer)).toMatchObject({ status: true });
  world.passSeconds(24 * 60 * 60);
  expect(await start(username, newer)).toMatchObject({ code: "enrolment_incorrect" });
});

test("S129 an account that is open takes no enrolment, and guesses close the name", async () => {
  const admin = await world.makeStaff({ role: "administrator", officeId: null });
  const open = await world.makeStaff({ role: "teller" });
  const params = { staffId: String(open.id) };
  expect(await admin.call(issueEnrolmentCode, { params })).toMatchObject({
    code: "enrolment_not_open",
  });
  const { username } = await makeWaiting();
  const guesses = [];
  for (const guess of ["0000-0000-0001", "0000-0000-0002", "0000-0000-0003", "0000-0000-0004"]) {
    guesses.push(await start(username, guess));
  }
  expect(guesses.map((answer) => !answer.status && answer.code)).toEqual([
    "enrolment_incorrect",
    "enrolment_incorrect",
    "staff_login_suspended",
    "staff_login_suspended",
  ]);
});

test("S130 a supervisor of a branch sees the accounts of that branch, the auditor all", async () => {
  const teller = await world.makeStaff({ role: "teller", officeId: 7n });
  const far = await world.makeStaff({ role: "teller", officeId: 8n });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 7n });
  const auditor = await world.makeStaff({ role: "auditor", officeId: null });
  const namesFor = async (reader: typeof auditor, query = {}) => {
    const answer = await reader.call(getStaffAccounts, { query });
    if (!answer.status) throw new Error(answer.message);
    return answer.result.rows.map(({ username }) => username);
  };
  const ofBranch = await namesFor(supervisor);
  expect(ofBranch.toSorted()).toEqual([supervisor.username, teller.username].toSorted());
  expect(await namesFor(auditor, { search: far.username })).toEqual([far.username]);
  expect(await namesFor(supervisor, { search: far.username })).toEqual([]);
  expect(await namesFor(supervisor, { search: "%" })).toEqual([]);
  expect(await namesFor(auditor, { search: teller.personKey, role: "teller" })).toEqual([
    teller.username,
  ]);
  expect(await namesFor(auditor, { search: teller.personKey, role: "auditor" })).toEqual([]);
});
