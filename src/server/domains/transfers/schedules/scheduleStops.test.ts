import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freezeAccount } from "#contract/freeze.ts";
import { closeMemberAccess, lockMemberCard } from "#contract/staff/memberActions.ts";
import { getNotifications } from "#contract/notifications.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import * as acts from "#test/support/scheduleActs.ts";
import { approveSending, intentFor, orderSending, toBank } from "#test/support/sendActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
let whose: acts.Whose;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", PAUSE_HOURS: "0" });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(new Date("2026-11-20T09:00:00+08:00"));
  const member = await world.makeMember({
    officeId: 1n,
    savings: 10_000_00n,
    card: { balance: 5_000_00n },
  });
  whose = { member, browser: await world.signIn(member) };
});
afterEach(() => assertBooksHold(world));

const topUp = (amount = "1000.00") =>
  intentFor("own", amount, { member: whose.member, receiver: whose.member });
const comeTo = (at: string) => acts.comeTo(world, at);

/** What became of the member's only schedule, whoever is signed in by then. */
async function only() {
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const [one] = await acts.schedulesOf(world, whose);
  if (one === undefined) throw new Error("there is none");
  return one;
}

async function told(): Promise<string[]> {
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const params = { guid: whose.member.guid };
  const answer = await world.call(getNotifications, { params }, whose.browser);
  if (!answer.status) throw new Error(answer.message);
  return Object.values(answer.results).map(({ message }) => message);
}

async function sent() {
  const { rows } = await world.app.pool.query<{ kind: string; amount: bigint; day: string }>(
    `select kind, amount_centavos as amount, (accepted_at at time zone 'Asia/Manila')::date as day
      from transfer where member_id = $1 order by accepted_at`,
    [whose.member.id],
  );
  return rows;
}

test("S289 a day is skipped, a pause sends nothing and makes up for nothing, and an end is the end", async () => {
  const { scheduleId } = await acts.schedule(world, whose, topUp("100.00"), {
    repeats: "weekly",
    first_on: "2026-11-25",
  });
  const does = async (what: Parameters<typeof acts.change>[3]) => {
    whose = { ...whose, browser: await world.signIn(whose.member) };
    return acts.change(world, whose, scheduleId, what);
  };
  expect(await does({ change: "skip", day: "2026-12-09" })).toMatchObject({ code: "schedule_day" });
  await comeTo("2026-11-24T12:00");
  const skip = { change: "skip", day: "2026-11-25" } as const;
  expect(await does(skip)).toMatchObject({ status: true });
  expect(await does(skip)).toMatchObject({
    result: { next: [{ dueOn: "2026-12-02" }, {}, {}, {}] },
  });
  await comeTo("2026-11-25T08:00");
  expect(await sent()).toEqual([]);
  await comeTo("2026-12-01T12:00");
  expect(await does({ change: "pause" })).toMatchObject({ result: { state: "paused" } });
  expect(await does({ change: "pause" })).toMatchObject({ status: true });
  await comeTo("2026-12-02T08:00");
  await comeTo("2026-12-10T08:00");
  expect(await sent()).toEqual([]);
  expect(await does({ change: "resume" })).toMatchObject({
    result: { state: "active", next: [{ dueOn: "2026-12-16" }, {}, {}, {}] },
  });
  await comeTo("2026-12-16T08:00");
  expect(await sent()).toHaveLength(1);
  await comeTo("2026-12-22T12:00");
  expect(await does({ change: "end" })).toMatchObject({ result: { state: "ended", next: [] } });
  expect(await does({ change: "end" })).toMatchObject({ status: true });
  expect(await does({ change: "resume" })).toMatchObject({ code: "schedule_ended" });
  await comeTo("2026-12-23T08:00");
  expect(await sent()).toHaveLength(1);
});

test("S289 what was announced before a pause is sent when it is resumed in time", async () => {
  const { scheduleId } = await acts.schedule(world, whose, topUp("100.00"), {
    repeats: "once",
    first_on: "2026-11-25",
  });
  await comeTo("2026-11-24T12:00");
  whose = { ...whose, browser: await world.signIn(whose.member) };
  await acts.change(world, whose, scheduleId, { change: "pause" });
  await acts.change(world, whose, scheduleId, { change: "resume" });
  await comeTo("2026-11-25T08:00");
  expect(await sent()).toHaveLength(1);
});

test("S290 a frozen account sends nothing, also after the freeze, until the member resumes it, who is told so", async () => {
  const { scheduleId } = await acts.schedule(world, whose, toBank("instapay", "400.00"), {
    repeats: "weekly",
    first_on: "2026-11-25",
  });
  await comeTo("2026-11-24T12:00");
  whose = { ...whose, browser: await world.signIn(whose.member) };
  await world.call(freezeAccount, {}, whose.browser);
  await comeTo("2026-11-25T08:00");
  expect(await sent()).toEqual([]);
  const texts = await world.textsTo(whose.member.mobileNumber ?? "");
  expect(texts).toContainEqual(expect.stringContaining("your account is frozen"));
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const payload = { memberGuid: whose.member.guid, identityDocument: "UMID ending 1234" };
  await approve(supervisor, await asked(teller, { kind: "lift_freeze", payload }));
  await comeTo("2026-12-01T12:00");
  await comeTo("2026-12-03T08:00");
  expect(await sent()).toEqual([]);
  expect(await only()).toMatchObject({ state: "paused", days: [{ state: "stopped" }] });
  expect(await told()).toContainEqual(expect.stringContaining("scheduled transfers are paused"));
  expect(await acts.change(world, whose, scheduleId, { change: "resume" })).toMatchObject({
    result: { state: "active", next: [{ dueOn: "2026-12-09" }, {}, {}, {}] },
  });
  await comeTo("2026-12-09T08:00");
  expect(await sent()).toHaveLength(1);
});

test("S290 a card that staff lock and an access that they close stop it, each in its own words", async () => {
  await acts.schedule(world, whose, toBank("instapay", "400.00"), {
    repeats: "weekly",
    first_on: "2026-11-25",
  });
  const officer = () => world.makeStaff({ role: "every", officeId: null });
  const lock = { params: { memberGuid: whose.member.guid }, body: { reason: "A lost phone" } };
  expect(await (await officer()).call(lockMemberCard, lock)).toMatchObject({ status: true });
  await comeTo("2026-11-25T08:00");
  expect((await only()).days).toMatchObject([{ reason: "your card cannot be used" }]);
  expect(await (await officer()).call(closeMemberAccess, lock)).toMatchObject({ status: true });
  await comeTo("2026-11-25T10:00");
  expect(await sent()).toEqual([]);
  const { rows } = await world.app.pool.query(
    "select state from transfer_schedule where member_id = $1",
    [whose.member.id],
  );
  expect(rows).toEqual([{ state: "paused" }]);
});

test("S289 a day that is no day of it, before any or after all, is refused", async () => {
  const { scheduleId } = await acts.schedule(world, whose, topUp("100.00"), {
    repeats: "weekly",
    first_on: "2026-11-25",
  });
  for (const day of ["0000-01-01", "2026-11-24", "9999-12-31"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await acts.change(world, whose, scheduleId, { change: "skip", day });
    expect(answer, day).toMatchObject({ code: "schedule_day" });
  }
});

test("S290 a switch that is off holds it back until it is on again, within the day", async () => {
  await acts.schedule(world, whose, topUp("100.00"), { repeats: "weekly", first_on: "2026-11-25" });
  const turn = (state: string) =>
    world.app.db.updateTable("feature").set({ state }).where("name", "=", "ownTransfers").execute();
  await turn("disabled");
  await comeTo("2026-11-25T08:00");
  expect(await sent()).toEqual([]);
  expect(await only()).toMatchObject({ days: [{ reason: "the service is not available" }] });
  await turn("on");
  await comeTo("2026-11-25T09:30");
  expect(await sent()).toHaveLength(1);
});

test("S290 a fee above what was approved is not paid: the schedule stops, and that is told", async () => {
  await acts.schedule(world, whose, toBank("instapay", "500.00"), {
    repeats: "monthly",
    first_on: "2026-11-25",
  });
  const fee = (centavos: bigint) =>
    world.app.db
      .updateTable("transfer_limit")
      .set({ centavos })
      .where("name", "=", "instapay_fee")
      .execute();
  await fee(10_01n);
  await comeTo("2026-11-25T08:00");
  expect(await sent()).toEqual([]);
  expect(await only()).toMatchObject({
    state: "ended",
    endedFor: "fee_changed",
    days: [{ state: "missed", reason: "the fee went up" }],
  });
  expect(await told()).toContainEqual(expect.stringContaining("have stopped: the fee went up"));
  // A lower one is no harm.
  await fee(10_00n);
  await acts.schedule(world, whose, toBank("instapay", "500.00"), {
    repeats: "once",
    first_on: "2026-12-05",
  });
  await fee(5_00n);
  await comeTo("2026-12-05T08:00");
  expect(await sent()).toHaveLength(1);
  await fee(10_00n);
});

test("S291 one approval makes one schedule, of exactly what it was for, and no order that goes now", async () => {
  const order = {
    ...toBank("instapay", "500.00"),
    repeats: "once",
    first_on: "2026-11-25",
  } as const;
  const { member, browser } = whose;
  const approval = await approveSending(world, member, browser, order);
  for (const other of [
    { ...order, amount: "501.00" },
    { ...order, first_on: "2026-11-26" },
    { ...order, repeats: "weekly" as const },
    { ...order, destination_account_number: "109450542672" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- each spends a code
    const answer = await acts.scheduleWith(world, whose, other, { ...approval, pin: approval.pin });
    expect(answer).toMatchObject({ code: "otp_not_for_this_transfer" });
  }
  world.passSeconds(61);
  const again = await approveSending(world, member, browser, order);
  const { repeats: _repeats, first_on: _firstOn, ...now } = order;
  expect(await orderSending(world, browser, now, again, "goes-now-not-then")).toMatchObject({
    code: "otp_not_for_this_transfer",
  });
  world.passSeconds(61);
  const good = await approveSending(world, member, browser, order);
  expect(await acts.scheduleWith(world, whose, order, { ...good, pin: "000001" })).toMatchObject({
    code: "otp_incorrect",
  });
  const first = await acts.scheduleWith(world, whose, order, good);
  const second = await acts.scheduleWith(world, whose, order, good);
  expect(first).toMatchObject({ status: true });
  expect(second).toEqual(first);
  expect(await acts.schedulesOf(world, whose)).toHaveLength(1);
});

test("S291 a great sum to somebody new takes a passkey, by a schedule as at once", async () => {
  const order = {
    ...toBank("instapay", "26000.00"),
    repeats: "once",
    first_on: "2026-11-25",
  } as const;
  await expect(approveSending(world, whose.member, whose.browser, order)).rejects.toThrow(
    /passkey_needed/,
  );
});

test("S291 it begins on a day from tomorrow on, within a year, and of paydays on one", async () => {
  const { member, browser } = whose;
  const asked = (due: object) => approveSending(world, member, browser, { ...topUp(), ...due });
  for (const due of [
    { repeats: "once", first_on: "2026-11-20" },
    { repeats: "once", first_on: "2027-11-25" },
    { repeats: "paydays", first_on: "2026-11-25" },
    { repeats: "once" },
    { first_on: "2026-11-25" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(asked(due)).rejects.toThrow(/schedule_day/);
  }
});

test("S291 an approval with too little money today makes one; to an account of nobody's it does not", async () => {
  const order = toBank("instapay", "20000.00");
  await acts.schedule(world, whose, order, { repeats: "once", first_on: "2026-11-25" });
  world.passSeconds(61);
  const nobody = { kind: "card", destination_account: "100000000001", amount: "100.00" } as const;
  await expect(
    acts.schedule(world, whose, nobody, { repeats: "once", first_on: "2026-11-25" }),
  ).rejects.toThrow(/destination_unknown/);
});

test("S292 nobody reads, changes or makes a schedule of somebody else", async () => {
  const { scheduleId } = await acts.schedule(world, whose, topUp("100.00"), {
    repeats: "weekly",
    first_on: "2026-11-25",
  });
  const other = await world.makeMember({ savings: 100_00n, card: {} });
  const stranger = { member: other, browser: await world.signIn(other) };
  expect(await acts.schedulesOf(world, stranger)).toEqual([]);
  for (const change of ["pause", "resume", "end"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await acts.change(world, stranger, scheduleId, { change });
    expect(answer).toMatchObject({ code: "not_found", httpStatus: 404 });
  }
  const asStranger = { member: whose.member, browser: stranger.browser };
  expect(await acts.change(world, asStranger, scheduleId, { change: "end" })).toMatchObject({
    httpStatus: 404,
  });
  expect((await acts.schedulesOf(world, whose))[0]).toMatchObject({ state: "active" });
});
