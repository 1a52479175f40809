import { expect, type Locator, type Page } from "@playwright/test";

/** The time of a page, which a test may have moved. */
export const pageTime = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/**
 * Waits for a countdown of this many seconds that began after `since` (pageTime), and checks it by the page's
 * own clock, however long ago that is: it shows no more than all of them, and none less than have passed.
 */
export async function expectCountdown(
  shown: Locator,
  { of, since }: { of: number; since: number },
): Promise<void> {
  await expect(shown).toBeVisible();
  const { text, now } = await shown.evaluate((element) => ({
    text: element.textContent,
    now: Date.now(),
  }));
  const [, minutes = "0", seconds] = /(?:(\d+):)?(\d+)(?!.*\d)/.exec(text) ?? [];
  const left = Number(minutes) * 60 + Number(seconds);
  expect(left, text).toBeLessThanOrEqual(of);
  // It is told in whole seconds.
  expect(left, text).toBeGreaterThanOrEqual(of - Math.ceil((now - since) / 1000) - 1);
}
