import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, sendOtp } from "#contract/auth.ts";
import { freezeAccount } from "#contract/freeze.ts";
import { getDashboard } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getSafety } from "#contract/safety.ts";
import {
  closeMemberAccess,
  freezeByNumber,
  freezeMember,
  lockMemberCard,
} from "#contract/staff/memberActions.ts";
import { getMemberCard, getMemberFile } from "#contract/staff/members.ts";
import { cutPesonetBatches } from "#server/domains/transfers/rails/cutPesonetBatch.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { atIssuer } from "#test/support/cardUse.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { newBrowser } from "#test/support/browser.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide, trail } from "#test/support/requestActs.ts";
import { manila, sweepRails, transferRow } from "#test/support/railWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { givePasskey, signInBy } from "#test/support/passkeyActs.ts";
import { fault } from "#test/support/transferActs.ts";

let world: World;
let teller: TestStaff;
let supervisor: TestStaff;
beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "500" });
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
});
afterAll(() => world.close());
beforeEach(async () => {
  await fault(world, "ok");
  await world.app.db.deleteFrom("throttle").execute();
});

async function enter(card: { memberLocked?: boolean; adminLocked?: boolean } = {}) {
  const member = await world.makeMember({ officeId: 1n, card: { balance: 1_000_00n, ...card } });
  return { member, browser: await world.signIn(member) };
}
type Entered = Awaited<ReturnType<typeof enter>>;

async function freeze({ browser }: Entered) {
  const answer = await world.call(freezeAccount, {}, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

const signIn = ({ username, password }: { username: string; password: string }) =>
  world.call(login, { body: { username, password } }, newBrowser());

const lift = (memberGuid: string) => ({
  kind: "lift_freeze" as const,
  payload: { memberGuid, identityDocument: "UMID ending 1234" },
});

async function liftBy(memberGuid: string) {
  await approve(supervisor, await asked(teller, lift(memberGuid)));
}

test("S200 one press ends it all: session, sign-in and codes are over, the card is locked, and the member is told", async () => {
  const who = await enter();
  const sending = acts.toBank("instapay", "100.00");
  const approval = await acts.approveSending(world, who.member, who.browser, sending);
  expect(await freeze(who)).toMatchObject({
    wasFrozen: false,
    endedSessions: 1,
    card: "locked",
    comingBack: [],
  });
  const late = await acts.orderSending(world, who.browser, sending, approval, "order-after-freeze");
  expect(late).toMatchObject({ httpStatus: 401 });
  const home = { params: { guid: who.member.guid } };
  expect(await world.call(getDashboard, home, who.browser)).toMatchObject({ httpStatus: 401 });
  const intent = { body: { memberGuid: who.member.guid, intent: sending } };
  expect(await world.call(sendOtp, intent, who.browser)).toMatchObject({ httpStatus: 401 });
  expect(await signIn(who.member)).toMatchObject({
    httpStatus: 409,
    code: "access_frozen",
    message: expect.stringContaining("Your money is safe"),
  });
  expect(await atIssuer(world, who.member)).toMatchObject({ freezeLocked: true });
  const [text] = await world.textsTo(who.member.mobileNumber ?? "");
  expect(text).toContain("your account is frozen since");
  expect(await trail(world, `member:${who.member.guid}`)).toContain(
    `${who.member.guid}: access_frozen`,
  );
});

test("S200 a stranger with a wrong password hears of no freeze", async () => {
  const who = await enter();
  await freeze(who);
  const answer = await signIn({ ...who.member, password: "not it at all" });
  expect(answer).toMatchObject({ httpStatus: 400, code: "login_incorrect" });
});

test("S201 PESONet orders in no file come back with their fee; what is in a file goes on, and money still comes in", async () => {
  const who = await enter();
  const sent = await acts.send(world, who.member, who.browser, acts.toBank("pesonet", "100.00"));
  await drainJobs(world.app);
  world.passSeconds(61);
  const answer = await freeze(who);
  expect(answer.comingBack).toEqual([{ refNo: sent, total: 110_00n }]);
  await sweepRails(world);
  expect((await transferRow(world, sent)).state).toBe("returned");
  expect(await cutPesonetBatches(world.app)).toBe(0);
  const balance = () =>
    world.app.db
      .selectFrom("card as c")
      .innerJoin("ledger_account as l", "l.id", "c.ledger_account_id")
      .select("l.available_centavos")
      .where("c.member_id", "=", who.member.id)
      .executeTakeFirstOrThrow();
  expect((await balance()).available_centavos).toBe(1_000_00n);

  const other = await enter();
  await acts.send(world, other.member, other.browser, acts.toCard(who.member, "25.00"));
  await drainJobs(world.app);
  expect((await balance()).available_centavos).toBe(1_025_00n);

  const filed = await enter();
  const inFile = await acts.send(
    world,
    filed.member,
    filed.browser,
    acts.toBank("pesonet", "50.00"),
  );
  await drainJobs(world.app);
  // The Monday after, when the intake of the first cycle has ended.
  world.setTime(manila("2026-11-23T09:30:00"));
  expect(await cutPesonetBatches(world.app)).toBe(1);
  const later = await world.makeStaff({ role: "fraud_officer", officeId: null });
  const params = { memberGuid: filed.member.guid };
  const body = { channel: "hotline" as const, reason: "A call" };
  expect(await later.call(freezeMember, { params, body })).toMatchObject({
    result: { comingBack: [] },
  });
  expect((await transferRow(world, inFile)).state).toBe("sent");
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
});

test("S201 what InstaPay was not handed comes back too, to the account that it left", async () => {
  const member = await world.makeMember({ officeId: 1n, savings: 1_000_00n, card: {} });
  const who = { member, browser: await world.signIn(member) };
  const from = member.accountNumbers.savings ?? "";
  const sending = acts.toBank("instapay", "100.00", { from });
  const refNo = await acts.send(world, member, who.browser, sending);
  expect((await freeze(who)).comingBack).toEqual([{ refNo, total: 110_00n }]);
  await drainJobs(world.app);
  await sweepRails(world);
  expect(await transferRow(world, refNo)).toMatchObject({ state: "returned", sent_at: null });
  const { rows } = await world.app.pool.query(
    `select l.available_centavos from member_account a join ledger_account l on l.id = a.ledger_account_id
     where a.account_number = $1`,
    [from],
  );
  expect(rows).toEqual([{ available_centavos: 1_000_00n }]);
});

test("S201 the locks of member and staff stay after the freeze has ended; only its own goes", async () => {
  const own = await enter({ memberLocked: true });
  await freeze(own);
  await liftBy(own.member.guid);
  await sweepCardOrders(world.app);
  expect(await atIssuer(world, own.member)).toMatchObject({
    memberLocked: true,
    freezeLocked: false,
  });
  const theirs = await enter();
  await freeze(theirs);
  const params = { memberGuid: theirs.member.guid };
  await teller.call(lockMemberCard, { params, body: { reason: "A report" } });
  await liftBy(theirs.member.guid);
  await sweepCardOrders(world.app);
  expect(await atIssuer(world, theirs.member)).toMatchObject({
    adminLocked: true,
    freezeLocked: false,
  });
  expect(await teller.call(getMemberCard, { params })).toMatchObject({
    result: { card: { isAdminLocked: true, isFreezeLocked: false } },
  });
});

test("S201 while the issuer is silent the freeze holds here, says so, and is brought to the issuer", async () => {
  const who = await enter();
  await fault(world, "timeout");
  expect(await freeze(who)).toMatchObject({ card: "asked" });
  await fault(world, "ok");
  world.passSeconds(30);
  await sweepCardOrders(world.app);
  expect(await atIssuer(world, who.member)).toMatchObject({ freezeLocked: true });
});

test("S202 a teller of any branch freezes, and sees no more of the member for it", async () => {
  const who = await enter();
  const elsewhere = await world.makeStaff({ role: "teller", officeId: 2n });
  const params = { memberGuid: who.member.guid };
  const body = { channel: "office" as const, reason: "Came to the nearest office" };
  expect(await elsewhere.call(freezeMember, { params, body })).toMatchObject({
    result: { endedSessions: 1, wasFrozen: false },
  });
  expect(await elsewhere.call(getMemberFile, { params })).toMatchObject({ code: "not_found" });
});

/** What a teller types who may not open the member's file. */
async function byNumber({ member }: Entered, changes: { lastName?: string } = {}) {
  const { last_name: lastName } = await world.app.db
    .selectFrom("member")
    .select("last_name")
    .where("guid", "=", member.guid)
    .executeTakeFirstOrThrow();
  return {
    // As it is read out and typed.
    membershipNo: member.membershipNo.replaceAll(/\d{4}/g, "$& "),
    lastName: ` ${lastName.toUpperCase()} `,
    channel: "hotline" as const,
    reason: "Called: somebody else has the phone",
    ...changes,
  };
}
const NO_SUCH_MEMBER = { httpStatus: 422, code: "no_such_member" };

test("S202 a teller of another branch freezes by number and last name, and learns nothing of the member", async () => {
  const who = await enter();
  const elsewhere = await world.makeStaff({ role: "teller", officeId: 2n });
  const body = await byNumber(who);
  await acts.send(world, who.member, who.browser, acts.toBank("pesonet", "100.00"));
  const answer = await elsewhere.call(freezeByNumber, { body });
  expect(answer).toMatchObject({ result: { wasFrozen: false, card: "locked", comingBack: 1 } });
  expect(Object.keys(answer.status ? answer.result : {}).toSorted()).toEqual([
    "card",
    "comingBack",
    "wasFrozen",
  ]);
  expect(await signIn(who.member)).toMatchObject({ code: "access_frozen" });
  expect(await trail(world, `member:${who.member.guid}`)).toContain(
    `${elsewhere.username}: access_frozen`,
  );
  expect(await elsewhere.call(freezeByNumber, { body })).toMatchObject({
    result: { wasFrozen: true, comingBack: 0 },
  });
});

test("S202 by number nobody is frozen whose last name is not said, and a miss leaves a trace", async () => {
  const who = await enter();
  const staff = await world.makeStaff({ role: "teller", officeId: 2n });
  const body = await byNumber(who);
  for (const wrong of [
    { ...body, lastName: "Nobody" },
    { ...body, membershipNo: "0000000000000000" },
  ]) {
    expect(await staff.call(freezeByNumber, { body: wrong })).toMatchObject(NO_SUCH_MEMBER);
  }
  expect(await trail(world, "list:members")).toContain(`${staff.username}: call_denied`);
  for (const lastName of [".", "-", "’"]) {
    const answer = await staff.call(freezeByNumber, { body: { ...body, lastName } });
    expect(answer).toMatchObject({ code: "invalid_parameters", errors: [{ param: "lastName" }] });
  }
  const safe = { params: { guid: who.member.guid } };
  expect(await world.call(getDashboard, safe, who.browser)).toMatchObject({ status: true });
});

test("S202 who has one name is frozen by that, and by no sign in place of a name", async () => {
  const who = await enter();
  await world.app.db
    .updateTable("member")
    .set({ first_name: "Bulan", last_name: "" })
    .where("guid", "=", who.member.guid)
    .execute();
  for (const [lastName, expected] of [
    ["٠", NO_SUCH_MEMBER],
    ["bulan", { result: { wasFrozen: false } }],
  ] as const) {
    const body = await byNumber(who, { lastName });
    expect(await teller.call(freezeByNumber, { body })).toMatchObject(expected);
  }
});

test("S202 by number there are twenty tries an hour, and access that staff closed stays closed", async () => {
  const who = await enter();
  const params = { memberGuid: who.member.guid };
  await teller.call(closeMemberAccess, { params, body: { reason: "Left the service" } });
  const hasty = await world.makeStaff({ role: "teller", officeId: 2n });
  const body = await byNumber(who);
  for (let count = 0; count < 20; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- counted one after the other
    expect(await hasty.call(freezeByNumber, { body })).toMatchObject({ code: "access_closed" });
  }
  expect(await hasty.call(freezeByNumber, { body })).toMatchObject({ code: "too_many_requests" });
  expect(await teller.call(freezeByNumber, { body })).toMatchObject({ code: "access_closed" });
});

test("S202 staff freeze with one person and a reason; ending it takes two, and a document that was seen", async () => {
  const who = await enter();
  const params = { memberGuid: who.member.guid };
  const body = { channel: "hotline" as const, reason: "She called: her phone was stolen" };
  expect(await teller.call(freezeMember, { params, body })).toMatchObject({
    result: { endedSessions: 1, card: "locked" },
  });
  expect(await teller.call(freezeMember, { params, body })).toMatchObject({
    result: { wasFrozen: true, endedSessions: 0 },
  });
  expect(await teller.call(getMemberFile, { params })).toMatchObject({
    result: {
      accessClosedFor: "frozen",
      frozen: { by: "hotline", actor: teller.username, reason: body.reason },
      may: { freeze: false, request: expect.arrayContaining(["lift_freeze"]) },
    },
  });
  const unseen = { ...lift(who.member.guid), payload: { ...params, identityDocument: "  " } };
  expect(await ask(teller, unseen)).toMatchObject({ httpStatus: 422 });
  expect(await ask(teller, { kind: "reactivate_member", payload: params })).toMatchObject({
    code: "request_does_not_apply",
  });
  const requestId = await asked(supervisor, lift(who.member.guid));
  expect(await decide(supervisor, requestId)).toMatchObject({ status: false });
  expect(await signIn(who.member)).toMatchObject({ code: "access_frozen" });
  const second = await world.makeStaff({ role: "supervisor", officeId: 1n });
  await approve(second, requestId);
  const row = await world.app.db
    .selectFrom("member_freeze")
    .selectAll()
    .where("member_id", "=", who.member.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    frozen_by: "hotline",
    lifted_how: "office",
    lifted_by: second.username,
    identity_document: "UMID ending 1234",
  });
});

test("S202 whoever comes back proves it by code, is told, and is paused for a day", async () => {
  const who = await enter();
  await freeze(who);
  await liftBy(who.member.guid);
  expect(await world.textsTo(who.member.mobileNumber ?? "")).toContainEqual(
    expect.stringContaining("no longer frozen"),
  );
  const known = { ...who.browser, token: undefined };
  const { username, password, guid } = who.member;
  const answer = await world.call(login, { body: { username, password } }, known);
  expect(answer).toMatchObject({ result: { pinId: expect.any(String) } });
  const browser = await world.signIn(who.member);
  expect(await world.call(getSafety, { params: { guid } }, browser)).toMatchObject({
    result: { pause: { endsAt: expect.any(String) } },
  });
  const notices = await world.call(getNotifications, { params: { guid } }, browser);
  const said = notices.status ? Object.values(notices.results).map(({ message }) => message) : [];
  expect(said).toEqual(
    expect.arrayContaining([
      expect.stringContaining("Your account was frozen on"),
      expect.stringContaining("no longer frozen"),
      expect.stringContaining("no limit goes up"),
    ]),
  );
});

test("S202 a passkey of before the freeze signs nobody in after an office has ended it", async () => {
  const who = await enter();
  const { authenticator } = await givePasskey(world, who);
  await freeze(who);
  await liftBy(who.member.guid);
  expect((await signInBy(world, authenticator)).answer).toMatchObject({ code: "passkey_unknown" });
  const told = await world.textsTo(who.member.mobileNumber ?? "");
  expect(told).toContainEqual(expect.stringContaining("a passkey was removed from your account"));
});

test("S202 what staff closed over a freeze is frozen again when it opens, and the freeze is ended by its own rule", async () => {
  const who = await enter();
  await freeze(who);
  const params = { memberGuid: who.member.guid };
  await teller.call(closeMemberAccess, { params, body: { reason: "A court order" } });
  expect(await ask(teller, lift(who.member.guid))).toMatchObject({
    code: "request_does_not_apply",
  });
  await approve(supervisor, await asked(teller, { kind: "reactivate_member", payload: params }));
  expect(await signIn(who.member)).toMatchObject({ code: "access_frozen" });
  await liftBy(who.member.guid);
  await world.signIn(who.member);
});
