import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The levels the portal promises (WCAG 2.2 AA) and the good practice beyond them. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks what is on the screen now: no violation of accessibility, said with the element. */
export async function expectAccessible(page: Page): Promise<void> {
  // A half-faded dialog has half its contrast.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // A blinking caret never ends.
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  const { violations, passes } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n  ${String(target)}\n  ${failureSummary}`,
    ),
  );
  expect(found).toEqual([]);
  // A check that saw nothing proves nothing.
  expect(passes.length).toBeGreaterThan(5);
}
