import { expect, test } from "vitest";
import { bankingDays } from "./bankingDays.ts";
import { pesonetCycle } from "./pesonetCycles.ts";

/** Closed days of the vectors' months (Proclamation 1006; 2027 projected). */
const closed = [
  "2026-04-02",
  "2026-04-03",
  "2026-04-04",
  "2026-04-09",
  "2026-11-30",
  "2026-12-08",
  "2026-12-24",
  "2026-12-25",
  "2026-12-30",
  "2026-12-31",
  "2027-01-01",
  "2027-03-25",
  "2027-03-26",
  "2027-03-27",
];
const days = bankingDays(closed);

test.each([
  ["2026-11-20T08:59:59", "2026-11-20", 1, "14:00", "2026-11-24"],
  ["2026-11-20T14:59:59", "2026-11-20", 2, "18:00", "2026-11-24"],
  ["2026-11-21T10:00:00", "2026-11-23", 1, "14:00", "2026-11-24"],
  ["2026-11-23T00:00:00", "2026-11-23", 1, "14:00", "2026-11-25"],
  ["2026-11-30T08:00:00", "2026-12-01", 1, "14:00", "2026-12-02"],
  ["2026-12-08T08:00:00", "2026-12-09", 1, "14:00", "2026-12-10"],
  ["2026-12-29T15:00:01", "2027-01-04", 1, "14:00", "2027-01-05"],
  ["2026-04-01T15:00:00", "2026-04-06", 1, "14:00", "2026-04-07"],
  ["2026-02-25T08:00:00", "2026-02-25", 1, "14:00", "2026-02-27"],
  ["2027-03-24T15:00:00", "2027-03-29", 1, "14:00", "2027-03-30"],
])(
  "S104 ordered at %s: cleared on %s in cycle %i, by %s, at the latest %s",
  (submitted, day, no, creditBy, latest) => {
    const cycle = pesonetCycle(days, new Date(`${submitted}+08:00`));
    expect(cycle).toEqual({ day, no, creditBy, latest });
  },
);

test("S104 banking days are Monday to Friday without closed days", () => {
  expect(days.isBankingDay("2026-11-20")).toBe(true);
  expect(days.isBankingDay("2026-11-21")).toBe(false);
  expect(days.isBankingDay("2026-11-30")).toBe(false);
  expect(days.isBankingDay("2026-02-25")).toBe(true);
  expect(days.add("2026-11-28", 0)).toBe("2026-12-01");
  expect(days.add("2026-12-22", 3)).toBe("2026-12-29");
});

test.each([
  ["11:59:59", "07:00:00", { day: "2026-11-20", no: 1 }],
  ["11:59:59", "13:00:00", { day: "2026-11-23", no: 1 }],
  ["15:00:00", "13:00:00", { day: "2026-11-20", no: 2 }],
  ["08:00:00", "07:00:00", { day: "2026-11-23", no: 1 }],
])("S104 work suspended from %s, ordered at %s", (closedFrom, at, expected) => {
  const suspended = bankingDays(closed, new Map([["2026-11-20", closedFrom]]));
  const cycle = pesonetCycle(suspended, new Date(`2026-11-20T${at}+08:00`));
  expect(cycle).toMatchObject(expected);
  expect(suspended.isBankingDay("2026-11-20")).toBe(true);
});
