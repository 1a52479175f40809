import type { Page } from "@playwright/test";
import { goTo, type Screen, screen } from "./screen.ts";

/** Where whoever holds a statement on paper, or is shown a receipt, has it checked. */
export const VERIFY_SCREENS: readonly Screen[] = [
  screen("guest", "verify", "/verify"),
  screen("guest", "verify-errors", async ({ page }) => {
    await goTo(page, "/verify");
    await page.getByLabel("Code on the statement or receipt").fill("7K2M");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Enter the 16 letters and digits of a statement").first().waitFor();
  }),
  screen("guest", "verify-unknown", async ({ page }) => {
    await askAbout(page, "0000-0000-0000-0000");
    await page.getByText("No statement of ours has this code").waitFor();
  }),
  screen(
    "guest",
    "verify-genuine",
    async ({ page }) => {
      await page.route("**/api/statements/check", async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as object;
        await route.fulfill({ response, json: { ...body, result: { paper: PAPER } } });
      });
      await askAbout(page, "7K2M-9QRT-4XWV-0ABC");
      await page.getByText("We made a statement with this code").waitFor();
    },
    { isShared: false },
  ),
  screen(
    "guest",
    "verify-receipt",
    async ({ page }) => {
      await page.route("**/api/receipts/check", async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as object;
        await route.fulfill({ response, json: { ...body, result: { receipt: RECEIPT } } });
      });
      await askAbout(page, "7K2M-9QRT-4XWV");
      await page.getByText("the money went back to the sender").waitFor();
    },
    { isShared: false },
  ),
  screen("member", "verify-inside", "/verify"),
];

const PAPER = {
  month: "2026-10",
  lastFour: "0001",
  closing: "1234567.89",
  madeAt: "2026-11-01T01:00:00.000Z",
};

const RECEIPT = {
  amount: "12500.00",
  at: "2026-11-21T02:00:00.000Z",
  bank: "Bank of the Philippine Islands, Inc. (BPI)",
  lastFour: "2671",
  state: "returned",
};

async function askAbout(page: Page, code: string): Promise<void> {
  await goTo(page, "/verify");
  await page.getByLabel("Code on the statement or receipt").fill(code);
  await page.getByRole("button", { name: "Check" }).click();
}
