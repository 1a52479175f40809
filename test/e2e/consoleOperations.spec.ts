import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { resize, setLanguage, setTheme } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";

const [WIDE, NARROW] = [1280, 390];

/** Address and title, in the order of the walk. */
const SCREENS = [
  ["/ledger", "Journal"],
  ["/ledger/accounts", "Accounts"],
  ["/ledger/trial-balance", "Trial balance"],
  ["/ledger/day-close", "Day close"],
  ["/calendar", "Calendar"],
  ["/offices", "Offices"],
  ["/banks", "Banks"],
  ["/templates", "Message templates"],
  ["/switches", "Maintenance and features"],
  ["/jobs", "Jobs"],
  ["/card-applications", "Card applications"],
  ["/card-stock", "Card stock"],
  ["/card-stock/cards", "Cards by serial"],
  ["/card-stock/production", "Card production"],
  ["/health", "Health"],
  ["/members", "Members"],
  ["/imports", "Member import"],
  ["/requests", "For decision"],
  ["/roles", "Who may do what"],
  ["/password", "Change password"],
] as const;

/** Nothing is on its way any more, and what came fits. */
async function expectFits(page: Page, width: number): Promise<void> {
  await resize(page, width);
  await page.waitForFunction(() => !document.querySelector("main .sk"));
  const reach = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(reach, `${page.url()} at ${width} px`).toBe(width);
}

/** Leads to an address as a link of the page would: the program stays. */
async function follow(page: Page, path: string): Promise<void> {
  const title = page.getByRole("heading", { level: 1 });
  const before = (await title.textContent()) ?? "";
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/console${path}`);
  await expect(title).not.toHaveText(before);
}

test("G01 every screen of operations has its title, fits a phone in both languages, and is for every eye", async ({
  context,
  bank,
  sandbox,
}) => {
  test.setTimeout(120_000);
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo");
  for (const [path, title] of SCREENS) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one screen after the other
    await test.step(title, async () => {
      await resize(page, WIDE);
      await follow(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expectFits(page, WIDE);
      await expectAccessible(page);
      await expectFits(page, NARROW);
      await setTheme(page, "dark");
      await expectContrast(page);
      await setTheme(page, "light");
    });
  }
  await setLanguage(page, "fil");
  for (const [path] of SCREENS) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one screen after the other
    await test.step(path, async () => {
      await follow(page, path);
      await expectFits(page, NARROW);
    });
  }
});
