import { expect, test } from "vitest";
import { type Chore, pauseMs } from "./schedule.ts";

const chore = { name: "checks", everyMs: 60_000, run: () => Promise.resolve() };

test("a chore comes at its time, a little later by chance, and runs a tenth of the time at most", () => {
  expect(pauseMs(chore, 10, 0)).toBe(60_000);
  expect(pauseMs(chore, 10, 0.5)).toBe(63_000);
  expect(pauseMs(chore, 30_000, 0)).toBe(270_000);
});

test("a chore that took long, as on a machine that has too much to do, comes again within ten of its periods", () => {
  const sweep: Chore = { name: "sweep", everyMs: 1_000, run: async () => undefined };
  expect(pauseMs(sweep, 20_000, 0)).toBe(10_000);
});
