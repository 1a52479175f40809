import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkPush } from "#contract/push.ts";
import { hasJustActed, noteDeed } from "./deeds.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T10:00:00+08:00") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("what the page asks by itself at the login is no deed of the member's, whose news are told", () => {
  noteDeed(checkPush.name);
  expect(hasJustActed()).toBe(false);
  noteDeed("transfer");
  expect(hasJustActed()).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(hasJustActed()).toBe(false);
});
