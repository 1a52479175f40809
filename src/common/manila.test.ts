import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  endOfManilaDay,
  endOfManilaMonth,
  lastDayOf,
  manilaDate,
  manilaMonth,
} from "./manila.ts";

test("V01 the day changes at midnight in Manila, not in London", () => {
  expect(manilaDate(new Date("2026-11-22T15:59:59.999Z"))).toBe("2026-11-22");
  expect(manilaDate(new Date("2026-11-22T16:00:00.000Z"))).toBe("2026-11-23");
  expect(manilaMonth(new Date("2026-11-30T16:00:00Z"))).toBe("2026-12");
});

test("S174 a day and a month end at midnight in Manila, after the last of their days", () => {
  const ends = (at: string) => [
    endOfManilaDay(new Date(at)).toISOString(),
    endOfManilaMonth(new Date(at)).toISOString(),
  ];
  expect(ends("2026-11-27T15:59:59Z")).toEqual([
    "2026-11-27T16:00:00.000Z",
    "2026-11-30T16:00:00.000Z",
  ]);
  expect(ends("2026-12-30T16:00:00Z")).toEqual([
    "2026-12-31T16:00:00.000Z",
    "2026-12-31T16:00:00.000Z",
  ]);
  expect(ends("2027-01-31T15:00:00Z")).toEqual([
    "2027-01-31T16:00:00.000Z",
    "2027-01-31T16:00:00.000Z",
  ]);
});

test("days are counted over months, years and leap days", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(addDays("2026-11-21", -29)).toBe("2026-10-23");
});

test("months are counted over years, and end on their last day, a leap day too", () => {
  expect([1, 12, -1, 0, 25].map((months) => addMonths("2026-12", months))).toEqual([
    "2027-01",
    "2027-12",
    "2026-11",
    "2026-12",
    "2029-01",
  ]);
  expect(["2026-02", "2028-02", "2026-11", "2026-12"].map(lastDayOf)).toEqual([
    "2026-02-28",
    "2028-02-29",
    "2026-11-30",
    "2026-12-31",
  ]);
});
