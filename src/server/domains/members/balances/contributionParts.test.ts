import fc from "fast-check";
import { expect, test } from "vitest";
import { contributionParts } from "./contributionParts.ts";

test.each([
  ["the first thousand pesos are fixed", [0n, 0n], 600_00n, [600_00n, 0n]],
  ["what is beyond them is free", [600_00n, 0n], 500_00n, [400_00n, 100_00n]],
  ["up to 10,000.00 all of it", [1_000_00n, 9_000_00n - 1n], 1n, [0n, 1n]],
  ["then a tenth of a new high", [1_000_00n, 9_000_00n], 100_00n, [10_00n, 90_00n]],
  ["rounded up", [1_000_00n, 9_000_00n], 1n, [1n, 0n]],
  ["below the highest balance nothing", [2_000_00n, 3_000_00n], 15_000_00n, [0n, 15_000_00n]],
])("of a contribution %s", (_, [fixed = 0n, free = 0n], deposit, [more, rest]) => {
  expect(contributionParts({ fixed, free }, deposit)).toEqual({ fixed: more, free: rest });
});

test("however a contribution is paid in and taken out, a tenth of its highest balance stays fixed", () => {
  const moves = fc.array(fc.tuple(fc.bigInt(1n, 5_000_00n), fc.bigInt(0n, 5_000_00n)), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(moves, (all) => {
      let [fixed, free, highest] = [0n, 0n, 0n];
      for (const [deposit, taken] of all) {
        const parts = contributionParts({ fixed, free }, deposit);
        expect(parts.fixed + parts.free).toBe(deposit);
        fixed += parts.fixed;
        free += parts.free;
        highest = fixed + free > highest ? fixed + free : highest;
        const tenth = (highest + 9n) / 10n;
        const least = highest < 1_000_00n ? highest : 1_000_00n;
        expect(fixed).toBe(tenth > least ? tenth : least);
        free -= taken < free ? taken : free;
      }
    }),
  );
});
