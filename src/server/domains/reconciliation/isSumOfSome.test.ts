import { expect, test } from "vitest";
import { isSumOfSome } from "./isSumOfSome.ts";

test("a difference is explained by some of what is under way, each once", () => {
  expect(isSumOfSome(0n, [])).toBe(true);
  expect(isSumOfSome(-30n, [-10n, -20n, 5n])).toBe(true);
  expect(isSumOfSome(-25n, [-10n, -20n, 5n])).toBe(true);
  expect(isSumOfSome(10n, [-10n, -20n])).toBe(false);
  expect(isSumOfSome(-20n, [-10n])).toBe(false);
});

test("more than twelve under way explain nothing, and take no time to say so", () => {
  const many = Array.from({ length: 200 }, () => -2_500n);
  expect(isSumOfSome(-5_000n, many)).toBe(false);
  expect(isSumOfSome(-5_000n, many.slice(0, 12))).toBe(true);
});
