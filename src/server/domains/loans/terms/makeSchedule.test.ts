import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#common/manila.ts";
import { amortize } from "./amortize.ts";
import { daysBetween, dueOn, firstDueOn } from "./dueDates.ts";
import { interestOfDays, makeSchedule } from "./makeSchedule.ts";

describe("the first instalment is due", () => {
  test.each([
    ["2026-11-01", "2026-11-30", "2026-11-16"],
    ["2026-11-10", "2026-11-30", "2026-11-16"],
    ["2026-11-11", "2026-12-31", "2026-12-16"],
    ["2026-12-31", "2027-01-31", "2027-01-16"],
    ["2027-01-30", "2027-02-28", "2027-02-16"],
    ["2028-02-05", "2028-02-29", "2028-02-16"],
  ])("released on %s: %s, of pensioners %s", (released, monthEnd, sixteenth) => {
    expect(firstDueOn(released, "month_end")).toBe(monthEnd);
    expect(firstDueOn(released, "day_16")).toBe(sixteenth);
  });

  test("and each later one a month after it, on the last day however long the month", () => {
    const days = [1, 2, 3, 4, 13].map((number) => dueOn("2026-12-31", "month_end", number));
    expect(days).toEqual(["2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31", "2027-12-31"]);
    expect(dueOn("2026-12-16", "day_16", 2)).toBe("2027-01-16");
  });
});

test("interest to the first due day counts day by day over 360, half-up", () => {
  // 100,000 at 12 %: 33.3333... a day.
  expect(interestOfDays(100_000_00n, 1_200n, 25)).toBe(833_33n);
  expect(interestOfDays(100_000_00n, 1_200n, 40)).toBe(1_333_33n);
  expect(interestOfDays(100_000_00n, 1_200n, 0)).toBe(0n);
  // 0.005 is rounded up.
  expect(interestOfDays(1_50n, 1_200n, 10)).toBe(1n);
});

test("J06 a schedule has the amortization's principal, its interest but for the first, and a due day a month", () => {
  const released = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays("2025-01-01", days));
  const rule = fc.constantFrom("month_end" as const, "day_16" as const);
  fc.assert(
    fc.property(released, rule, fc.integer({ min: 1, max: 60 }), (releasedOn, due, months) => {
      const terms = { principal: 250_000_00n, annualRate: 1_275n, releasedOn, rule: due };
      const plan = amortize(terms.principal, terms.annualRate, months);
      const schedule = makeSchedule(plan, terms);
      expect(schedule.map(({ principal }) => principal)).toEqual(
        plan.parts.map(({ principal }) => principal),
      );
      expect(schedule.slice(1).map(({ interest }) => interest)).toEqual(
        plan.parts.slice(1).map(({ interest }) => interest),
      );
      const first = schedule[0]?.dueOn ?? "";
      const days = daysBetween(releasedOn, first);
      expect(schedule[0]?.interest).toBe(interestOfDays(terms.principal, 1_275n, days));
      expect(days >= 0 && days <= 51).toBe(true);
      const inMonths = schedule.map(({ dueOn: day }) => day.slice(0, 7));
      expect(new Set(inMonths).size).toBe(months);
      expect(inMonths).toEqual(inMonths.toSorted());
    }),
    { numRuns: 500 },
  );
});
