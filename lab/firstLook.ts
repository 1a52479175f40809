import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { BROWSER_ARGS, findBrowser } from "#scripts/findBrowser.ts";
import { readArguments } from "#scripts/start/readArguments.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { startBank } from "#test/e2e/support/bankProcess.ts";
import { demoMember } from "#test/e2e/support/demoMembers.ts";
import { signedInTab } from "#test/e2e/support/signInPage.ts";
import { type Look, measure, PHONE } from "./firstLook/measure.ts";
import { type Screen, SCREENS } from "./firstLook/screens.ts";
import { serveStill } from "./firstLook/still.ts";

const BUDGET = { lcpRatio: 1.2, inp: 200, cls: 0.05, loginBytes: 90 * 1024 };
/** A shift that is told of. */
const SMALLEST_SHIFT = 0.001;

/** Whose pages are timed: card, three accounts, two loans. */
const MEMBER = "florante.yambao";
/** Whose pages are looked at as well for what moves: no card, no loans, cards in other states, many loans. */
const OTHERS = [
  "paulo.cuevas",
  "lemuel.ocampo",
  "florante.dagohoy",
  "marlon.cabrera",
  "raymund.dacanay",
  "zaldy.ecal",
  "catherine.ramos",
  "maria.santos",
];

type Where = { portalUrl: string; sandboxUrl: string };
type Language = "en" | "fil";
type Asked = { rounds: number; screens: readonly Screen[]; withRequests: boolean };

/**
 * npm run first-look: how soon login, dashboard, form of sending and history are there on a phone with slow 4G,
 * each in turns with a page of the same weight that has its words in its document; how much they move, and how
 * soon they answer a press. Then, for members who have other things, what moves in both languages.
 */
async function measureAll({ rounds, screens, withRequests }: Asked): Promise<void> {
  const { bank, stop } = await startBank();
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    args: BROWSER_ARGS,
  });
  try {
    for (const screen of screens) {
      const looks: Look[] = [];
      const stills: Look[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- two measurements at once would disturb each other
        const look = await withTab(browser, screen, { where: bank, who: MEMBER }, (page) =>
          measure(page, screen.path, screen.ready, screen.uses),
        );
        looks.push(look);
        // oxlint-disable-next-line no-await-in-loop -- as above
        stills.push(await lookAtStill(browser, look));
      }
      tell(screen.name, looks, stills);
      if (withRequests) console.table(looks.at(-1)?.fetched);
    }
    await lookForShifts(browser, bank, screens);
  } finally {
    await browser.close();
    await stop();
  }
}

async function lookForShifts(
  browser: Browser,
  where: Where,
  screens: readonly Screen[],
): Promise<void> {
  const signedIn = screens.filter(({ isSignedIn }) => isSignedIn);
  const [first] = signedIn;
  if (first === undefined) return;
  for (const who of [MEMBER, ...OTHERS]) {
    for (const language of ["en", "fil"] as const) {
      // oxlint-disable-next-line no-await-in-loop -- two measurements at once would disturb each other
      await withTab(browser, first, { where, who, language }, async (page) => {
        for (const { name, path } of signedIn) {
          // oxlint-disable-next-line no-await-in-loop -- as above
          tellShifts(`${name} ${who} ${language}`, await measure(page, path, "main h1"));
        }
      });
    }
  }
}

type Visit = { where: Where; who: string; language?: Language };

async function withTab<T>(
  browser: Browser,
  { isSignedIn }: Screen,
  { where, who, language = "en" }: Visit,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: where.portalUrl, ...PHONE });
  try {
    await context.addCookies([{ name: "lang", value: language, url: where.portalUrl }]);
    if (!isSignedIn) return await use(await context.newPage());
    const sandbox = sandboxClient(where.sandboxUrl);
    const page = await signedInTab(context, where.portalUrl, sandbox, demoMember(who));
    // A tab that keeps its session and has nothing else of the portal.
    await page.goto("/dashboard");
    await page.locator(".acct .nm, .empty").first().waitFor();
    return await use(page);
  } finally {
    await context.close();
  }
}

async function lookAtStill(browser: Browser, { fetched }: Look): Promise<Look> {
  const { url, close } = await serveStill(fetched);
  const context = await browser.newContext(PHONE);
  const look = await measure(await context.newPage(), url, "h1");
  await context.close();
  close();
  return look;
}

const bytesOf = ({ fetched }: Pick<Look, "fetched">) =>
  fetched.reduce((sum, { bytes }) => sum + bytes, 0);
const scriptOf = ({ fetched }: Look) =>
  bytesOf({ fetched: fetched.filter(({ type }) => type === "Script") });

function middle(looks: readonly Look[], of: (look: Look) => number): number {
  const sorted = looks.map(of).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function tell(name: string, looks: readonly Look[], stills: readonly Look[]): void {
  const lcp = middle(looks, (look) => look.lcp);
  const still = middle(stills, (look) => look.lcp);
  const bytes = middle(looks, bytesOf);
  const uses = (looks[0]?.uses ?? []).map((use, place) => ({
    name: use.name,
    ms: middle(looks, (look) => look.uses[place]?.ms ?? Number.NaN),
    waited: middle(looks, (look) => look.uses[place]?.waited ?? Number.NaN),
    worked: middle(looks, (look) => look.uses[place]?.worked ?? Number.NaN),
  }));
  const [ratio, inp] = [lcp / still, Math.max(...uses.map(({ ms }) => ms))];
  console.log(name, {
    lcpMs: Math.round(lcp),
    lcpOf: looks[0]?.lcpOf,
    thereMs: Math.round(middle(looks, (look) => look.there)),
    stillMs: Math.round(still),
    inpMs: Math.round(inp),
    uses: uses.map(
      ({ name: use, ms, waited, worked }) => `${use} ${ms} (waited ${waited}, worked ${worked})`,
    ),
    kilobytes: Math.round(bytes / 1024),
    load: Math.round(loadavg()[0] ?? 0),
  });
  judge(name, "LCP beside a page of the same weight", ratio, BUDGET.lcpRatio);
  judge(name, "INP", inp, BUDGET.inp);
  if (name === "login") judge(name, "bytes of program", middle(looks, scriptOf), BUDGET.loginBytes);
  for (const look of looks) tellShifts(name, look);
}

function tellShifts(name: string, { cls, shifts }: Look): void {
  judge(name, "CLS", cls, BUDGET.cls);
  for (const { value, at, sources } of shifts) {
    if (value < SMALLEST_SHIFT) continue;
    console.log(`  ${rounded(value)} after ${at} ms`);
    for (const { node, from, to } of sources) console.log(`    ${node}: ${from} → ${to}`);
  }
}

function judge(name: string, what: string, found: number, most: number): void {
  const isWithin = found <= most;
  if (!isWithin) process.exitCode = 1;
  const verdict = isWithin ? "within" : "BEYOND";
  console.log(`${name}: ${what} ${rounded(found)}, ${verdict} ${most}`);
}

const rounded = (figure: number) => Math.round(figure * 1000) / 1000;

const { values } = readArguments(
  "npm run first-look [-- --rounds 5 --screen dashboard --requests]",
  () =>
    parseArgs({
      options: {
        rounds: { type: "string", default: "5" },
        screen: { type: "string" },
        requests: { type: "boolean", default: false },
      },
    }),
);
await measureAll({
  rounds: Number(values.rounds),
  screens: SCREENS.filter(({ name }) => values.screen === undefined || name === values.screen),
  withRequests: values.requests,
});
