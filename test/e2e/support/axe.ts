import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

/** The levels the portal promises (WCAG 2.2 AA) and the good practice beyond them. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that look at colours; the others see the same in every theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The program that looks, of the release that comes with the one for Playwright. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve(
    "axe-core/axe.min.js",
  ),
  "utf8",
);

/** Checks what is on the screen now: no violation of accessibility, said with the element. */
export async function expectAccessible(page: Page): Promise<void> {
  const passed = await findNothing(page, { type: "tag", values: TAGS });
  // A check that saw nothing proves nothing.
  expect(passed).toBeGreaterThan(5);
}

/** Checks the colours alone: for a screen that was checked whole in the other theme. */
export async function expectContrast(page: Page): Promise<void> {
  const passed = await findNothing(page, { type: "rule", values: COLOUR_RULES });
  expect(passed).toBeGreaterThan(0);
}

/** Fails with every violation; answers how many rules found something to judge, and no fault. */
async function findNothing(page: Page, runOnly: RunOnly): Promise<number> {
  await animationsEnd(page);
  // Half a megabyte of program: once for each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { found, passed } = await page.evaluate(look, runOnly);
  expect(found).toEqual([]);
  return passed;
}

type RunOnly = { type: "tag" | "rule"; values: string[] };
type Rule = {
  id: string;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
};
type Axe = {
  run: (
    where: Document,
    options: { runOnly: RunOnly; resultTypes: string[] },
  ) => Promise<{ violations: Rule[]; passes: Rule[] }>;
};

/** Runs in the page, which has no frames. */
async function look(runOnly: RunOnly): Promise<{ found: string[]; passed: number }> {
  // Put there by the program.
  const { axe } = window as unknown as { axe: Axe };
  // Listing nothing but the faults takes half as long.
  const options = { runOnly, resultTypes: ["violations"] };
  const { violations, passes } = await axe.run(document, options);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n  ${String(target)}\n  ${failureSummary}`,
    ),
  );
  return { found, passed: passes.length };
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
