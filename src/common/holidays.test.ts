import { expect, test } from "vitest";
import { enteredHolidays as entered } from "#test/support/enteredHolidays.ts";
import {
  easterSunday,
  feasts,
  type Holiday,
  holidayCalendar,
  reckonedHolidays,
} from "./holidays.ts";

const calendar = holidayCalendar(entered);
const proclaimed = (day: string, name: string): Holiday => ({
  day,
  name,
  type: "regular",
  isBankingDay: false,
  closedFrom: null,
  isObserved: true,
  isProjected: false,
  basis: "Proclamation",
});

test.each([2026, 2027])(
  "S164 what is reckoned for %i is what is proclaimed or projected, but for the moon's feasts",
  (year) => {
    const moon = /Chinese|Eid/;
    const told = entered
      .filter(({ day, isBankingDay }) => day.startsWith(String(year)) && !isBankingDay)
      .filter(({ name }) => !moon.test(name));
    expect(reckonedHolidays(year).map(({ day, name, type }) => [day, name, type])).toEqual(
      told.map(({ day, name, type }) => [day, name, type]),
    );
  },
);

test.each([
  [2028, "2028-04-16"],
  [2029, "2029-04-01"],
  [2030, "2030-04-21"],
  [2038, "2038-04-25"],
  [2285, "2285-03-22"],
])("S164 Easter of %i is %s", (year, day) => {
  expect(easterSunday(year)).toBe(day);
});

test("S164 years of which nobody entered a day have their feasts, for as long as you like", () => {
  const days = calendar.daysOf(2028).map(({ day, name }) => `${day} ${name}`);
  expect(days).toContain("2028-04-13 Maundy Thursday");
  expect(days).toContain("2028-08-28 National Heroes Day");
  expect(calendar.isClosed("2028-01-01")).toBe(true);
  expect(calendar.isClosed("2031-12-25")).toBe(true);
  expect(calendar.isClosed("2031-12-26")).toBe(false);
  expect(calendar.daysOf(2060)).toHaveLength(17);
});

test("S164 what the staff entered wins: another day of the same feast, one not observed, and a year's proclamation", () => {
  const rows = [
    proclaimed("2029-01-01", "New Year's Day"),
    proclaimed("2029-08-24", "Ninoy Aquino Day"),
    { ...proclaimed("2029-12-08", "The Immaculate Conception"), isObserved: false },
  ];
  const own = holidayCalendar(rows);
  expect(own.isClosed("2029-08-24")).toBe(true);
  expect(own.isClosed("2029-08-21")).toBe(false);
  expect(own.isClosed("2029-12-08")).toBe(false);
  // Named by no law, and not in the year's proclamation.
  expect(own.isClosed("2029-11-02")).toBe(false);
  expect(own.isClosed("2029-11-01")).toBe(true);
});

test("S164 a proclamation that is missing is told from 1 October, and each until it is entered or over", () => {
  expect(calendar.missing("2026-09-30")).toEqual([]);
  expect(calendar.missing("2026-10-01")).toEqual([
    { year: 2027, what: "year" },
    { year: 2027, what: "chinese_new_year" },
    { year: 2027, what: "eid_fitr" },
    { year: 2027, what: "eid_adha" },
  ]);
  const more = holidayCalendar([
    ...entered.filter(({ day }) => day !== "2027-01-01"),
    proclaimed("2027-01-01", "New Year's Day"),
    proclaimed("2027-03-10", "Eid'l Fitr (Feast of Ramadhan)"),
  ]);
  expect(more.missing("2026-12-01").map(({ what }) => what)).toEqual([
    "chinese_new_year",
    "eid_adha",
  ]);
  expect(more.missing("2027-02-20").map(({ what }) => what)).toEqual(["eid_adha"]);
  expect(more.missing("2027-06-20")).toEqual([]);
});

test("S164 a day is confirmed once its year is proclaimed, but for those about a feast that is not", () => {
  expect(calendar.isConfirmed("2026-12-29")).toBe(true);
  expect(calendar.isConfirmed("2027-01-04")).toBe(false);
  expect(calendar.isConfirmed("2028-07-03")).toBe(false);
  const own = holidayCalendar([proclaimed("2028-01-01", "New Year's Day")]);
  const [fitr = ""] = feasts(2028, "eid_fitr");
  expect(fitr).toMatch(/^2028-02-2/);
  expect(own.isConfirmed(fitr)).toBe(false);
  expect(own.isConfirmed("2028-07-03")).toBe(true);
});

test("S164 the feasts of the moon are expected where their calendars have them, twice in some years", () => {
  expect(feasts(2026, "chinese_new_year")).toEqual(["2026-02-17"]);
  // On the 6th by the clock of Manila and Beijing, four minutes before midnight.
  expect(["2027-02-06", "2027-02-07"]).toContain(feasts(2027, "chinese_new_year")[0]);
  expect(feasts(2026, "eid_fitr")).toEqual(["2026-03-20"]);
  expect(feasts(2026, "eid_adha")).toEqual(["2026-05-27"]);
  expect(feasts(2033, "eid_fitr")).toHaveLength(2);
});
