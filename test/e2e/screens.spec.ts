import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { LOAN_DESK_SCREENS } from "./support/consoleScreens.ts";
import { expectFocusUncovered, expectKeyboardWorks } from "./support/keyboard.ts";
import { ACCOUNT_SCREENS } from "./support/accountScreens.ts";
import { LOAN_SCREENS } from "./support/loanScreens.ts";
import type { Screen } from "./support/screen.ts";
import { SCREENS } from "./support/screens.ts";
import { resize, setLanguage, setTheme, showScreen } from "./support/showScreen.ts";

const NARROWEST = 320;

// No screen needs another before it.
test.describe.configure({ mode: "parallel" });

/** Nothing is wider than the screen, neither with text twice as large. */
async function expectFits(page: Page, width: number): Promise<void> {
  await resize(page, width);
  const { usual, large } = await page.evaluate(measure);
  expect(usual, `${width} px`).toEqual([]);
  expect(large, `${width} px with text twice as large`).toEqual([]);
}

/** Runs in the page: what is wrong with its own size of text, and with twice as large. */
function measure(): { usual: string[]; large: string[] } {
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

  /**
   * Words of a title above a page that are cut in two elsewhere than at a hyphen, words of a row that are cut off, and
   * words of the tab bar on the next one's.
   */
  function crowded(): string[] {
    const rectsOf = (text: Text, from: number, to: number): DOMRect[] => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return [...range.getClientRects()];
    };
    const textsOf = (element: Element): Text[] =>
      [...element.childNodes].filter((node) => node instanceof Text);
    const cut = [...document.querySelectorAll("dialog[open] h2, .bell-head h2")].flatMap((title) =>
      textsOf(title).flatMap((text) =>
        [...text.data.matchAll(/[^\s-]+/g)]
          .filter(({ 0: word, index }) => rectsOf(text, index, index + word.length).length > 1)
          .map(({ 0: word }) => `${word} in ${title.textContent}`),
      ),
    );
    // A row whose dots stand before its left edge cuts there what else would.
    const clipped = [...document.querySelectorAll(".dots")].flatMap((row) =>
      [...row.querySelectorAll("*"), row]
        .flatMap((element) => textsOf(element))
        .filter((text) =>
          rectsOf(text, 0, text.length).some(
            ({ left }) => left < row.getBoundingClientRect().left - 0.5,
          ),
        )
        .map(({ data }) => `${data} is cut at the left`),
    );
    // A name of two words has two lines.
    const words = [...document.querySelectorAll(".tabbar a")].map((tab) => {
      const rects = textsOf(tab).flatMap((text) => rectsOf(text, 0, text.length));
      return {
        word: tab.textContent,
        left: Math.min(...rects.map(({ left }) => left)),
        right: Math.max(...rects.map(({ right }) => right)),
      };
    });
    const onNext = words.filter(({ right }, index) => right > (words[index + 1]?.left ?? Infinity));
    return [...cut, ...clipped, ...onNext.map(({ word }) => `${word} on the next tab`)];
  }

  /** A figure in a field, or the words in an empty one, of which a part is out of sight. */
  function cutInField(): string[] {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll<HTMLInputElement>(".inp > input")]
      .filter((input) => input.checkVisibility())
      .filter(({ value, inputMode }) => value === "" || /^(?:decimal|numeric)$/.test(inputMode))
      .flatMap((input) => {
        const text = input.value || input.placeholder;
        const look = getComputedStyle(input);
        const isUnseen = getComputedStyle(input, "::placeholder").color === "rgba(0, 0, 0, 0)";
        if (pen === null || (input.value === "" && isUnseen)) return [];
        pen.font = look.font;
        const room = input.clientWidth - parseInt(look.paddingLeft) - parseInt(look.paddingRight);
        return pen.measureText(text).width > room + 1 ? [`${text} is cut in its field`] : [];
      });
  }

  const usual = [...stickingOut(), ...cutInField()];
  document.documentElement.style.setProperty("font-size", "200%");
  const large = [...stickingOut(), ...crowded(), ...cutInField()];
  document.documentElement.style.removeProperty("font-size");
  return { usual, large };
}

/** Its own widths, and the narrowest phone where it is for phones: from the widest on. */
const fits = ({ widths }: Screen): number[] =>
  [...widths, ...(Math.min(...widths) < 600 ? [NARROWEST] : [])].toSorted((a, b) => b - a);

/** How many screens one signed-in page shows, one after the other. */
const SCREENS_OF_A_PAGE = 6;

/**
 * The screens in groups that one page can show: most take a sign-in, or a first look, that they share.
 * One that leaves traces, or is another member's, is alone.
 */
function groups(): Screen[][] {
  const all = [...SCREENS, ...ACCOUNT_SCREENS, ...LOAN_SCREENS, ...LOAN_DESK_SCREENS];
  const shared = all.filter(({ isShared }) => isShared);
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
  return [...chunks, ...all.filter(({ isShared }) => !isShared).map((screen) => [screen])];
}

/** Names and roles in each language, the first at its own width and the other at the narrowest. */
async function expectGood(page: Page, screen: Screen): Promise<void> {
  const [widest, narrowest] = [Math.max(...screen.widths), Math.min(...screen.widths)];
  await test.step("by keyboard", () => expectKeyboardWorks(page));
  // Down the widths in the one language and up again in the other: each change of width is drawn.
  for (const [language, judgedAt, widths] of [
    ["en", widest, fits(screen)],
    ["fil", narrowest, fits(screen).toReversed()],
  ] as const) {
    await setLanguage(page, language);
    for (const width of widths) {
      await test.step(`${language}, fits ${width} px`, () => expectFits(page, width));
      if (width === narrowest && language === "fil")
        await test.step("nothing covers the focus", () => expectFocusUncovered(page));
      if (width !== judgedAt) continue;
      await test.step(`${language}, ${width} px`, async () => {
        await expectAccessible(page);
        // Colours do not depend on the language.
        if (language === "fil" && narrowest === widest) return;
        await setTheme(page, "dark");
        await expectContrast(page);
        await setTheme(page, "light");
      });
    }
  }
}

for (const group of groups()) {
  const names = group.map(({ name }) => name).join(", ");
  test(`S174 ${names}: for every eye and hand, in both themes and languages`, async ({
    context,
    bank,
    sandbox,
    database,
    guard,
  }) => {
    const where = { context, sandbox, portalUrl: bank.portalUrl };
    let page: Page | undefined;
    for (const screen of group) {
      // Other tests look at both languages as this member, more often than members change it in a day.
      await database.query("delete from throttle where scope = 'language'");
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
