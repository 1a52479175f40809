import { expect, type Page } from "@playwright/test";
import { paths } from "#console/paths.ts";
import { test } from "./support/fixtures.ts";
import { setLanguage } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";

/** Whoever sees everything, and whoever is asked to decide. */
const STAFF = ["auditor.demo", "supervisor.demo"] as const;

/** Every list and page that needs no other one before it. */
const ADDRESSES = Object.values(paths).filter(
  (path) => !path.includes(":") && !["/sign-in", "/enrol", "/search"].includes(path),
);

/** Runs in the page: words that no person writes. What is marked as code stands as it came. */
function rawWords(): string[] {
  const clone = document.querySelector("main")?.cloneNode(true);
  if (!(clone instanceof HTMLElement)) return ["no page"];
  for (const exact of clone.querySelectorAll("code, pre, input, textarea, .code, .raw")) {
    exact.remove();
  }
  const texts: string[] = [];
  const walker = document.createTreeWalker(clone, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent ?? "");
  const isRaw = (word: string) =>
    /^20\d\d-\d\d(?:-\d\d(?:T.*)?)?$/.test(word) ||
    /^[a-z]+(?:_[a-z\d]+)+$/.test(word) ||
    /^[a-z]{2,}(?:[A-Z][a-z]+)+$/.test(word) ||
    /^(?:true|false|null|undefined|NaN)$/.test(word);
  return texts.flatMap((text) =>
    text
      .split(/[\s,;:()]+/)
      .filter(isRaw)
      .map((word) => `${word} in "${text.trim().slice(0, 60)}"`),
  );
}

async function expectWords(page: Page, where: string, found: Set<string>): Promise<void> {
  await page.waitForFunction(() => document.querySelector("main .sk, main .coming") === null);
  for (const word of await page.evaluate(rawWords)) found.add(`${where}: ${word}`);
}

for (const username of STAFF) {
  test(`no value of the server stands raw on a screen of the console, as ${username}`, async ({
    context,
    bank,
    sandbox,
  }) => {
    test.setTimeout(240_000);
    const page = await staffPage(context, bank.portalUrl, sandbox, username);
    const found = new Set<string>();
    for (const language of ["en", "fil"] as const) {
      await setLanguage(page, language);
      for (const path of ADDRESSES) {
        await page.goto(`${bank.portalUrl}/console${path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectWords(page, path, found);
        // The panel of the first rows.
        const rows = page.locator("main tbody tr");
        const count = Math.min(await rows.count(), 2);
        for (let row = 0; row < count; row += 1) {
          const opener = rows.nth(row).locator("a, button").first();
          if ((await opener.count()) === 0) continue;
          await rows.nth(row).locator("td").first().click();
          await expectWords(page, `${path} row ${row}`, found);
          await page.keyboard.press("Escape");
          if (!page.url().endsWith(path)) await page.goto(`${bank.portalUrl}/console${path}`);
        }
      }
    }
    expect([...found].toSorted()).toEqual([]);
  });
}
