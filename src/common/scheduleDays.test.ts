import { expect, test } from "vitest";
import { canBeginOn, dueDaysAfter, paydayAfter } from "./scheduleDays.ts";

test.each([
  ["once", "2026-12-05", "2026-11-29", ["2026-12-05"]],
  ["once", "2026-12-05", "2026-12-05", []],
  ["weekly", "2026-12-25", "2026-11-29", ["2026-12-25", "2027-01-01", "2027-01-08"]],
  ["weekly", "2026-12-04", "2026-12-20", ["2026-12-25", "2027-01-01", "2027-01-08"]],
  ["monthly", "2027-01-31", "2026-12-31", ["2027-01-31", "2027-02-28", "2027-03-31"]],
  ["monthly", "2028-01-30", "2028-01-30", ["2028-02-29", "2028-03-30", "2028-04-30"]],
  ["monthly", "2026-12-10", "2027-02-10", ["2027-03-10", "2027-04-10", "2027-05-10"]],
  ["paydays", "2026-12-15", "2026-11-29", ["2026-12-15", "2026-12-31", "2027-01-15"]],
  ["paydays", "2026-11-30", "2027-02-20", ["2027-02-28", "2027-03-15", "2027-03-31"]],
] as const)("%s from %s, after %s", (repeats, firstOn, after, days) => {
  expect(dueDaysAfter({ repeats, firstOn }, after, 3)).toEqual(days);
});

test("no day of four years is skipped or comes twice, however a month ends", () => {
  for (const firstOn of ["2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31"]) {
    const months = dueDaysAfter({ repeats: "monthly", firstOn }, "2026-12-01", 48).map((day) =>
      day.slice(0, 7),
    );
    expect(new Set(months).size).toBe(48);
    expect([months[0], months.at(-1)]).toEqual(["2026-12", "2030-11"]);
  }
});

test("paydays are the 15th and the last of a month, and a schedule of them begins with one", () => {
  expect(paydayAfter("2027-02-15")).toBe("2027-02-28");
  expect(paydayAfter("2027-02-28")).toBe("2027-03-15");
  expect(canBeginOn({ repeats: "paydays", firstOn: "2027-02-28" })).toBe(true);
  expect(canBeginOn({ repeats: "paydays", firstOn: "2027-03-30" })).toBe(false);
  expect(canBeginOn({ repeats: "monthly", firstOn: "2027-03-30" })).toBe(true);
});
