import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import { formatPesos } from "#common/money.ts";
import { login } from "#contract/auth.ts";
import { setWithdrawalLimit } from "#contract/cardSettings.ts";
import { getBalances } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import {
  closeMemberAccess,
  endMemberSessions,
  issueMemberCode,
} from "#contract/staff/memberActions.ts";
import { getMemberAccess, getMemberFile, getMemberTrail } from "#contract/staff/members.ts";
import { startRaisedLimits } from "#server/domains/cards/withdrawalLimit/startRaisedLimits.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { transact } from "#server/db/db.ts";
import { newBrowser } from "#test/support/browser.ts";
import { approveWith, atIssuer } from "#test/support/cardUse.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { startSignUp, enterCode } from "#test/support/signUpActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide, trail } from "#test/support/requestActs.ts";
import { approveSending, orderSending, send, toBank, toCard } from "#test/support/sendActs.ts";

let world: World;
let teller: TestStaff;
let fraud: TestStaff;
let supervisor: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
  fraud = await world.makeStaff({ role: "fraud_officer", officeId: null });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const REASON = "Member called: her phone was stolen";
const close = (staff: TestStaff, { guid }: { guid: string }, reason = REASON) =>
  staff.call(closeMemberAccess, { params: { memberGuid: guid }, body: { reason } });

const enter = (username: string, password: string) =>
  world.call(login, { body: { username, password } }, newBrowser());

async function fileOf(staff: TestStaff, { guid }: TestMember) {
  const answer = await staff.call(getMemberFile, { params: { memberGuid: guid } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

test("S150 a teller on the phone closes the access at once: session, sign-in, codes and counter code are over", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { balance: 500_00n } });
  const browser = await world.signIn(member);
  const sending = toBank("instapay", "100.00");
  const approval = await approveSending(world, member, browser, sending);
  expect(await close(teller, member)).toMatchObject({ status: true });

  const late = await orderSending(world, browser, sending, approval, "order-after-closing");
  expect(late).toMatchObject({ httpStatus: 401, message: "Session Expired" });
  const codes = await world.app.db
    .selectFrom("otp_challenge")
    .select("pin_id")
    .where("member_id", "=", member.id)
    .where("closed_at", "is", null)
    .execute();
  expect(codes).toEqual([]);
  const access = await supervisor.call(getMemberAccess, { params: { memberGuid: member.guid } });
  expect(access).toMatchObject({
    result: {
      sessions: [{ endedReason: "staff" }],
      devices: [{ forgottenAt: expect.any(String) }],
    },
  });
  expect(await enter(member.username, member.password)).toMatchObject({
    httpStatus: 409,
    code: "access_closed",
    message: expect.stringContaining(hotline),
  });
});

test("S150 only the right password hears of it: to a stranger it is a wrong password like any other", async () => {
  const closed = await world.makeMember({ officeId: 1n });
  await close(teller, closed);
  const open = await world.makeMember({ officeId: 1n });
  const told = async (username: string) => {
    const { httpStatus, body } = await world.callRaw(login, {
      body: { username, password: "not it at all" },
    });
    return { httpStatus, ...body, correlationId: "" };
  };
  expect(await told(closed.username)).toEqual(await told(open.username));
});

test("S150 the member is told in their language, by text and in the portal, once", async () => {
  const member = await world.makeMember({ officeId: 1n, language: "fil" });
  await close(fraud, member);
  await close(teller, member, "Again");
  const texts = await world.textsTo(member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("isinara namin ang online access"))).toHaveLength(1);
  expect(texts[0]).toContain(brand.phone);
  const params = { memberGuid: member.guid };
  await approve(supervisor, await asked(teller, { kind: "reactivate_member", payload: params }));
  const browser = await world.signIn(member);
  const notes = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  const said = notes.status ? Object.values(notes.results).map(({ message }) => message) : [];
  expect(said.filter((one) => one.includes("online access"))).toEqual([
    expect.stringContaining("closed your online access"),
    expect.stringContaining("opened your online access again"),
  ]);
  expect(await world.textsTo(member.mobileNumber ?? "")).toContainEqual(
    expect.stringContaining("binuksan ulit"),
  );
});

test("S150 money still comes in, and what was under way is carried out", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { balance: 500_00n } });
  const sender = await world.makeMember({ card: { balance: 500_00n } });
  const browser = await world.signIn(member);
  await send(world, member, browser, toBank("instapay", "100.00"));
  await close(teller, member);
  const from = await world.signIn(sender);
  await send(world, sender, from, toCard(member, "50.00"));
  await drainJobs(world.app);
  const states = await world.app.db
    .selectFrom("transfer")
    .select("state")
    .where("member_id", "in", [member.id, sender.id])
    .execute();
  expect(states.map(({ state }) => state)).toEqual(["credited", "credited"]);
  await approve(
    supervisor,
    await asked(teller, { kind: "reactivate_member", payload: { memberGuid: member.guid } }),
  );
  const again = await world.signIn(member);
  const balances = await world.call(getBalances, { params: { guid: member.guid } }, again);
  expect(balances).toMatchObject({ status: true });
});

test("S150 the file and the trail say who closed it and why, and offer the way back", async () => {
  const member = await world.makeMember({ officeId: 1n });
  expect(await fileOf(teller, member)).toMatchObject({
    accessClosedFor: "",
    accessClosed: null,
    may: { closeAccess: true },
  });
  await close(fraud, member);
  expect(await fileOf(teller, member)).toMatchObject({
    status: "suspended",
    accessClosedFor: "staff",
    accessClosed: { by: fraud.username, reason: REASON, at: expect.any(String) },
    may: { closeAccess: false, request: expect.arrayContaining(["reactivate_member"]) },
  });
  const auditor = await world.makeStaff({ role: "auditor", officeId: null });
  const params = { memberGuid: member.guid };
  const answer = await auditor.call(getMemberTrail, { params, query: {} });
  expect(answer.status && answer.result.rows).toContainEqual(
    expect.objectContaining({
      actor: fraud.username,
      action: "access_closed",
      detail: expect.stringContaining(REASON),
    }),
  );
});

test("S150 opening again takes another person than the one who asks, also where the fraud officer closed it", async () => {
  const member = await world.makeMember({ officeId: 1n });
  await close(fraud, member);
  const request = { kind: "reactivate_member" as const, payload: { memberGuid: member.guid } };
  const requestId = await asked(fraud, request);
  expect(await decide(fraud, requestId)).toMatchObject({ code: "request_is_own" });
  expect(await decide(teller, requestId)).toMatchObject({ code: "not_your_role" });
  expect(await enter(member.username, member.password)).toMatchObject({ code: "access_closed" });
  await approve(supervisor, requestId);
  expect(await enter(member.username, member.password)).toMatchObject({ status: true });
  expect(await trail(world, `member:${member.guid}`)).toEqual(
    expect.arrayContaining([
      `${fraud.username}: access_closed`,
      `${supervisor.username}: reactivate_member`,
    ]),
  );
  expect(await ask(fraud, request)).toMatchObject({ code: "request_does_not_apply" });
});

test("S150 a member who never signed up is closed, too: the code from the counter opens no account", async () => {
  const newcomer = await world.makeMember({ officeId: 1n, hasAccount: false });
  const params = { memberGuid: newcomer.guid };
  const issued = await teller.call(issueMemberCode, { params, body: { isIdentityChecked: true } });
  if (!issued.status) throw new Error(issued.message);
  const browser = newBrowser();
  const stage = await startSignUp(world, newcomer.membershipNo, {}, browser);
  await close(teller, newcomer);
  const { code } = issued.result;
  expect(await enterCode(world, stage, code, browser)).toMatchObject({ status: false });
  await approve(supervisor, await asked(teller, { kind: "reactivate_member", payload: params }));
  expect(await enterCode(world, stage, code, browser)).toMatchObject({ status: false });
});

test("S150 no code is handed out at the counter in the moment in which the access is closed", async () => {
  const newcomer = await world.makeMember({ officeId: 1n, hasAccount: false });
  const params = { memberGuid: newcomer.guid };
  const waits = async () => {
    const { rows } = await world.app.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  };
  let isOver = false;
  let issuing: Promise<unknown> | undefined;
  await transact(world.app.db, async (tx) => {
    await tx
      .updateTable("member")
      .set({ status: "suspended", access_closed_for: "staff" })
      .where("id", "=", newcomer.id)
      .execute();
    issuing = teller
      .call(issueMemberCode, { params, body: { isIdentityChecked: true } })
      .finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await waits())).toBe(true);
  });
  expect(await issuing).toMatchObject({ code: "member_closed_by_staff" });
});

test("S150 S130 whose role or branch it is not closes nothing, and a reason is needed", async () => {
  const member = await world.makeMember({ officeId: 1n });
  const elsewhere = await world.makeStaff({ role: "teller", officeId: 2n });
  expect(await close(elsewhere, member)).toMatchObject({ code: "not_found" });
  for (const role of ["card_officer", "loan_officer", "auditor", "administrator"] as const) {
    const staff = await world.makeStaff({ role, officeId: 1n });
    expect(await close(staff, member)).toMatchObject({ code: "not_your_role" });
  }
  expect(await close(teller, member, " ")).toMatchObject({
    httpStatus: 422,
    errors: [{ param: "reason" }],
  });
  expect(await enter(member.username, member.password)).toMatchObject({ status: true });
});

test.each([
  ["access is closed", (clerk: TestStaff, of: TestMember) => close(clerk, of)],
  [
    "all sessions are ended",
    (clerk: TestStaff, { guid }: TestMember) =>
      clerk.call(endMemberSessions, { params: { memberGuid: guid } }),
  ],
] as const)(
  "S150 S083 a raise of the limit that waits for its day is given up when %s, and the member is told",
  async (_, act) => {
    const clerk = await world.makeStaff({ role: "teller", officeId: 1n });
    const member = await world.makeMember({ officeId: 1n, card: { balance: 5_000_00n } });
    const browser = await world.signIn(member);
    const code = await approveWith(world, member, browser, {
      kind: "raise_limit",
      amount: "30000.00",
    });
    const body = { transaction_limit: "30000.00", ...code };
    expect(await world.call(setWithdrawalLimit, { body }, browser)).toMatchObject({
      result: { pendingLimit: { amount: 30_000_00n } },
    });
    const { withdrawalLimit: held } = await atIssuer(world, member);
    expect(await act(clerk, member)).toMatchObject({ status: true });
    world.passSeconds(24 * 60 * 60 + 1);
    await startRaisedLimits(world.app);
    await sweepCardOrders(world.app);
    expect((await atIssuer(world, member)).withdrawalLimit).toBe(held);
    const told = await world.app.db
      .selectFrom("notification")
      .select("params")
      .where("member_id", "=", member.id)
      .where("kind", "=", "limit_raise_dropped")
      .execute();
    expect(told).toEqual([{ params: { amount: formatPesos(30_000_00n) } }]);
  },
);
