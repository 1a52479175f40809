import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { expectKeyboardWorks } from "./support/keyboard.ts";
import { type Screen, SCREENS } from "./support/screens.ts";
import { resize, setLanguage, setTheme, showScreen } from "./support/showScreen.ts";

const NARROWEST = 320;

// No screen needs another before it.
test.describe.configure({ mode: "parallel" });

/** Nothing is wider than the screen, neither with text twice as large. */
async function expectFits(page: Page, width: number): Promise<void> {
  await resize(page, width);
  expect(await page.evaluate(stickingOut), `${width} px`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(await page.evaluate(stickingOut), `${width} px with text twice as large`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

/** What makes the page, or a dialog above it, scroll sideways; nothing when none does. */
function stickingOut(): string[] {
  const scrollers = [document.documentElement, ...document.querySelectorAll("dialog[open]")];
  return scrollers
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .flatMap((scroller) => {
      const { left, width } = scroller.getBoundingClientRect();
      return [...scroller.querySelectorAll("*")].filter(
        (element) => element.getBoundingClientRect().right > left + width + 0.5,
      );
    })
    .map((element) => element.outerHTML.slice(0, 100));
}

/** Its own widths, and the narrowest phone where it is for phones. */
const fits = ({ widths }: Screen): number[] =>
  Math.min(...widths) < 600 ? [...widths, NARROWEST] : [...widths];

/** How many screens one signed-in page shows, one after the other. */
const SCREENS_OF_A_PAGE = 4;

/**
 * The screens in groups that one page can show: most take a sign-in, or a first look, that they share.
 * One that leaves traces, or is another member's, is alone.
 */
function groups(): Screen[][] {
  const shared = SCREENS.filter(({ isShared }) => isShared);
  const sharing = new Map<string, Screen[]>();
  for (const screen of shared) {
    const who = `${screen.for} ${screen.username}`;
    sharing.set(who, [...(sharing.get(who) ?? []), screen]);
  }
  const chunks = [...sharing.values()].flatMap((screens) =>
    Array.from({ length: Math.ceil(screens.length / SCREENS_OF_A_PAGE) }, (_, index) =>
      screens.slice(index * SCREENS_OF_A_PAGE, (index + 1) * SCREENS_OF_A_PAGE),
    ),
  );
  return [...chunks, ...SCREENS.filter(({ isShared }) => !isShared).map((screen) => [screen])];
}

/** Names and roles in each language, the first at its own width and the other at the narrowest. */
async function expectGood(page: Page, screen: Screen): Promise<void> {
  const [widest, narrowest] = [Math.max(...screen.widths), Math.min(...screen.widths)];
  await test.step("by keyboard", () => expectKeyboardWorks(page));
  for (const [language, width] of [
    ["en", widest],
    ["fil", narrowest],
  ] as const) {
    await setLanguage(page, language);
    await test.step(`${language}, ${width} px`, async () => {
      await resize(page, width);
      await expectAccessible(page);
      // Colours do not depend on the language.
      if (language === "fil" && narrowest === widest) return;
      await setTheme(page, "dark");
      await expectContrast(page);
      await setTheme(page, "light");
    });
    for (const fit of fits(screen)) {
      await test.step(`${language}, fits ${fit} px`, () => expectFits(page, fit));
    }
  }
}

for (const group of groups()) {
  const names = group.map(({ name }) => name).join(", ");
  test(`G01 ${names}: for every eye and hand, in both themes and languages`, async ({
    context,
    bank,
    sandbox,
    database,
    guard,
  }) => {
    test.setTimeout(30_000 + group.length * 30_000);
    const where = { context, sandbox, portalUrl: bank.portalUrl };
    let page: Page | undefined;
    for (const screen of group) {
      // Another test may have put it off.
      await database.query(
        "update member set password_waived_until = null, password_waives = 0 where username like $1",
        [`${screen.username}%`],
      );
      if (screen.console) guard.expectMessage(screen.console);
      if (page !== undefined) await setLanguage(page, "en");
      const shown: Page = await test.step(screen.name, () => showScreen(screen, where, page));
      await expectGood(shown, screen);
      page = shown;
    }
  });
}
