import { expect, type Page } from "@playwright/test";

/** Leads to an address of the console as a link of the page would: the program stays. */
export async function follow(page: Page, path: string): Promise<void> {
  const title = page.getByRole("heading", { level: 1 });
  const before = (await title.textContent()) ?? "";
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/console${path}`);
  await expect(title).not.toHaveText(before);
}

/** Nothing of what is shown is still on its way. */
export async function untilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("main .sk, main .coming"));
}

/** What the server says stands on no screen as it came: days, states, names. */
export async function expectWords(page: Page, where: string): Promise<void> {
  await untilShown(page);
  expect(await page.evaluate(rawWords), where).toEqual([]);
}

/** The same of the panels of a list's first rows, each of which is closed again. */
export async function expectWordsOfRows(page: Page, path: string): Promise<void> {
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).not.toBeEmpty();
  const own = (await title.textContent()) ?? "";
  // What a row leads to may be a page of its own: its address comes before its code.
  const isElsewhere = () => new URL(page.url()).pathname !== `/console${path}`;
  const rows = page.locator("main tbody tr").filter({ has: page.locator("a, button") });
  const count = Math.min(await rows.count(), 2);
  for (let row = 0; row < count; row += 1) {
    await rows.nth(row).locator("td").first().click();
    if (isElsewhere()) await expect(title).not.toHaveText(own);
    await expectWords(page, `${path} row ${row}`);
    await page.keyboard.press("Escape");
    if (!isElsewhere()) continue;
    await follow(page, path);
    await untilShown(page);
  }
}

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
