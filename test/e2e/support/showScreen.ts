import type { BrowserContext, Page } from "@playwright/test";
import type { SandboxClient } from "#scripts/client/sandboxClient.ts";
import { demoMember } from "./demoMembers.ts";
import type { Screen } from "./screens.ts";
import { signInPage } from "./signInPage.ts";

/**
 * Brings a screen about in English and the light theme: in a fresh context, or in a page that showed
 * another screen that is shared, of the same member.
 */
export async function showScreen(
  screen: Screen,
  { context, portalUrl, sandbox }: Where,
  before?: Page,
): Promise<Page> {
  const member = demoMember(screen.username);
  const [width = 0] = screen.widths;
  const page =
    before ??
    (screen.for === "member"
      ? (await signInPage(context, portalUrl, sandbox, member)).page
      : await context.newPage());
  await resize(page, width);
  await screen.open({ page, context, sandbox, member });
  return page;
}

type Where = { context: BrowserContext; portalUrl: string; sandbox: SandboxClient };

export const resize = (page: Page, width: number): Promise<void> =>
  page.setViewportSize({ width, height: width < 600 ? 844 : 800 });

/** As a device that is set to dark, or to light, shows it. */
export const setTheme = (page: Page, colorScheme: "light" | "dark"): Promise<void> =>
  page.emulateMedia({ colorScheme });

/** Changes the language by the page's own switch, which a dialog may cover. */
export async function setLanguage(page: Page, language: "en" | "fil"): Promise<void> {
  await page
    .locator(`input[type=radio][value=${language}]`)
    .first()
    .evaluate((radio: HTMLInputElement) => radio.click());
  await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
}
