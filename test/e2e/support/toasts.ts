import { type BrowserContext, expect, type Page } from "@playwright/test";

type Watched = { toastsShown: string[] };

/** Toasts close themselves after three seconds, in which a slow machine may not look: pages keep what was shown. */
export async function rememberToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(remember);
}

/**
 * Waits until a toast with these words was seen on the page, or part of its text. Each counts once: the next
 * with the same words must be another.
 */
export async function expectToast(page: Page, words: string | RegExp): Promise<void> {
  await expect(async () => {
    const shown = await page.evaluate(toastsShown);
    const index = shown.findIndex((text) =>
      typeof words === "string" ? text.includes(words) : words.test(text),
    );
    expect(index, `no toast says ${String(words)}, but ${JSON.stringify(shown)}`).not.toBe(-1);
    await page.evaluate(forget, index);
  }).toPass({ intervals: [100], timeout: 120_000 });
}

/** What the member's own deed became is said to the ear, by no toast: the page shows it. */
export async function expectAnnounced(page: Page, words: string | RegExp): Promise<void> {
  const isSaid = (text: string) =>
    typeof words === "string" ? text.includes(words) : words.test(text);
  const said = page.locator("output.announced");
  await expect(async () => {
    const text = (await said.textContent())?.replaceAll("\u2060", "") ?? "";
    expect(isSaid(text), `"${text}" is said, not ${String(words)}`).toBe(true);
  }).toPass({ intervals: [100], timeout: 30_000 });
  expect((await toastsSeen(page)).filter(isSaid)).toEqual([]);
}

/** The words of every toast that was seen on the page and not asked for yet. */
export const toastsSeen = (page: Page): Promise<string[]> => page.evaluate(toastsShown);

/** As expectToast; and no other toast of the page has said these words. */
export async function expectToastOnce(page: Page, words: string): Promise<void> {
  await expectToast(page, words);
  expect((await page.evaluate(toastsShown)).filter((text) => text.includes(words))).toEqual([]);
}

function toastsShown(): string[] {
  // Put there by remember. Without the marks that hold lines together.
  const { toastsShown: shown } = window as unknown as Watched;
  return shown.map((text) => text.replaceAll("\u2060", ""));
}

function forget(index: number): void {
  // Put there by remember.
  (window as unknown as Watched).toastsShown.splice(index, 1);
}

/** Runs in each document: keeps the text of every toast that came into sight. */
function remember(): void {
  const watched = window as unknown as Watched;
  watched.toastsShown = [];
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      watched.toastsShown.push(target.querySelector("p")?.textContent ?? "");
    }
  });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      const added = node.matches(".toast") ? [node] : node.querySelectorAll(".toast");
      for (const toast of added) sight.observe(toast);
    }
  }).observe(document, { childList: true, subtree: true });
}
