import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePercent, percentOf } from "./percent.ts";

test("a percentage is read and written in thousandths of a percent", () => {
  expect(["0", "1", "5.25", "5.2", "12.345", "100"].map(parsePercent)).toEqual([
    0, 1000, 5250, 5200, 12_345, 100_000,
  ]);
  expect([0, 1000, 5250, 5255, 100_000].map(percentOf)).toEqual([
    "0.00",
    "1.00",
    "5.25",
    "5.255",
    "100.00",
  ]);
});

test("what is written is what is read again", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (thousandths) => {
      expect(parsePercent(percentOf(thousandths))).toBe(thousandths);
    }),
  );
});

test.each(["", "-1", "05", "1.2345", "100.001", "1,5", "1e2", "101", "%"])(
  "'%s' is no percentage",
  (text) => {
    expect(parsePercent(text)).toBeUndefined();
  },
);
