import { expect, test } from "vitest";
import { addDays, manilaDate, manilaMonth } from "./manila.ts";

test("V01 the day changes at midnight in Manila, not in London", () => {
  expect(manilaDate(new Date("2026-11-22T15:59:59.999Z"))).toBe("2026-11-22");
  expect(manilaDate(new Date("2026-11-22T16:00:00.000Z"))).toBe("2026-11-23");
  expect(manilaMonth(new Date("2026-11-30T16:00:00Z"))).toBe("2026-12");
});

test("days are counted over months, years and leap days", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(addDays("2026-11-21", -29)).toBe("2026-10-23");
});
