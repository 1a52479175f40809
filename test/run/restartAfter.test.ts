import { expect, test } from "vitest";
import { restartAfterMs } from "#scripts/start/superviseChild.ts";

test("R1 a program that served and was killed comes back at once, however often it is killed", () => {
  const served = { servedMs: 2_000 };
  expect(restartAfterMs([served])).toBe(100);
  expect(restartAfterMs(Array.from({ length: 200 }, () => served))).toBe(100);
});

test("a program that does not serve, or ends as soon as it does, is started ever more seldom", () => {
  const broken = { servedMs: 0 };
  const waits = Array.from({ length: 7 }, (_, place) =>
    restartAfterMs(Array.from({ length: place + 1 }, () => broken)),
  );
  expect(waits).toEqual([100, 500, 2_000, 5_000, 15_000, 30_000, 30_000]);
  expect(restartAfterMs([broken, broken, { servedMs: 200 }])).toBe(2_000);
  expect(restartAfterMs([broken, broken, { servedMs: 2_000 }, broken])).toBe(500);
});
