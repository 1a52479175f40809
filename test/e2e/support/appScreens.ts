import type { Page } from "@playwright/test";
import { goTo, type Screen, screen } from "./screen.ts";

/** What the worker shows in place of a page that it cannot fetch, opened by its own address. */
export const APP_SCREENS: readonly Screen[] = [
  screen("guest", "offline", ({ page }) => openWithoutBank(page), {
    isShared: false,
    console: /ERR_FAILED/,
  }),
  screen(
    "member",
    "offline-balances",
    async ({ page }) => {
      await goTo(page, "/safety");
      await page.getByRole("switch", { name: /^Show my last balances/ }).click();
      await page.getByText("Your last balances are kept in this browser").waitFor();
      await goTo(page, "/dashboard");
      await page.locator(".acct").first().waitFor();
      await openWithoutBank(page);
      await page.getByRole("region", { name: "Your last balances" }).waitFor();
    },
    { isShared: false, console: /ERR_FAILED/ },
  ),
];

async function openWithoutBank(page: Page): Promise<void> {
  await page.route("**/api/**", (route) => route.abort());
  await goTo(page, "/offline.html");
}
