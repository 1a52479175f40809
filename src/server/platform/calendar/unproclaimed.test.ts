import { afterAll, beforeAll, expect, test } from "vitest";
import { getHealth } from "#contract/staff/jobs.ts";
import { getCalendar } from "#contract/staff/operations.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { measureCare } from "#server/entry/measureCare.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

/** The last working hours before a year of which nobody has entered a day. */
const BEFORE_2028 = new Date("2027-12-29T15:30:00+08:00");

async function arrival() {
  const member = await world.makeMember({ card: { balance: 100_00n } });
  const setup = await world.call(getTransferSetup, {}, await world.signIn(member));
  if (!setup.status) throw new Error(setup.message);
  return setup.result;
}

async function missingSeen() {
  const staff = await world.makeStaff({ role: "supervisor", officeId: null });
  const calendar = await staff.call(getCalendar, { query: { year: "2028" } });
  const health = await staff.call(getHealth, {});
  if (!calendar.status || !health.status) throw new Error("no answer");
  expect(health.result.holidaysMissing).toEqual(calendar.result.missing);
  await measureCare(world.app);
  const metrics = await world.app.metrics.registry.metrics();
  expect(metrics).toMatch(
    new RegExp(`^holiday_proclamations_missing\\{.*\\} ${calendar.result.missing.length}$`, "m"),
  );
  const { body } = await world.send({ method: "GET", url: "/health/ready" });
  const { warnings = [] } = body as { warnings?: string[] };
  expect(warnings).toHaveLength(calendar.result.missing.length);
  return { ...calendar.result, warnings };
}

test("S164 after the last year that was entered the feasts of the law hold, and no arrival is promised", async () => {
  world.setTime(BEFORE_2028);
  const setup = await arrival();
  // Rizal Day, the last of the year, New Year and a weekend: reckoned.
  expect(setup.pesonetArrival).toMatchObject({ day: "2028-01-03", cycleNo: 1, isConfirmed: false });
  expect(setup.otherDetails.pesonetReminders).toContain(
    "Thursday, December 30 is no banking day (Rizal Day).",
  );
  const { days, missing, warnings } = await missingSeen();
  expect(days.find(({ day }) => day === "2028-04-14")).toMatchObject({
    name: "Good Friday",
    isBankingDay: false,
    isProjected: true,
    basis: "Republic Act No. 9492",
  });
  expect(missing).toContainEqual({ year: 2028, what: "year" });
  expect(warnings).toContain("holidays of 2028 not proclaimed: year");
});

test("S164 before October nothing is missing of the next year; a proclaimed year is promised again", async () => {
  world.setTime(new Date("2026-09-30T10:00:00+08:00"));
  expect((await missingSeen()).missing).toEqual([]);
  world.setTime(new Date("2026-12-29T15:30:00+08:00"));
  expect((await arrival()).pesonetArrival).toMatchObject({ day: "2027-01-04", isConfirmed: false });
  const maker = await world.makeStaff({ role: "administrator" });
  const checker = await world.makeStaff({ role: "supervisor", officeId: null });
  const payload = {
    day: "2027-01-01",
    name: "New Year's Day",
    type: "regular" as const,
    isBankingDay: false,
    isObserved: true,
    basis: "Proclamation",
  };
  await approve(checker, await asked(maker, { kind: "holiday", payload }));
  expect((await arrival()).pesonetArrival).toMatchObject({ day: "2027-01-04", isConfirmed: true });
  expect((await missingSeen()).missing.map(({ what }) => what)).toEqual([
    "chinese_new_year",
    "eid_fitr",
    "eid_adha",
  ]);
});
