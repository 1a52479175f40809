import { expect, type Page } from "@playwright/test";
import { MARKUP } from "#test/support/markup.ts";
import { test } from "./support/fixtures.ts";
import { goTo } from "./support/screen.ts";
import { staffPage } from "./support/staffPage.ts";

const PORTAL = ["/dashboard", "/transaction-history", "/transfer-funds", "/card-settings"];

/** What each of the demo's staff reads of members, of colleagues and of partners. */
const CONSOLE: Record<string, readonly string[]> = {
  "supervisor.demo": [
    "/members?lastName=an&firstName=an",
    "/requests",
    "/card-applications?show=all",
    "/loan-applications",
    "/payroll/remittances",
  ],
  "auditor.demo": ["/audit", "/transfers"],
  "admin.demo": ["/staff", "/offices", "/banks"],
};

/** Words that somebody wrote: no date, figure, code or reference, and nothing that is encrypted. */
const isWritten = (text: string) =>
  /^[A-Z][a-z]|\s/.test(text) && /[a-z]/i.test(text) && !/^\d{4}-\d\d-\d\d|^mfe1\./.test(text);

/** What no person writes: it is sent back to ask for the next page. */
const OURS = new Set(["next", "previous"]);

/**
 * Lets everything that people and partners wrote be markup, whatever call brings it and whoever wrote it:
 * each written text of each answer is the next of the sixty.
 */
async function speakMarkup(page: Page): Promise<void> {
  let next = 0;
  const rewrite = (value: unknown): unknown => {
    if (typeof value === "string") {
      return isWritten(value) ? MARKUP[next++ % MARKUP.length] : value;
    }
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== "object" || value === null) return value;
    const rewritten = Object.entries(value).map(([name, each]) => [
      name,
      OURS.has(name) ? each : rewrite(each),
    ]);
    return Object.fromEntries(rewritten);
  };
  await page.route(/\/api\/(?!config)/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    // By the contract.
    const { result, results, ...rest } = (await response.json()) as Record<string, unknown>;
    return route.fulfill({
      response,
      json: { ...rest, result: rewrite(result), results: rewrite(results) },
    });
  });
}

/** What would be there if a text had been read as markup. */
const ACTING =
  "[onerror],[onload],[onfocus],[onclick],[onmouseover],[onbegin],[ontoggle],[onstart],[srcdoc]," +
  "iframe,object,embed,base,marquee,math,meta[http-equiv=refresh],img[src=x],a[href*='evil.example']," +
  "a[href^='javascript:' i],[formaction],form[action*='evil.example'],template,noscript p,x";

const squeezed = (text: string) => text.replaceAll(/\s+/g, " ");

/** Opens the pages and answers which of the sixty stood there, as text. */
async function shownOn(page: Page, paths: readonly string[]): Promise<Set<string>> {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await speakMarkup(page);
  const shown = new Set<string>();
  for (const path of paths) {
    await goTo(page, path);
    const here = async () => {
      const text = squeezed((await page.locator("body").textContent()) ?? "");
      return MARKUP.filter((markup) => text.includes(squeezed(markup)));
    };
    await expect.poll(here, path).not.toEqual([]);
    for (const each of await here()) shown.add(each);
    expect([path, await page.locator(ACTING).count()]).toEqual([path, 0]);
  }
  expect(dialogs).toEqual([]);
  return shown;
}

test("S113 whatever a member, a colleague or a partner wrote, members read it as text", async ({
  signedIn,
}) => {
  expect((await shownOn(signedIn, PORTAL)).size).toBeGreaterThan(20);
});

test("S113 whatever a member, a colleague or a partner wrote, staff read it as text: all sixty", async ({
  context,
  bank,
  sandbox,
}) => {
  const shown = new Set<string>();
  for (const [username, paths] of Object.entries(CONSOLE)) {
    const page = await staffPage(context, bank.portalUrl, sandbox, username);
    const addresses = paths.map((path) => `${bank.portalUrl}/console${path}`);
    for (const each of await shownOn(page, addresses)) shown.add(each);
    await page.close();
  }
  expect(MARKUP.filter((markup) => !shown.has(markup))).toEqual([]);
});
