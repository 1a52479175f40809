import { expect, test } from "vitest";
import { nextFraction, type Tried } from "./search.ts";

/** What is tried where everything up to `limit` is kept. */
function search(limit: number, first = 1): Tried[] {
  const tried: Tried[] = [];
  for (;;) {
    const fraction = nextFraction(tried, first);
    if (fraction === undefined) return tried;
    tried.push({ fraction, isKept: fraction <= limit });
  }
}

test.each([0.07, 0.3, 0.62, 1, 1.4, 2.9])("a limit of %d is found in a few runs", (limit) => {
  const tried = search(limit);
  const kept = Math.max(...tried.filter(({ isKept }) => isKept).map(({ fraction }) => fraction));
  expect(tried.length).toBeLessThanOrEqual(8);
  expect(limit / kept).toBeLessThan(1.13);
});

test("what is kept throughout ends at four paydays, and what never is ends too", () => {
  expect(search(10).at(-1)).toEqual({ fraction: 4, isKept: true });
  expect(search(0).every(({ isKept }) => !isKept)).toBe(true);
  expect(search(0).length).toBe(8);
});
