import type { Page } from "@playwright/test";
import { goTo, type Screen, screen } from "./screen.ts";

/** One account of a member, and what can be done there. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
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
  screen("member", "account-download", async ({ page }) => {
    await openAccount(page, "Savings Deposit");
    await page.getByRole("button", { name: "Download" }).click();
    await page.getByRole("dialog").waitFor();
  }),
];

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
