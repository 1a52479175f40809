import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { untilAtRest } from "./callsUnderWay.ts";
import type { DemoPerson } from "./demoMembers.ts";
import { handOver, signInBrowser } from "./signInPage.ts";

/** One session in two tabs of a browser, each in a language of its own. */
export type TwoTabs = {
  english: Page;
  filipino: Page;
  guid: string;
  /** The language of the pages that are loaded from now on; those that stand there keep theirs. */
  loadIn: (language: "en" | "fil") => Promise<void>;
  /** Signs in again over HTTP and hands both tabs the session, as a third tab would. */
  signInAgain: () => Promise<void>;
  /** The texts of all toasts that ever stood in each tab since the last sign-in. */
  toasts: () => Promise<{ english: string[]; filipino: string[] }>;
};

type Watched = { toastsSeen: string[] };

/** Signs the member in and opens the dashboard in English and in Filipino. */
export async function openTwoTabs(
  context: BrowserContext,
  portalUrl: string,
  sandbox: SandboxClient,
  member: DemoPerson,
): Promise<TwoTabs> {
  await context.addInitScript(rememberToasts);
  const { identity } = await signInBrowser(context, portalUrl, sandbox, member);
  const third = await handOver(context, portalUrl, identity);
  const english = await openIn("en");
  const filipino = await openIn("fil");
  await third.close();

  function loadIn(language: "en" | "fil"): Promise<void> {
    return context.addCookies([{ name: "lang", value: language, url: portalUrl }]);
  }

  async function openIn(language: "en" | "fil"): Promise<Page> {
    await loadIn(language);
    const page = await context.newPage();
    await page.goto(`${portalUrl}/dashboard`);
    await expect(page.getByText("₱").first()).toBeVisible();
    await untilAtRest(page);
    return page;
  }

  return {
    english,
    filipino,
    guid: identity.guid,
    loadIn,
    signInAgain: async () => {
      const again = await signInBrowser(context, portalUrl, sandbox, member);
      for (const page of [english, filipino]) {
        await page.evaluate(() => {
          // Put there by rememberToasts.
          (window as unknown as Watched).toastsSeen = [];
        });
      }
      const handing = await handOver(context, portalUrl, again.identity);
      for (const page of [english, filipino]) {
        await expect(page.getByText("₱").first()).toBeVisible();
        await expect(page.getByText(member.username).first()).toBeVisible();
        await untilAtRest(page);
      }
      await handing.close();
    },
    toasts: async () => ({ english: await seenIn(english), filipino: await seenIn(filipino) }),
  };
}

/** The texts of all toasts of a page that remembers them, without the marks that hold lines together. */
async function seenIn(page: Page): Promise<string[]> {
  // Put there by rememberToasts.
  const seen = await page.evaluate(() => (window as unknown as Watched).toastsSeen);
  return seen.map((text) => text.replaceAll("\u2060", ""));
}

/** For addInitScript: toasts close themselves, and one that came twice must not look like one. */
function rememberToasts(): void {
  const watched = window as unknown as Watched;
  watched.toastsSeen = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      const added = node.matches(".toast") ? [node] : node.querySelectorAll(".toast");
      for (const toast of added)
        watched.toastsSeen.push(toast.querySelector("p")?.textContent ?? "");
    }
  }).observe(document, { childList: true, subtree: true });
}

/** A Filipino text as it stands in the page, where 'mag-log' may carry a mark that keeps it on one line. */
export const asShown = (text: string) =>
  new RegExp(`^${text.replaceAll(/[().?]/g, "\\$&").replaceAll("-", "-\u2060?")}$`);
