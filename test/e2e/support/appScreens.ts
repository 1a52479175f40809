import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { goTo, type Screen, screen, type Stage } from "./screen.ts";

/** The app of a phone: what its worker shows in place of a page that it cannot fetch, and what comes to it closed. */
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
  screen("member", "safety-notices-pushed", openPushed, { isShared: false }),
];

async function openWithoutBank(page: Page): Promise<void> {
  await page.route("**/api/**", (route) => route.abort());
  await goTo(page, "/offline.html");
}

/** Which notices come to browsers, some of which have long names. */
async function openPushed({ page }: Stage): Promise<void> {
  const browser = { browser: "Chrome", system: "Android", since: "2026-11-02T03:00:00.000Z" };
  const name = "Phone in the drawer of my mother";
  const browsers = [
    { ...browser, id: randomUUID(), name, lastPushedAt: "2026-11-20T04:30:00.000Z", isThis: false },
    { ...browser, id: randomUUID(), name: "", lastPushedAt: null, isThis: false },
  ];
  await page.route(/\/members\/[\w-]+\/push$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: object };
    await route.fulfill({ response, json: { ...body, result: { ...body.result, browsers } } });
  });
  await goTo(page, "/safety/notices");
  await page.getByText(name).waitFor();
}
