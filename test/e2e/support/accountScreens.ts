import type { Page } from "@playwright/test";
import { goTo, type Screen, screen } from "./screen.ts";

/** One account of a member, and what can be done there. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  screen("member", "schedules-none", async ({ page }) => {
    await goTo(page, "/schedules");
    await page.getByText("Nothing is scheduled").waitFor();
  }),
  screen("member", "account", ({ page }) => openAccount(page, "Savings Deposit")),
  screen("member", "account-capital", ({ page }) => openAccount(page, "Capital Contribution")),
  screen("member", "account-none-fits", async ({ page }) => {
    await openAccount(page, "Savings Deposit");
    await page.getByLabel("Search").fill("nothing like it");
    await page.getByText("Nothing found").waitFor();
  }),
  screen("member", "account-months", async ({ page }) => {
    await openAccount(page, "Savings Deposit");
    await page.getByRole("button", { name: "Monthly statements" }).click();
    await page.getByText("Closing balance").first().waitFor();
  }),
  screen(
    "member",
    "account-months-failed",
    async ({ page }) => {
      await openAccount(page, "Savings Deposit");
      await page.route(STATEMENTS, (route) => route.abort());
      await page.getByRole("button", { name: "Monthly statements" }).click();
      await page.getByText("We could not load the statements.").waitFor();
    },
    { isShared: false, console: /ERR_FAILED/ },
  ),
  screen(
    "member",
    "account-months-none",
    async ({ page }) => {
      await openAccount(page, "Savings Deposit");
      await page.route(STATEMENTS, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { result: object[] };
        await route.fulfill({ response, json: { ...body, result: [] } });
      });
      await page.getByRole("button", { name: "Monthly statements" }).click();
      await page.getByText("No statement yet").waitFor();
    },
    { isShared: false },
  ),
  screen(
    "member",
    "account-months-too-long",
    async ({ page }) => {
      await openAccount(page, "Savings Deposit");
      await refuseFile(page, "statement_too_long");
      await page.getByRole("button", { name: "Monthly statements" }).click();
      await page
        .getByRole("button", { name: /^PDF, / })
        .first()
        .click();
      await page.getByText(/too many movements for one file/).waitFor();
    },
    { isShared: false, console: /422/ },
  ),
  screen("member", "account-download", async ({ page }) => {
    await openAccount(page, "Savings Deposit");
    await page.getByRole("button", { name: "Download" }).click();
    await page.getByRole("dialog").waitFor();
  }),
];

/** The list of an account's monthly statements. */
const STATEMENTS = /\/statements$/;

/** What comes for the PDF of a month. */
async function refuseFile(page: Page, code: string): Promise<void> {
  await page.route(/\/statements\/\d{4}-\d{2}$/, (route) =>
    route.fulfill({ status: 422, json: { status: false, message: "No", code } }),
  );
}

/** From its row on the dashboard. */
async function openAccount(page: Page, name: string): Promise<void> {
  await goTo(page, "/dashboard");
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name: "Movements" }).waitFor();
  await page
    .getByText(/^REF: /)
    .first()
    .waitFor();
}
