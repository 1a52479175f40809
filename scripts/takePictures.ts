import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startBank } from "#test/e2e/support/bankProcess.ts";
import { CONSOLE_SCREENS } from "#test/e2e/support/consoleScreens.ts";
import { ACCOUNT_SCREENS } from "#test/e2e/support/accountScreens.ts";
import { LOAN_SCREENS } from "#test/e2e/support/loanScreens.ts";
import type { Screen } from "#test/e2e/support/screen.ts";
import { SCREENS as PORTAL_SCREENS } from "#test/e2e/support/screens.ts";
import { resize, setLanguage, setTheme, showScreen } from "#test/e2e/support/showScreen.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { BROWSER_ARGS, findBrowser } from "./findBrowser.ts";

const SCREENS = [...PORTAL_SCREENS, ...ACCOUNT_SCREENS, ...LOAN_SCREENS, ...CONSOLE_SCREENS];
/** Not in git: whoever wants to see every screen makes the pictures. */
const FOLDER = ".cache/pictures";
/** The few that README.md and the documents show, and that git keeps: file and look of each. */
const DOCUMENTS_FOLDER = "docs/pictures";
/** The length of a page whose end shows nothing new. */
const LONGEST_PX = 2400;
const STILL = { animations: "disabled", caret: "initial" } as const;

type Appearance = { width: number; theme: "light" | "dark"; language: "en" | "fil" };

const WIDE: Appearance = { width: 1280, theme: "light", language: "en" };
const PHONE: Appearance = { width: 390, theme: "light", language: "en" };
const DARK_PHONE: Appearance = { width: 390, theme: "dark", language: "en" };
const FILIPINO_PHONE: Appearance = { width: 390, theme: "light", language: "fil" };

/** Dark and Filipino change every screen in the same way: a phone shows both, a wide screen neither. */
const LOOKS: readonly Appearance[] = [WIDE, PHONE, DARK_PHONE, FILIPINO_PHONE];
/** What is drawn in every look there is. */
const IN_EVERY_LOOK = ["login", "dashboard", "transfer", "history", "console-requests"];
const MORE_LOOKS: readonly Appearance[] = [
  { width: 1280, theme: "dark", language: "en" },
  { width: 1280, theme: "light", language: "fil" },
];

/** Screen of each picture of the documents, and the look that it is drawn in. */
const IN_DOCUMENTS: Readonly<Record<string, { look: Appearance; file: string }>> = {
  dashboard: { look: WIDE, file: "dashboard.png" },
  transfer: { look: WIDE, file: "transfer.png" },
  "transfer-review": { look: PHONE, file: "transfer-review.png" },
  history: { look: FILIPINO_PHONE, file: "history.png" },
  "card-settings": { look: DARK_PHONE, file: "card-settings.png" },
  "loan-offer": { look: PHONE, file: "loan-offer.png" },
  "console-home": { look: WIDE, file: "console-home.png" },
  "console-requests": { look: WIDE, file: "console-requests.png" },
  "console-open-transfer": { look: WIDE, file: "console-open-transfer.png" },
};

/** What a browser shows before it installs the portal (scripts/writePages.ts), each in the window of its device. */
const INSTALL_FOLDER = "public/screenshots";
const IN_INSTALL: Readonly<Record<string, { look: Appearance; height: number; file: string }[]>> = {
  dashboard: [
    { look: PHONE, height: 844, file: "narrow-dashboard.png" },
    { look: WIDE, height: 800, file: "wide-dashboard.png" },
  ],
  history: [{ look: PHONE, height: 844, file: "narrow-history.png" }],
};

/**
 * npm run pictures: draws every screen of the built portal and console, before a bank of its own, into
 * .cache/pictures. Words choose screens whose names begin with them: npm run pictures -- login transfer.
 * `-- --documents` draws those of docs/pictures and public/screenshots alone, and writes them there.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals: words } = parseArgs({
    args: [...args],
    options: { documents: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const isWanted = (name: string) =>
    values.documents
      ? name in IN_DOCUMENTS
      : words.length === 0 || words.some((word) => name.startsWith(word));
  const chosen = SCREENS.filter(({ name }) => isWanted(name));
  if (words.length === 0 && !values.documents) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
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
      await draw(screen, { browser, where: bank, areOfDocuments: values.documents });
      console.log(screen.name);
    }
    if (!values.documents) writeFileSync(path.join(FOLDER, "README.md"), page());
  } finally {
    await browser.close();
    await stop();
  }
}

type Where = { portalUrl: string; sandboxUrl: string };

type Drawing = { browser: Browser; where: Where; areOfDocuments: boolean };

async function draw(screen: Screen, { browser, where, areOfDocuments }: Drawing): Promise<void> {
  const context = await browser.newContext({
    baseURL: where.portalUrl,
    locale: "en-PH",
    timezoneId: "Asia/Manila",
  });
  const sandbox = sandboxClient(where.sandboxUrl);
  const shown = await showScreen(screen, { context, sandbox, portalUrl: where.portalUrl });
  const looks = IN_EVERY_LOOK.includes(screen.name) ? [...LOOKS, ...MORE_LOOKS] : LOOKS;
  const inDocuments = IN_DOCUMENTS[screen.name];
  const wanted = areOfDocuments && inDocuments ? [inDocuments.look] : looks;
  for (const look of wanted) {
    if (!screen.widths.includes(look.width)) continue;
    const file = `${screen.name}-${look.width}-${look.theme}-${look.language}.png`;
    const target =
      areOfDocuments && inDocuments
        ? path.join(DOCUMENTS_FOLDER, inDocuments.file)
        : path.join(FOLDER, file);
    // oxlint-disable-next-line no-await-in-loop -- the same page in one look after the other
    await takePicture(shown, look, target);
  }
  for (const { look, height, file } of (areOfDocuments ? IN_INSTALL[screen.name] : undefined) ?? [])
    // oxlint-disable-next-line no-await-in-loop -- as above
    await takePicture(shown, look, path.join(INSTALL_FOLDER, file), height);
  await context.close();
}

async function takePicture(
  shown: Page,
  look: Appearance,
  target: string,
  height?: number,
): Promise<void> {
  await resize(shown, look.width);
  await setTheme(shown, look.theme);
  await setLanguage(shown, look.language);
  if (height === undefined) await growToContent(shown, look.width);
  else await shown.setViewportSize({ width: look.width, height });
  // At most 256 colours, none mixed of others: a third of the size, and no eye sees it.
  await sharp(await shown.screenshot(STILL))
    .png({ palette: true, dither: 0, effort: 7, compressionLevel: 9 })
    .toFile(target);
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
  ].join("\n");
}

await main(process.argv.slice(2));
