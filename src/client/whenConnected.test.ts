import { afterEach, expect, test, vi } from "vitest";
import { reachable } from "./connection.ts";
import { whenConnected } from "./whenConnected.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  reachable(true);
});

test("a part that the network took is asked for again once the server answers, not at the network's first sign", async () => {
  const page = new EventTarget();
  const network = { onLine: false };
  vi.stubGlobal("navigator", network);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  reachable(false);
  let asked = 0;
  const part = whenConnected(async () => {
    asked += 1;
    if (asked === 1) throw new Error("No network");
    return "the part";
  });
  await expect.poll(() => asked).toBe(1);

  network.onLine = true;
  page.dispatchEvent(new Event("online"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(1);

  reachable(true);
  expect(await part).toBe("the part");
  expect(asked).toBe(2);
});

test("a part that cannot be loaded while the server is there is a failure", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  const reason = new Error("Not our file");
  await expect(whenConnected(() => Promise.reject(reason))).rejects.toBe(reason);
});
