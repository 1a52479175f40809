import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import type { DemoPerson } from "./demoMembers.ts";

/** What bringing about a screen takes. The page is the member's own when the screen is `for` one. */
export type Stage = {
  page: Page;
  context: BrowserContext;
  sandbox: SandboxClient;
  /** Who the screen is of; on a screen of the staff nobody of the demo's members. */
  member: DemoPerson;
};

/** One thing that can be before a member's eyes. Its name is also that of its pictures. */
export type Screen = {
  name: string;
  /** Whether somebody is signed in, and to which of the two programs. */
  for: "guest" | "member" | "staff";
  /** Of who is signed in, or is about to be: a member's begins like this, the staff's is this. */
  username: string;
  /** Ends when all is drawn. Starts in English, as wide as the first of `widths`. */
  open: (stage: Stage) => Promise<unknown>;
  /** Where it can be seen, in pixels. */
  widths: readonly number[];
  /** It leaves nothing behind: the same page can show others before and after it. */
  isShared: boolean;
  /** What the browser's console rightly says about it. */
  console?: RegExp;
};

export const [WIDE, NARROW] = [1280, 390];

/** Most screens are one line: a name and an address. A screen that moves money takes its own member. */
export const screen = (
  who: Screen["for"],
  name: string,
  open: Screen["open"] | string,
  more: Partial<Screen> = {},
): Screen => ({
  name,
  for: who,
  username: "florante.yambao",
  open: typeof open === "string" ? ({ page }) => goTo(page, open) : open,
  isShared: more.username === undefined && more.console === undefined,
  widths: [WIDE, NARROW],
  ...more,
});

/** Goes to an address and waits until its title is there, its form works and no skeleton is left. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilWhole(page);
}

/** Presses a link and waits until what it leads to is whole: what it stood on may say the same words. */
export async function follow(page: Page, link: Locator): Promise<void> {
  const before = page.url();
  await link.click();
  await page.waitForURL((url) => url.href !== before);
  await untilWhole(page);
}

async function untilWhole(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    const isTakenOver = form === null || Object.keys(form).length > 0;
    return isTakenOver && !document.querySelector("main .sk, main .coming");
  });
}
