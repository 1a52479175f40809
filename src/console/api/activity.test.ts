import { expect, test } from "vitest";
import { deviceNow } from "#client/clock.ts";
import { lastCountedCallAt, noteCountedCall, noteServerIdle } from "./activity.ts";

test("S051 a page that was loaded anew counts from the server's last counted call, not from its loading", () => {
  const askedAt = deviceNow() + 1;
  noteServerIdle(600, askedAt);
  expect(lastCountedCallAt.get()).toBe(askedAt - 600_000);
});

test("S051 an answer older than a counted call takes no time away", () => {
  const askedAt = deviceNow() - 5000;
  noteCountedCall();
  const counted = lastCountedCallAt.get();
  noteServerIdle(600, askedAt);
  expect(lastCountedCallAt.get()).toBe(counted);
});
