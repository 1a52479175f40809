import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getMemberSchedules, stopMemberSchedule } from "#contract/staff/memberSchedules.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/scheduleActs.ts";
import { toBank } from "#test/support/sendActs.ts";

let world: World;
let whose: acts.Whose;
let scheduleId: string;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", PAUSE_HOURS: "0" });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(new Date("2026-11-20T09:00:00+08:00"));
  const member = await world.makeMember({ officeId: 1n, card: { balance: 5_000_00n } });
  whose = { member, browser: await world.signIn(member) };
  const due = { repeats: "weekly", first_on: "2026-11-25" } as const;
  ({ scheduleId } = await acts.schedule(world, whose, toBank("instapay", "400.00"), due));
});

type Staff = Awaited<ReturnType<World["makeStaff"]>>;
const of = () => ({ memberGuid: whose.member.guid });
const stop = (staff: Staff, what: "pause" | "end", reason = "Asked on the hotline") =>
  staff.call(stopMemberSchedule, {
    params: { ...of(), scheduleId },
    body: { stop: what, reason },
  });

async function sent() {
  const { rows } = await world.app.pool.query("select 1 from transfer where member_id = $1", [
    whose.member.id,
  ]);
  return rows.length;
}

test("S389 staff see a member's schedules with the end of the payee's account, the next day and what became of the last", async () => {
  await acts.comeTo(world, "2026-11-24T12:00");
  await acts.comeTo(world, "2026-11-25T08:00");
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  const seen = await teller.call(getMemberSchedules, { params: of() });
  expect(seen).toMatchObject({
    result: {
      mayStop: true,
      schedules: [
        {
          scheduleId,
          accountTail: "2671",
          accountName: "Juan Dela Cruz",
          most: 410_00n,
          nextOn: "2026-12-02",
          state: "active",
          days: [{ sendOn: "2026-11-25", state: "sent", refNo: expect.stringMatching(/^IP/) }],
        },
      ],
    },
  });
  expect(JSON.stringify(seen, (_, value) => String(value))).not.toContain("109450542671");
  const auditor = await world.makeStaff({ role: "auditor", officeId: null });
  expect(await auditor.call(getMemberSchedules, { params: of() })).toMatchObject({
    result: { mayStop: false },
  });
});

test("S389 a teller pauses one on a call, with the reason on record: nothing is sent until the member, who is told, resumes it", async () => {
  await acts.comeTo(world, "2026-11-24T12:00");
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  expect(await stop(teller, "pause")).toMatchObject({ status: true });
  expect(await stop(teller, "pause")).toMatchObject({ status: true });
  await acts.comeTo(world, "2026-11-25T08:00");
  expect(await sent()).toBe(0);
  const texts = await world.textsTo(whose.member.mobileNumber ?? "");
  expect(texts.filter((text) => text.includes("our office paused"))).toHaveLength(1);
  const { rows } = await world.app.pool.query(
    "select actor, action, detail from audit_event where action = 'pause_schedule' and object = $1",
    [`member:${whose.member.guid}`],
  );
  expect(rows).toEqual([
    {
      actor: expect.any(String),
      action: "pause_schedule",
      detail: { schedule: scheduleId, reason: "Asked on the hotline" },
    },
  ]);
  await acts.comeTo(world, "2026-11-26T08:00");
  whose = { ...whose, browser: await world.signIn(whose.member) };
  const [paused] = await acts.schedulesOf(world, whose);
  expect(paused).toMatchObject({ state: "paused", pausedFor: "staff" });
  await acts.change(world, whose, scheduleId, { change: "resume" });
  await acts.comeTo(world, "2026-12-02T08:00");
  expect(await sent()).toBe(1);
});

test("S389 the fraud desk ends one of any branch for good", async () => {
  const officer = await world.makeStaff({ role: "fraud_officer", officeId: null });
  expect(await stop(officer, "end")).toMatchObject({ status: true });
  expect(await stop(officer, "pause")).toMatchObject({ code: "schedule_ended" });
  const resumed = await acts.change(world, whose, scheduleId, { change: "resume" });
  expect(resumed).toMatchObject({ code: "schedule_ended" });
  expect((await acts.schedulesOf(world, whose))[0]).toMatchObject({ endedFor: "staff" });
  await acts.comeTo(world, "2026-11-25T08:00");
  expect(await sent()).toBe(0);
});

test("S389 no other branch, no other role and no other member's file stops it, and none without a reason", async () => {
  const elsewhere = await world.makeStaff({ role: "teller", officeId: 2n });
  expect(await stop(elsewhere, "end")).toMatchObject({ status: false });
  for (const role of ["auditor", "card_officer", "loan_officer"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const staff = await world.makeStaff({ role, officeId: role === "auditor" ? null : 1n });
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await stop(staff, "end"), role).toMatchObject({ code: "not_your_role" });
  }
  const teller = await world.makeStaff({ role: "teller", officeId: 1n });
  expect(await stop(teller, "end", " ")).toMatchObject({ status: false });
  const other = await world.makeMember({ officeId: 1n, card: {} });
  const params = { memberGuid: other.guid, scheduleId };
  const body = { stop: "end" as const, reason: "Asked" };
  expect(await teller.call(stopMemberSchedule, { params, body })).toMatchObject({
    code: "not_found",
  });
  expect((await acts.schedulesOf(world, whose))[0]).toMatchObject({ state: "active" });
});
