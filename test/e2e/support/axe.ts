import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The levels the portal promises (WCAG 2.2 AA) and the good practice beyond them. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that look at colours; the others see the same in every theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Checks what is on the screen now: no violation of accessibility, said with the element. */
export async function expectAccessible(page: Page): Promise<void> {
  const passed = await findNothing(page, (axe) => axe.withTags(TAGS));
  // A check that saw nothing proves nothing.
  expect(passed).toBeGreaterThan(5);
}

/** Checks the colours alone: for a screen that was checked whole in the other theme. */
export async function expectContrast(page: Page): Promise<void> {
  const passed = await findNothing(page, (axe) => axe.withRules(COLOUR_RULES));
  expect(passed).toBeGreaterThan(0);
}

/** Fails with every violation; answers how many rules found something to judge, and no fault. */
async function findNothing(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<number> {
  await animationsEnd(page);
  // Legacy mode only leaves frames alone, of which there are none, and takes half as long, as does
  // listing nothing but the faults.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations, passes } = await choose(axe).analyze();
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
