import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sendOtp } from "#contract/auth.ts";
import { getNotifications } from "#contract/notifications.ts";
import { endAccess } from "#server/domains/access/auth/endAccess.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { transact } from "#server/db/db.ts";
import { type LimitBench, makeLimitBench, type Wish } from "#test/support/limitBench.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as sends from "#test/support/sendActs.ts";
import { assertBooksHold, wrongPin } from "#test/support/transferActs.ts";

const DAY_SECONDS = 24 * 60 * 60;

let world: World;
let at: LimitBench;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());
beforeEach(async () => {
  at = await makeLimitBench(world);
});
afterEach(() => assertBooksHold(world));

test("S211 a raise needs a code for exactly this and holds 24 hours later, to the second; so does having none", async () => {
  await at.set({ limit: "instapay", span: "transfer", amount: "100" });
  const wish: Wish = { limit: "instapay", span: "transfer", amount: "200.00" };
  expect(await at.set(wish)).toMatchObject({ httpStatus: 422, code: "otp_needed" });
  expect(await at.set({ ...wish, amount: "none" })).toMatchObject({ code: "otp_needed" });
  const code = await at.approve(wish);
  expect(await at.set({ ...wish, amount: "200.01" }, code)).toMatchObject({
    code: "otp_not_for_this",
  });
  world.passSeconds(61);
  const texts = await world.textsTo(at.member.mobileNumber ?? "");
  expect(texts[0]).toContain("to set your own limit (InstaPay per transfer) to PHP 200.00");
  const good = await at.approve(wish);
  expect(await at.set(wish, good)).toMatchObject({ status: true });
  expect(await at.set(wish, good)).toMatchObject({ code: "otp_not_for_this" });
  expect(await at.of("instapay")).toMatchObject({
    transfer: { amount: 100_00n, ceiling: 50_000_00n, raise: { amount: 200_00n } },
  });
  const told = await world.textsTo(at.member.mobileNumber ?? "");
  expect(told[0]).toMatch(/your own limit \(InstaPay per transfer\) will be PHP 200\.00 from /);
  const { raise } = (await at.of("instapay")).transfer;
  const startsAt = new Date(raise?.startsAt ?? "").getTime();
  world.setTime(new Date(startsAt - 20_000));
  await at.comeBack(0);
  // The clock stands for a call each: a slow machine does not run past the moment.
  const asOf = async (moment: number) => {
    const { now } = world.app;
    world.app.now = () => new Date(moment);
    const { transfer } = await at.of("instapay").finally(() => (world.app.now = now));
    return transfer;
  };
  expect(await asOf(startsAt - 1)).toMatchObject({ amount: 100_00n });
  expect(await asOf(startsAt)).toMatchObject({ amount: 200_00n, raise: null });
  world.setTime(new Date(startsAt + 1000));
  expect(await at.ordered("instapay", "200.00")).toBe("ok");
  expect(await at.ordered("instapay", "200.01")).toBe("over_own_transfer_limit");
});

test("S211 a lower limit, or the one that is, takes a raise back that does not hold yet", async () => {
  const wish: Wish = { limit: "own", span: "day", amount: "2000.00" };
  await at.set({ ...wish, amount: "1000" });
  await at.set(wish, await at.approve(wish));
  expect(await at.set({ ...wish, amount: "1000" })).toMatchObject({ status: true });
  expect((await at.of("own")).day).toEqual({ amount: 1_000_00n, ceiling: null, raise: null });
  world.passSeconds(61);
  await at.set(wish, await at.approve(wish));
  await at.set({ ...wish, amount: "500" });
  await at.comeBack(DAY_SECONDS + 1);
  expect((await at.of("own")).day).toEqual({ amount: 500_00n, ceiling: null, raise: null });
});

test("S211 a stolen session raises nothing without the phone; nobody sets another's limit", async () => {
  const wish: Wish = { limit: "pesonet", span: "day", amount: "900.00" };
  await at.set({ ...wish, amount: "100" });
  const thief = await world.makeMember({ card: {} });
  const theirs = await world.signIn(thief);
  expect(await at.set({ ...wish, amount: "0" }, {}, theirs)).toMatchObject({ httpStatus: 404 });
  const intent = { kind: "raise_own_limit", ...wish } as const;
  const asked = await world.call(
    sendOtp,
    { body: { memberGuid: at.member.guid, intent } },
    at.browser(),
  );
  if (!asked.status) throw new Error(asked.message);
  const { pinId } = asked.result;
  const pin = await world.codeFor(at.member);
  expect(await at.set(wish)).toMatchObject({ code: "otp_needed" });
  expect(await at.set(wish, { pinId })).toMatchObject({ code: "otp_needed" });
  // Nobody has entered it yet.
  expect(await at.set(wish, { pinId, pin })).toMatchObject({ code: "otp_not_for_this" });
  const wrong = { pinId, pin: wrongPin(pin) };
  for (let time = 0; time < 3; time += 1) {
    expect(await at.set(wish, wrong)).toMatchObject({ httpStatus: 401, code: "otp_incorrect" });
  }
  expect(await at.set(wish, { pinId, pin })).toMatchObject({ code: "otp_used_up" });
  expect((await at.of("pesonet")).day).toMatchObject({ amount: 100_00n, raise: null });
});

test("S211 while a pause runs nothing is raised, with or without a code; lowering goes on", async () => {
  const wish: Wish = { limit: "instapay", span: "day", amount: "900.00" };
  await at.set({ ...wish, amount: "100" });
  const code = await at.approve(wish);
  await transact(world.app.db, (tx) =>
    beginPause(tx, world.app, { memberId: at.member.id, reason: "new_device" }),
  );
  const no = { httpStatus: 409, code: "raise_paused" };
  expect(await at.set(wish, code)).toMatchObject(no);
  expect(await at.set({ ...wish, amount: "none" })).toMatchObject(no);
  const intent = { kind: "raise_own_limit", ...wish } as const;
  const asked = await world.call(
    sendOtp,
    { body: { memberGuid: at.member.guid, intent } },
    at.browser(),
  );
  expect(asked).toMatchObject(no);
  expect((await at.limits()).pausedUntil).not.toBeNull();
  expect(await at.set({ ...wish, amount: "50" })).toMatchObject({ status: true });
});

test("S211 a raise whose time comes in a pause waits for its end; one that held before holds on", async () => {
  const wish: Wish = { limit: "instapay", span: "transfer", amount: "900.00" };
  await at.set({ ...wish, amount: "100" });
  await at.set(wish, await at.approve(wish));
  await at.comeBack(DAY_SECONDS - 600);
  await transact(world.app.db, (tx) =>
    beginPause(tx, world.app, { memberId: at.member.id, reason: "new_device" }),
  );
  await at.comeBack(1200);
  const waiting = await at.of("instapay");
  expect(waiting.transfer).toMatchObject({ amount: 100_00n, raise: { amount: 900_00n } });
  expect(waiting.transfer.raise?.startsAt).toBe((await at.limits()).pausedUntil);
  await at.comeBack(DAY_SECONDS);
  expect((await at.of("instapay")).transfer).toMatchObject({ amount: 900_00n, raise: null });
  await transact(world.app.db, (tx) =>
    beginPause(tx, world.app, { memberId: at.member.id, reason: "new_device" }),
  );
  expect((await at.of("instapay")).transfer).toMatchObject({ amount: 900_00n, raise: null });
});

test("S211 with the access its raises end, and the member is told", async () => {
  const wish: Wish = { limit: "card", span: "day", amount: "900.00" };
  await at.set({ ...wish, amount: "100" });
  await at.set(wish, await at.approve(wish));
  await transact(world.app.db, async (tx) => {
    const { id: memberId } = at.member;
    const moment = await holdMember(tx, world.app, memberId);
    await endAccess(tx, { memberId, at: moment });
  });
  await at.comeBack(DAY_SECONDS + 60);
  expect((await at.of("card")).day).toMatchObject({ amount: 100_00n, raise: null });
  const told = await world.call(
    getNotifications,
    { params: { guid: at.member.guid } },
    at.browser(),
  );
  if (!told.status) throw new Error(told.message);
  const texts = Object.values(told.results).map(({ message }) => message);
  expect(texts.filter((text) => text.includes("will not come"))).toHaveLength(1);
});

test("S212 orders at the same moment over all ways: what passes is what the own limits allow, to the centavo", async () => {
  await at.set({ limit: "instapay", span: "day", amount: "250.00" });
  const approvals = await sends.approvedCodes(
    world,
    { member: at.member, browser: at.browser() },
    sends.toBank("instapay", "100.00"),
    12,
  );
  const twin = await world.makeTwin();
  const answers = await Promise.all(
    approvals.map((approval, index) =>
      sends.orderSending(
        index % 2 === 0 ? world : twin,
        at.browser(),
        sends.toBank("instapay", "100.00"),
        approval,
        `own-limit-${index}`,
      ),
    ),
  );
  const codes = answers.map((answer) => (answer.status ? "ok" : answer.code));
  expect(codes.filter((code) => code === "ok")).toHaveLength(2);
  expect(new Set(codes)).toEqual(new Set(["ok", "over_own_daily_limit"]));
});

test("S212 a limit that is lowered while orders wait: each is before it, or is judged by it", async () => {
  const approvals = await sends.approvedCodes(
    world,
    { member: at.member, browser: at.browser() },
    sends.toBank("instapay", "100.00"),
    10,
  );
  const [lowered, ...answers] = await Promise.all([
    at.set({ limit: "instapay", span: "day", amount: "100.00" }),
    ...approvals.map((approval, index) =>
      sends.orderSending(
        world,
        at.browser(),
        sends.toBank("instapay", "100.00"),
        approval,
        `lowered-${index}`,
      ),
    ),
  ]);
  expect(lowered).toMatchObject({ status: true });
  const sent = answers.filter(({ status }) => status).length;
  const { sentToday } = await at.of("instapay");
  expect(sentToday).toBe(BigInt(sent) * 100_00n);
  expect(await at.ordered("instapay", "100.00")).toBe(sent === 0 ? "ok" : "over_own_daily_limit");
});

test("S212 a raise and an order in the same moment: the order is judged by what holds", async () => {
  const wish: Wish = { limit: "instapay", span: "transfer", amount: "100.00" };
  await at.set({ ...wish, amount: "50" });
  const sending = sends.toBank("instapay", "50.00");
  const approval = await sends.approveSending(world, at.member, at.browser(), sending);
  await world.app.db
    .updateTable("otp_challenge")
    .set({
      intent: JSON.stringify({
        kind: "instapay",
        destination_bank: "1",
        destination_account_number: "109450542671",
        destination_account_name: "Juan Dela Cruz",
        amount: "100.00",
        from: at.member.cardAccountNo,
        fee: "10.00",
        total: "110.00",
      }),
    })
    .where("pin_id", "=", approval.pinId)
    .execute();
  const code = await at.approve(wish);
  const [raised, answer] = await Promise.all([
    at.set(wish, code),
    sends.orderSending(
      world,
      at.browser(),
      sends.toBank("instapay", "100.00"),
      approval,
      "with-a-raise",
    ),
  ]);
  expect(raised).toMatchObject({ status: true });
  expect(answer).toMatchObject({ code: "over_own_transfer_limit" });
});
