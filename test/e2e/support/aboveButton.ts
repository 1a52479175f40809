import { expect, type Locator, type Page } from "@playwright/test";

/** On a phone this stands on the first screen of the review, above the button that is always in view. */
export async function expectAboveButton(page: Page, what: Locator): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(what).toBeVisible();
  const [lowest, button] = await Promise.all([
    what.boundingBox().then((box) => box && box.y + box.height),
    page.locator(".decide").boundingBox(),
  ]);
  expect(lowest).toBeLessThanOrEqual(button?.y ?? 0);
  if (size !== null) await page.setViewportSize(size);
}
