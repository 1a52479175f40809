import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { demoMember } from "./demoMembers.ts";
import type { Screen } from "./screen.ts";
import { signedInTab } from "./signInPage.ts";
import { staffTab } from "./staffPage.ts";

/**
 * Brings a screen about in English and the light theme: in a fresh context, or in a page that showed
 * another screen that is shared, of the same member.
 */
export async function showScreen(
  screen: Screen,
  { context, portalUrl, sandbox }: Where,
  before?: Page,
): Promise<Page> {
  const isStaff = screen.for === "staff";
  const member = demoMember(isStaff ? "" : screen.username);
  const [width = 0] = screen.widths;
  const open = async () => {
    if (isStaff) return staffTab(context, portalUrl, sandbox, screen.username);
    if (screen.for === "guest") return context.newPage();
    return signedInTab(context, portalUrl, sandbox, member);
  };
  const page = before ?? (await open());
  await resize(page, width);
  // What the screen before put in the place of the server's answers is no part of this one.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await screen.open({ page, context, sandbox, member });
  return page;
}

type Where = { context: BrowserContext; portalUrl: string; sandbox: SandboxClient };

/** Gives the window this width, and waits until the page has drawn itself for it. */
export async function resize(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width === width) return;
  const height = width < 600 ? 844 : 800;
  await page.setViewportSize({ width, height });
  const drawing = page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        // It tells after the media queries of a frame were told, also where a test holds the clock.
        const observer = new ResizeObserver(() => {
          if (innerWidth !== wanted) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.documentElement);
      }),
    width,
  );
  await untilDrawn(page, { width, height }, drawing);
}

/** So long no frame takes, but for one that is left out. */
const FRAME_MS = 2_000;

/** A browser with too much to do leaves out a frame: another size, and then this one, makes it draw anew. */
async function untilDrawn(
  page: Page,
  size: { width: number; height: number },
  drawing: Promise<void>,
): Promise<void> {
  if (await Promise.race([drawing.then(() => true), wait(FRAME_MS, false)])) return;
  await page.setViewportSize({ ...size, height: size.height + 1 });
  await page.setViewportSize(size);
  await untilDrawn(page, size, drawing);
}

/** As a device that is set to dark, or to light, shows it. */
export const setTheme = (page: Page, colorScheme: "light" | "dark"): Promise<void> =>
  page.emulateMedia({ colorScheme });

/**
 * Changes the language by the page's own switch, which a dialog may cover; the console keeps its own in
 * a panel, so there it is changed as another tab would, and the page read anew.
 */
export async function setLanguage(page: Page, language: "en" | "fil"): Promise<void> {
  const radio = page.locator(`input[type=radio][value=${language}]`).first();
  if ((await radio.count()) > 0) {
    await radio.evaluate((switched: HTMLInputElement) => switched.click());
  } else if ((await page.locator("html").getAttribute("lang")) !== language) {
    await page.evaluate((lang) => {
      document.cookie = `lang=${lang}; Path=/; SameSite=Lax`;
    }, language);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
}
