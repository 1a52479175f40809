import type { BrowserContext, Page, Request } from "@playwright/test";
import { expect } from "@playwright/test";

/** The calls of each page that have no answer yet; answers of files and of the bell's socket are none. */
const underWay = new WeakMap<Page, Set<Request>>();

const isCall = (request: Request): boolean => new URL(request.url()).pathname.startsWith("/api/");

/** Notes the calls of every page of a context, for `untilAtRest`. */
export function watchCalls(context: BrowserContext): void {
  context.on("request", (request) => {
    if (!isCall(request) || request.serviceWorker() !== null) return;
    callsOf(request.frame().page()).add(request);
  });
  const end = (request: Request) => {
    if (isCall(request) && request.serviceWorker() === null)
      callsOf(request.frame().page()).delete(request);
  };
  context.on("requestfinished", end);
  context.on("requestfailed", end);
}

function callsOf(page: Page): Set<Request> {
  const calls = underWay.get(page) ?? new Set<Request>();
  underWay.set(page, calls);
  return calls;
}

/**
 * Waits until a page has asked all that it asks by itself and has every answer. Before a leap of the clock, the
 * end of a session or a tab's sleep: a call that meets one is refused, or knows the time of before.
 */
export async function untilAtRest(page: Page): Promise<void> {
  // What an answer makes the page ask is asked before it is idle.
  const isAtRest = async () => {
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    return callsOf(page).size;
  };
  await expect.poll(isAtRest).toBe(0);
}
