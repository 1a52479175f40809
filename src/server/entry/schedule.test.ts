import { expect, test } from "vitest";
import { type Chore, pauseMs, schedule } from "./schedule.ts";

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

test("R6 the books are looked at so often that whatever happens to them is found within a minute", () => {
  const watch = schedule.find(({ name }) => name === "watchInvariants");
  if (watch === undefined) throw new Error("nobody watches the books");
  // Just after a look: its own time, the longest pause that chance makes of it, and the time of the next.
  const tookMs = 2_000;
  expect(tookMs + pauseMs(watch, tookMs, 1) + tookMs).toBeLessThanOrEqual(60_000);
});
