import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startBank } from "#test/e2e/support/bankProcess.ts";
import { CONSOLE_SCREENS } from "#test/e2e/support/consoleScreens.ts";
import { LOAN_SCREENS } from "#test/e2e/support/loanScreens.ts";
import type { Screen } from "#test/e2e/support/screen.ts";
import { SCREENS as PORTAL_SCREENS } from "#test/e2e/support/screens.ts";
import { resize, setLanguage, setTheme, showScreen } from "#test/e2e/support/showScreen.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { BROWSER_ARGS, findBrowser } from "./findBrowser.ts";
import { smallPng } from "./pictures/smallPng.ts";

const SCREENS = [...PORTAL_SCREENS, ...LOAN_SCREENS, ...CONSOLE_SCREENS];
const FOLDER = "docs/screens";
/** Pages of our papers, drawn by hand: no browser of ours shows a PDF. They stay. */
const PAPERS = /^paper-(.+)\.png$/;
/** The pictures of README.md, with the screens they are of. */
const README_PICTURES = { dashboard: "dashboard.png", transfer: "transfer.png" } as const;
const README_FOLDER = "docs/pictures";
/** The length of a page whose end shows nothing new. */
const LONGEST_PX = 2400;
const SHARP = { animations: "disabled", caret: "initial" } as const;

type Look = { width: number; theme: "light" | "dark"; language: "en" | "fil" };

/** Dark and Filipino change every screen in the same way: a phone shows both, a wide screen neither. */
const LOOKS: readonly Look[] = [
  { width: 1280, theme: "light", language: "en" },
  { width: 390, theme: "light", language: "en" },
  { width: 390, theme: "dark", language: "en" },
  { width: 390, theme: "light", language: "fil" },
];
/** What is drawn in every look there is. */
const IN_EVERY_LOOK = ["login", "dashboard", "transfer", "history", "console-requests"];
const MORE_LOOKS: readonly Look[] = [
  { width: 1280, theme: "dark", language: "en" },
  { width: 1280, theme: "light", language: "fil" },
];

/**
 * npm run pictures: draws every screen of the built portal, before a bank of its own. Words choose
 * screens whose names begin with them: npm run pictures -- login transfer.
 */
async function main(words: readonly string[]): Promise<void> {
  const chosen = SCREENS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)),
  );
  mkdirSync(FOLDER, { recursive: true });
  if (words.length === 0) {
    const drawn = readdirSync(FOLDER).filter((file) => !PAPERS.test(file));
    for (const file of drawn) rmSync(path.join(FOLDER, file));
  }
  const { bank, stop } = await startBank();
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: BROWSER_ARGS,
  });
  try {
    for (const screen of chosen) {
      // oxlint-disable-next-line no-await-in-loop -- one bank, one screen at a time
      await draw(screen, browser, bank);
      console.log(screen.name);
    }
    writeFileSync(path.join(FOLDER, "README.md"), page());
  } finally {
    await browser.close();
    await stop();
  }
}

type Where = { portalUrl: string; sandboxUrl: string };

async function draw(screen: Screen, browser: Browser, where: Where): Promise<void> {
  const context = await browser.newContext({
    baseURL: where.portalUrl,
    locale: "en-PH",
    timezoneId: "Asia/Manila",
  });
  const sandbox = sandboxClient(where.sandboxUrl);
  const shown = await showScreen(screen, { context, sandbox, portalUrl: where.portalUrl });
  const looks = IN_EVERY_LOOK.includes(screen.name) ? [...LOOKS, ...MORE_LOOKS] : LOOKS;
  for (const look of looks) {
    if (!screen.widths.includes(look.width)) continue;
    // oxlint-disable-next-line no-await-in-loop -- the same page in one look after the other
    await takePicture(shown, screen.name, look);
  }
  await context.close();
}

async function takePicture(shown: Page, name: string, look: Look): Promise<void> {
  await resize(shown, look.width);
  await setTheme(shown, look.theme);
  await setLanguage(shown, look.language);
  const file = `${name}-${look.width}-${look.theme}-${look.language}.png`;
  await growToContent(shown, look.width);
  writeFileSync(path.join(FOLDER, file), smallPng(await shown.screenshot(SHARP)));
  const forReadme = Object.entries(README_PICTURES).find(([wanted]) => wanted === name)?.[1];
  if (forReadme !== undefined && look === LOOKS[0]) {
    await resize(shown, look.width);
    writeFileSync(path.join(README_FOLDER, forReadme), await shown.screenshot(SHARP));
  }
}

/** A page as a whole, its bars where they belong; what is above a page is seen in a usual window. */
async function growToContent(shown: Page, width: number): Promise<void> {
  if ((await shown.locator("dialog[open]").count()) > 0) return;
  const height = await shown.evaluate(() => document.documentElement.scrollHeight);
  await shown.setViewportSize({ width, height: Math.min(height, LONGEST_PX) });
}

/** The page that shows the pictures side by side, from the files that are there. */
function page(): string {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".png"));
  const rows = SCREENS.map(({ name }) => {
    const own = files.filter((file) => new RegExp(`^${name}-\\d+-`).test(file));
    const links = own.map((file) => `[${file.slice(name.length + 1, -4)}](${file})`);
    return `- **${name}**: ${links.join(", ")}`;
  });
  return [
    "# Every screen",
    "",
    "Written by `npm run pictures` from the demo; the name of a file says width, theme and language.",
    "",
    ...rows,
    "",
    "## Papers",
    "",
    "The first pages of PDF files that the demo made, drawn by hand with `pdftoppm -png -r 72 -singlefile FILE.pdf paper-NAME`.",
    "",
    ...files.flatMap((file) => {
      const name = PAPERS.exec(file)?.[1];
      return name === undefined ? [] : [`- [${name}](${file})`];
    }),
    "",
  ].join("\n");
}

await main(process.argv.slice(2));
