import type { CDPSession, Page } from "@playwright/test";
import { type Answered, observe, type Seen, type Shift } from "./observe.ts";

/** A press, a key or a choice, by the name under which its time is told. */
export type Use = { name: string; act: (page: Page) => Promise<void> };

/** What came over the wire, and when of the page's time. */
export type Fetched = { url: string; type: string; bytes: number; from: number; to: number };

/** What a page took, in milliseconds and on the wire. */
export type Look = {
  lcp: number;
  lcpOf: string;
  /** When what the page is for was there. */
  there: number;
  cls: number;
  shifts: readonly Shift[];
  /** The slowest of each use. */
  uses: readonly ({ name: string } & Answered)[];
  fetched: readonly Fetched[];
};

/** Slow 4G and a phone of the lower middle, as Lighthouse's mobile profile has them. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1638.4 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const CPU_TIMES_SLOWER = 4;

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  serviceWorkers: "block",
} as const;

/**
 * Opens an address as a browser that has nothing of it, waits until `ready` is there and nothing is fetched any
 * more, and then uses it. A tab is measured once or more; it keeps its session, and nothing else.
 */
export async function measure(
  page: Page,
  address: string,
  ready: string,
  uses: readonly Use[] = [],
): Promise<Look> {
  const cdp = await page.context().newCDPSession(page);
  try {
    const fetched = await hearFetched(cdp);
    await page.evaluate(() => {
      // A page without an origin has no storage; there is nothing to forget.
      if (location.protocol !== "about:") localStorage.clear();
    });
    await cdp.send("Network.clearBrowserCache");
    await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES_SLOWER });
    await cdp.send("Page.enable");
    const { identifier } = await cdp.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `(${observe.toString()})()`,
    });
    await page.goto(address);
    await page.locator(ready).first().waitFor({ state: "attached" });
    const there = await page.evaluate(() => performance.now());
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(isDrawn);
    const { lcp, lcpOf } = await page.evaluate(seen);
    const files = fetched();
    const times: ({ name: string } & Answered)[] = [];
    for (const { name, act } of uses) {
      // oxlint-disable-next-line no-await-in-loop -- a hand does one thing after the other
      times.push({ name, ...(await timeOf(page, act)) });
    }
    const { shifts } = await page.evaluate(seen);
    await cdp.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    const cls = shifts.reduce((sum, { value }) => sum + value, 0);
    return { lcp, lcpOf, there, cls, shifts, uses: times, fetched: files };
  } finally {
    await cdp.detach();
  }
}

/** What of it took longest to be drawn; 0 where all was sooner than browsers tell. */
async function timeOf(page: Page, act: Use["act"]): Promise<Answered> {
  await page.evaluate(() => {
    (window as unknown as { firstLook: Seen }).firstLook.slowest = { ms: 0, waited: 0, worked: 0 };
  });
  await act(page);
  await page.evaluate(settled);
  return (await page.evaluate(seen)).slowest;
}

async function hearFetched(cdp: CDPSession): Promise<() => Fetched[]> {
  const known = new Map<string, Fetched>();
  let start = 0;
  cdp.on("Network.requestWillBeSent", ({ requestId, request, type = "Other", timestamp }) => {
    start ||= timestamp;
    known.set(requestId, { url: request.url, type, bytes: 0, from: timestamp, to: 0 });
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    const file = known.get(requestId);
    if (file !== undefined) Object.assign(file, { bytes: encodedDataLength, to: timestamp });
  });
  await cdp.send("Network.enable");
  const since = (time: number) => Math.round((time - start) * 1000);
  return () =>
    [...known.values()]
      .filter(({ bytes }) => bytes > 0)
      .map((file) => ({ ...file, from: since(file.from), to: since(file.to) }));
}

const isDrawn = () => (window as unknown as { firstLook: Seen }).firstLook.lcp > 0;
const seen = () => (window as unknown as { firstLook: Seen }).firstLook;

/** Two pictures later what was pressed is drawn, and once nothing else is to do its time was told. */
const settled = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2000 })),
    );
  });
