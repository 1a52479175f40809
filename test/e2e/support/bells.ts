import { type BrowserContext, expect, type Page } from "@playwright/test";

/** The pages that the server has let in to its bell. */
const listening = new WeakSet<Page>();
/** How the server says so (socket.io protocol 5: a message of kind "connect"). */
const LET_IN = "40";
/** The guids by which each page has said whose bell it wants to hear, in their order. */
const joined = new WeakMap<Page, string[]>();
/** How a page says so (the same protocol: an event). */
const JOIN = /^42\["join","([^"]*)"\]$/;

/** Notices which pages of a context hear the server's bell, and what they say to it. */
export function watchBells(context: BrowserContext): void {
  context.on("page", (page) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        if (typeof payload === "string" && payload.startsWith(LET_IN)) listening.add(page);
      });
      socket.on("framesent", ({ payload }) => {
        const guid = JOIN.exec(String(payload))?.[1];
        if (guid !== undefined) joined.set(page, [...joinsOf(page), guid]);
      });
      socket.on("close", () => listening.delete(page));
    });
  });
}

/** The guids that a page has said since it was opened, one for each time it was let in. */
export const joinsOf = (page: Page): readonly string[] => joined.get(page) ?? [];

/** A ring before this is heard by nobody: the page connects some time after it is shown. */
export async function untilListening(...pages: Page[]): Promise<void> {
  await expect.poll(() => pages.every((page) => listening.has(page))).toBe(true);
}
