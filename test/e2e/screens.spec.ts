import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { expectKeyboardWorks } from "./support/keyboard.ts";
import { type Screen, SCREENS } from "./support/screens.ts";
import { resize, setLanguage, setTheme, showScreen } from "./support/showScreen.ts";

const NARROWEST = 320;

// No screen needs another before it.
test.describe.configure({ mode: "parallel" });

/** Nothing is wider than the screen; and with text twice as large where there is room for that. */
async function expectFits(page: Page, width: number, isRoomy: boolean): Promise<void> {
  await resize(page, width);
  expect(await page.evaluate(stickingOut), `${width} px`).toEqual([]);
  if (!isRoomy) return;
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(await page.evaluate(stickingOut), `${width} px with text twice as large`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

/** What makes the page scroll sideways; nothing when it does not. */
function stickingOut(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
    .map((element) => element.outerHTML.slice(0, 100));
}

/** Its own widths, and the narrowest phone where it is for phones. */
const fits = ({ widths }: Screen): number[] =>
  Math.min(...widths) < 600 ? [...widths, NARROWEST] : [...widths];

for (const screen of SCREENS) {
  test(`G01 ${screen.name}: for every eye and hand, in both themes and languages`, async ({
    context,
    bank,
    sandbox,
    database,
    guard,
  }) => {
    // Another test may have put it off.
    await database.query(
      "update member set password_waived_until = null, password_waives = 0 where username like $1",
      [`${screen.username}%`],
    );
    if (screen.console) guard.expectMessage(screen.console);
    const page = await showScreen(screen, { context, sandbox, portalUrl: bank.portalUrl });
    await test.step("by keyboard", () => expectKeyboardWorks(page));
    for (const language of ["en", "fil"] as const) {
      await setLanguage(page, language);
      // The same elements stand there in either language: its names are checked at one width.
      const checked = language === "en" ? screen.widths : [Math.min(...screen.widths)];
      for (const width of checked) {
        await test.step(`${language}, ${width} px`, async () => {
          await resize(page, width);
          await expectAccessible(page);
          if (language === "fil") return;
          await setTheme(page, "dark");
          await expectContrast(page);
          await setTheme(page, "light");
        });
      }
      for (const width of fits(screen)) {
        const isRoomy = width > NARROWEST || screen.for === "guest";
        await test.step(`${language}, fits ${width} px`, () => expectFits(page, width, isRoomy));
      }
    }
  });
}
