import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Repeats } from "#common/scheduleDays.ts";
import { freezeAccount } from "#contract/freeze.ts";
import { getOutlook } from "#contract/outlook.ts";
import { getMemberSchedules, stopMemberSchedule } from "#contract/staff/memberSchedules.ts";
import { checkBankPayee } from "#contract/payeeChecks.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import * as acts from "#test/support/scheduleActs.ts";
import { intentFor, toBank } from "#test/support/sendActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
let whose: acts.Whose;
let scheduleId: string;

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

const comeTo = (at: string) => acts.comeTo(world, at);

type Order = Parameters<typeof acts.schedule>[2];
const byPesonet: Order = toBank("pesonet", "100.00");

async function schedule(repeats: Repeats, firstOn: string, order = byPesonet) {
  ({ scheduleId } = await acts.schedule(world, whose, order, { repeats, first_on: firstOn }));
}

async function changeTo(change: "pause" | "resume") {
  whose = { ...whose, browser: await world.signIn(whose.member) };
  return acts.change(world, whose, scheduleId, { change });
}

async function only() {
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const [one] = await acts.schedulesOf(world, whose);
  if (one === undefined) throw new Error("there is none");
  return one;
}

async function sentOn(): Promise<string[]> {
  const { rows } = await world.app.pool.query<{ day: string }>(
    `select (accepted_at at time zone 'Asia/Manila')::date as day from transfer where member_id = $1
      order by accepted_at`,
    [whose.member.id],
  );
  return rows.map(({ day }) => day);
}

async function comingOn(): Promise<string[]> {
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const params = { guid: whose.member.guid };
  const answer = await world.call(getOutlook, { params }, whose.browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.coming.map(({ on }) => on);
}

const seenByStaff = (staff: Awaited<ReturnType<World["makeStaff"]>>) =>
  staff.call(getMemberSchedules, { params: { memberGuid: whose.member.guid } });

// Saturday 5 December 2026 is sent on Monday the 7th, the 8th is a holiday.
const SATURDAY = "2026-12-05";
const MONDAY = "2026-12-07";

test.each(["once", "weekly", "monthly"] as const)(
  "S374 a payee who has another name by the day before the send day is paid on it when the member resumes in time: %s",
  async (repeats) => {
    const body = {
      destination_bank: "1",
      destination_account_number: "109450542671",
      destination_account_name: "Juan Dela Cruz",
    };
    await world.call(checkBankPayee, { body }, whose.browser);
    await schedule(repeats, SATURDAY, toBank("pesonet", "100.00", { account: "109450542671" }));
    await comeTo("2026-12-04T12:00");
    await comeTo("2026-12-05T12:00");
    const { verify } = world.app.instapay;
    world.app.instapay.verify = async (question) => {
      const bytes = await verify(question);
      const xml = bytes?.toString("utf8").replace("<Vrfctn>true", "<Vrfctn>false");
      return Buffer.from(xml?.replace("MTCH", "NMTC") ?? "");
    };
    await comeTo("2026-12-06T12:00");
    world.app.instapay.verify = verify;
    const next = { dueOn: SATURDAY, sendOn: MONDAY };
    const [first] = (await only()).next;
    expect(await only()).toMatchObject({ state: "paused", pausedFor: "payee_name", days: [] });
    expect(first).toEqual(next);
    expect(await changeTo("resume")).toMatchObject({ result: { state: "active" } });
    expect((await only()).next[0]).toEqual(next);
    expect((await comingOn())[0]).toBe(MONDAY);
    await comeTo("2026-12-06T12:05");
    await comeTo("2026-12-07T08:00");
    expect(await sentOn()).toEqual([MONDAY]);
  },
);

test("S374 paused and resumed on the due day itself, a freeze and the desk's stop as well, it is sent on its send day", async () => {
  await schedule("once", SATURDAY);
  await comeTo("2026-12-05T12:00");
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  await changeTo("pause");
  expect(await changeTo("resume")).toMatchObject({ result: { state: "active" } });
  const params = { memberGuid: whose.member.guid, scheduleId };
  const body = { stop: "pause", reason: "Asked on the hotline" } as const;
  expect(await teller.call(stopMemberSchedule, { params, body })).toMatchObject({ status: true });
  expect(await seenByStaff(teller)).toMatchObject({
    result: { schedules: [{ state: "paused", nextOn: MONDAY }] },
  });
  await changeTo("resume");
  await world.call(freezeAccount, {}, whose.browser);
  const payload = { memberGuid: whose.member.guid, identityDocument: "UMID ending 1234" };
  await approve(supervisor, await asked(teller, { kind: "lift_freeze", payload }));
  expect(await only()).toMatchObject({ state: "paused", pausedFor: "access" });
  expect(await changeTo("resume")).toMatchObject({
    result: { state: "active", next: [{ dueOn: SATURDAY, sendOn: MONDAY }] },
  });
  await comeTo("2026-12-06T12:00");
  await comeTo("2026-12-07T08:00");
  await comeTo("2026-12-07T12:00");
  expect(await sentOn()).toEqual([MONDAY]);
  expect(await only()).toMatchObject({ state: "ended", endedFor: "done" });
});

test("S374 over the turn of the year: what is due on a day without clearing waits for its send day, however often it is paused", async () => {
  world.setTime(new Date("2026-12-20T09:00:00+08:00"));
  whose = { ...whose, browser: await world.signIn(whose.member) };
  // 24, 25, 30, 31 December and 1 January are holidays, 26 and 27 December, 2 and 3 January a weekend.
  await schedule("weekly", "2026-12-24");
  await comeTo("2026-12-24T12:00");
  await changeTo("pause");
  await comeTo("2026-12-26T12:00");
  expect((await only()).next.slice(0, 2)).toEqual([
    { dueOn: "2026-12-24", sendOn: "2026-12-28" },
    { dueOn: "2026-12-31", sendOn: "2027-01-04" },
  ]);
  await changeTo("resume");
  await comeTo("2026-12-27T12:00");
  await comeTo("2026-12-28T08:00");
  expect(await sentOn()).toEqual(["2026-12-28"]);
  await changeTo("pause");
  await comeTo("2027-01-02T12:00");
  await changeTo("resume");
  await comeTo("2027-01-03T12:00");
  await comeTo("2027-01-04T08:00");
  expect(await sentOn()).toEqual(["2026-12-28", "2027-01-04"]);
  // A day whose send day passed in a pause is not made up for; one that is still to be sent is found behind it.
  await comeTo("2027-01-06T12:00");
  await changeTo("pause");
  await comeTo("2027-01-30T12:00");
  expect(await changeTo("resume")).toMatchObject({
    result: { next: [{ dueOn: "2027-02-04" }, {}, {}, {}] },
  });
});

test("S374 resumed on the day on which it is sent it goes that day, announced before the pause or not; a day later it does not", async () => {
  const topUp = intentFor("own", "100.00", { member: whose.member, receiver: whose.member });
  await schedule("weekly", "2026-11-25", topUp);
  await changeTo("pause");
  await comeTo("2026-11-25T12:00");
  expect(await only()).toMatchObject({ next: [{ dueOn: "2026-11-25" }, {}, {}, {}] });
  await changeTo("resume");
  await comeTo("2026-11-25T12:05");
  expect(await sentOn()).toEqual(["2026-11-25"]);
  await comeTo("2026-12-01T12:00");
  await changeTo("pause");
  await comeTo("2026-12-02T20:00");
  await changeTo("resume");
  await comeTo("2026-12-02T20:05");
  expect(await sentOn()).toEqual(["2026-11-25", "2026-12-02"]);
  await comeTo("2026-12-08T12:00");
  await changeTo("pause");
  await comeTo("2026-12-10T00:05");
  await changeTo("resume");
  await comeTo("2026-12-10T08:00");
  expect(await sentOn()).toEqual(["2026-11-25", "2026-12-02"]);
  expect((await only()).next[0]).toMatchObject({ dueOn: "2026-12-16" });
});
