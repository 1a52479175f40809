import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The levels the portal promises (WCAG 2.2 AA) and the good practice beyond them. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks what is on the screen now: no violation of accessibility, said with the element. */
export async function expectAccessible(page: Page): Promise<void> {
  const passed = await findNothing(page);
  // A check that saw nothing proves nothing.
  expect(passed).toBeGreaterThan(5);
}

/** Fails with every violation; answers how many rules found something to judge, and no fault. */
async function findNothing(page: Page): Promise<number> {
  await animationsEnd(page);
  // Legacy mode only leaves frames alone, of which there are none, and takes half as long, as does
  // listing nothing but the faults.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations, passes } = await axe.withTags(TAGS).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n  ${String(target)}\n  ${failureSummary}`,
    ),
  );
  expect(found).toEqual([]);
  return passes.length;
}

/** A half-faded dialog has half its contrast. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // A blinking caret never ends.
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
}
