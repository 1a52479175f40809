import { expect, test } from "vitest";
import { mannWhitneyP, median } from "./statistics.ts";

test("S021 the median is the middle of what was measured", () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("S021 the test of the enumeration finds a difference where there is one, and none where there is none", () => {
  const even = Array.from({ length: 300 }, (_, i) => 50 + (i % 100));
  expect(mannWhitneyP(even, even)).toBeGreaterThan(0.99);
  expect(
    mannWhitneyP(
      even,
      even.map((value) => value + 10),
    ),
  ).toBeLessThan(0.001);
  expect(mannWhitneyP([1, 1, 1], [1, 1, 1])).toBe(1);
  // The worked example in the documentation of SciPy's mannwhitneyu: U = 17.
  const [males, females] = [
    [19, 22, 16, 29, 24],
    [20, 11, 17, 12],
  ];
  expect(mannWhitneyP(males, females)).toBeCloseTo(0.111_346_886, 6);
});
