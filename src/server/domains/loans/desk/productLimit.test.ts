import { expect, test } from "vitest";
import { isTooOld, limitOf, takeHomeFloor, takenOf } from "./productLimit.ts";

const facts = {
  pay: 30_000_00n,
  deductions: 4_000_00n,
  collateral: 100_000_01n,
  deposits: 20_000_00n,
  capital: 50_000_00n,
  freeCapital: 45_000_00n,
};
const MOST = 2_000_000_00n;

test.each([
  ["SL", 12n * 30_000_00n + 70_000_00n],
  ["EM", 60_000_00n],
  ["AS", 13n * 30_000_00n + 70_000_00n],
  ["BL", 40_500_00n],
  ["PL", 360_000_00n],
  ["OP", 180_000_00n],
  ["MT", 80_000_00n],
  ["BL-PVL", 70_000_00n],
  ["AL", MOST],
])("the limit of %s is its rule's, cut to whole centavos", (product, limit) => {
  expect(limitOf(product, MOST, facts)).toBe(limit);
});

test("no rule goes beyond what the product allows at most", () => {
  expect(limitOf("SL", 100_000_00n, facts)).toBe(100_000_00n);
});

test("what must be left of the pay is the floor; of a pension 40 percent for an additional loan", () => {
  expect(takeHomeFloor("SL", 5_000_00n, facts)).toBe(5_000_00n);
  expect(takeHomeFloor("AP", null, facts)).toBe(12_000_00n);
  expect(takeHomeFloor("BL", null, facts)).toBeNull();
});

test("a pension loan ends before the member is 76, to the day", () => {
  expect(isTooOld(75, "1953-06-16", "2029-06-15")).toBe(false);
  expect(isTooOld(75, "1953-06-16", "2029-06-16")).toBe(true);
  expect(isTooOld(null, "1930-01-01", "2029-06-16")).toBe(false);
});

test("whose day of birth is not known may be too old, where an age counts", () => {
  expect(isTooOld(75, null, "2029-06-16")).toBe(true);
  expect(isTooOld(null, null, "2029-06-16")).toBe(false);
});

test.each([
  ["SL", 300n],
  ["AL", 300n],
  ["BL", 200n],
  ["BL-VL", 0n],
])("other loans of %s take their part of its limit", (product, taken) => {
  expect(takenOf(product, { lent: 100n, underWay: 200n })).toBe(taken);
});
