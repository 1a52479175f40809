import { expect, test } from "vitest";
import { systemRandom } from "#server/platform/base/random.ts";
import { retryWait } from "./retryWait.ts";

const CODE_MS = 5 * 60_000;
const NOTICE_MS = 24 * 60 * 60_000;
const draw = (byte: number) => ({ ...systemRandom, bytes: () => Buffer.from([byte]) });

test("R9 a code is tried again within 12.5 seconds for all of its life", () => {
  let passed = 0;
  for (let attempt = 1; passed < CODE_MS; attempt++) {
    const wait = retryWait(attempt, CODE_MS, draw(255));
    expect(wait).toBeGreaterThanOrEqual(1_000);
    expect(wait).toBeLessThanOrEqual(12_500);
    passed += wait;
  }
});

test("R9 waits double, grow to minutes for what can wait, and differ for texts that failed together", () => {
  expect([1, 2, 3, 4].map((attempt) => retryWait(attempt, NOTICE_MS, draw(0)))).toEqual([
    750, 1_500, 3_000, 6_000,
  ]);
  expect(retryWait(400, NOTICE_MS, draw(0))).toBe(225_000);
  expect(retryWait(1, CODE_MS, draw(0))).toBeLessThan(retryWait(1, CODE_MS, draw(255)));
});
