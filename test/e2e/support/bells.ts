import { type BrowserContext, expect, type Page } from "@playwright/test";

/** The pages that the server has let in to its bell. */
const listening = new WeakSet<Page>();
/** How the server says so (socket.io protocol 5: a message of kind "connect"). */
const LET_IN = "40";

/** Notices which pages of a context hear the server's bell. */
export function watchBells(context: BrowserContext): void {
  context.on("page", (page) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        if (typeof payload === "string" && payload.startsWith(LET_IN)) listening.add(page);
      });
      socket.on("close", () => listening.delete(page));
    });
  });
}

/** A ring before this is heard by nobody: the page connects some time after it is shown. */
export async function untilListening(...pages: Page[]): Promise<void> {
  await expect.poll(() => pages.every((page) => listening.has(page))).toBe(true);
}
