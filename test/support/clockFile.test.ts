import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeClock } from "#server/platform/base/clock.ts";
import { setClockAhead } from "./clockFile.ts";

const folder = mkdtempSync(path.join(tmpdir(), "clock-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a process in the middle of reading the clock file while it is moved reads the time before, whole", () => {
  const clockFile = path.join(folder, "clock");
  setClockAhead(clockFile, 3_600);
  const reading = openSync(clockFile, "r");
  setClockAhead(clockFile, 7_200);
  expect(readFileSync(reading, "utf8")).toBe("3600");
  closeSync(reading);
  const ahead = makeClock(clockFile)().getTime() - Date.now();
  expect(Math.round(ahead / 60_000)).toBe(120);
});
