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

test("G01 every screen of operations has its title, fits a phone, and is for every eye", async ({
  context,
  bank,
  sandbox,
}) => {
  test.setTimeout(90_000);
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo");
  for (const [path, title] of SCREENS) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one screen after the other
    await test.step(title, async () => {
      await resize(page, WIDE);
      await page.goto(`${bank.portalUrl}/console${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expectFits(page, WIDE);
      await expectAccessible(page);
      await expectFits(page, NARROW);
      await setTheme(page, "dark");
      await expectContrast(page);
      await setTheme(page, "light");
    });
  }
});

test("G01 the titles of operations in Filipino fit a phone", async ({ context, bank, sandbox }) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo");
  await resize(page, NARROW);
  await setLanguage(page, "fil");
  for (const [path] of SCREENS) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one screen after the other
    await test.step(path, async () => {
      await page.goto(`${bank.portalUrl}/console${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectFits(page, NARROW);
    });
  }
});
