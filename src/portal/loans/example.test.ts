import { expect, test } from "vitest";
import { exampleAmount, shownMonths } from "./example.ts";

const RANGE = { minimum: 5_000_00n, maximum: 2_000_000_00n };

test("J06 the example is of what was typed where the loan can be that", () => {
  expect(exampleAmount(RANGE, 150_000_00n)).toBe(150_000_00n);
  expect(exampleAmount(RANGE, RANGE.minimum)).toBe(RANGE.minimum);
  expect(exampleAmount(RANGE, RANGE.maximum)).toBe(RANGE.maximum);
});

test.each([undefined, 0n, 4_999_99n, 2_000_000_01n])("J06 typed %s: a usual amount", (typed) => {
  expect(exampleAmount(RANGE, typed)).toBe(100_000_00n);
});

test("J06 a usual amount is one that the loan can have", () => {
  expect(exampleAmount({ minimum: 300_000_00n, maximum: 3_000_000_00n }, undefined)).toBe(
    300_000_00n,
  );
  expect(exampleAmount({ minimum: 3_000_00n, maximum: 50_000_00n }, undefined)).toBe(50_000_00n);
});

test("J05 the months begin with the term nearest to two years", () => {
  expect(shownMonths([12, 24, 36], "")).toBe(24);
  expect(shownMonths([3, 6, 9, 12, 18], "")).toBe(18);
  expect(shownMonths([36, 48], "")).toBe(36);
});

test("J05 the months that were chosen stay where the loan can have them", () => {
  expect(shownMonths([12, 24, 36], "36")).toBe(36);
  expect(shownMonths([3, 6, 9, 12, 18], "36")).toBe(18);
});
