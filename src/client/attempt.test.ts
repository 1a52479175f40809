import { afterEach, expect, test, vi } from "vitest";
import { refreshSession } from "#contract/auth.ts";
import { getNotifications } from "#contract/notifications.ts";
import { attempt } from "./attempt.ts";
import { online } from "./connection.ts";

afterEach(() => vi.unstubAllGlobals());

test("S308 without a connection nothing that orders is handed to the browser, and the failure says so", async () => {
  const sent = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError("no network")));
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("fetch", sent);
  const order = { endpoint: refreshSession, parts: {}, options: {}, token: "token" };
  expect(await attempt(order)).toMatchObject({ status: false, httpStatus: 0, code: "not_sent" });
  expect(sent).not.toHaveBeenCalled();
  expect(online.get()).toBe(false);

  // What only reads is tried: a browser may be wrong about its connection.
  const read = { ...order, endpoint: getNotifications, parts: { params: { guid: "1" } } };
  expect(await attempt(read)).toMatchObject({ status: false, httpStatus: 0, code: "no_answer" });
  expect(sent).toHaveBeenCalledTimes(1);
});
