import type { BrowserContext, Page } from "@playwright/test";
import type { SandboxClient } from "#scripts/client/sandboxClient.ts";
import { demoNewcomer, type DemoNewcomer, type DemoPerson } from "./demoMembers.ts";
import { loginPage } from "./loginPage.ts";
import { heading, review, send, typeCode } from "./topUp.ts";

/** What bringing about a screen takes. The page is the member's own when the screen is `for` one. */
export type Stage = {
  page: Page;
  context: BrowserContext;
  sandbox: SandboxClient;
  /** Who the screen is of; on a screen of the staff nobody of the demo's members. */
  member: DemoPerson;
};

/** One thing that can be before a member's eyes. Its name is also that of its pictures. */
export type Screen = {
  name: string;
  /** Whether somebody is signed in, and to which of the two programs. */
  for: "guest" | "member" | "staff";
  /** Of who is signed in, or is about to be: a member's begins like this, the staff's is this. */
  username: string;
  /** Ends when all is drawn. Starts in English, as wide as the first of `widths`. */
  open: (stage: Stage) => Promise<unknown>;
  /** Where it can be seen, in pixels. */
  widths: readonly number[];
  /** It leaves nothing behind: the same page can show others before and after it. */
  isShared: boolean;
  /** What the browser's console rightly says about it. */
  console?: RegExp;
};

const [WIDE, NARROW] = [1280, 390];

/** Most screens are one line: a name and an address. A screen that moves money takes its own member. */
export const screen = (
  who: Screen["for"],
  name: string,
  open: Screen["open"] | string,
  more: Partial<Screen> = {},
): Screen => ({
  name,
  for: who,
  username: "florante.yambao",
  open: typeof open === "string" ? ({ page }) => goTo(page, open) : open,
  isShared: more.username === undefined && more.console === undefined,
  widths: [WIDE, NARROW],
  ...more,
});

/** A screen of a member whose card is as it should be for it; it changes nothing. */
const cardScreen = (username: string, name: string, open: Screen["open"] | string): Screen =>
  screen("member", name, open, { username, isShared: true });

/** The card in the states that the demo's members have. */
const CARD_STATES: readonly Screen[] = [
  cardScreen("paulo.cuevas", "card-type-dialog", async ({ page }) => {
    await goTo(page, "/dashboard");
    await page.getByRole("button", { name: "Apply for a card" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  cardScreen("paulo.cuevas", "apply-card", "/apply-visa-card"),
  cardScreen("paulo.cuevas", "apply-personalized", "/apply-visa-card/type/personalized"),
  cardScreen("nerissa.cayabyab", "apply-missing", "/apply-visa-card"),
  screen("member", "apply-refused", refuseApplication, {
    username: "nerissa.cayabyab",
    console: /422/,
  }),
  cardScreen("leonardo.valdez", "dashboard-review", "/dashboard"),
  cardScreen("florante.dagohoy", "dashboard-pickup", "/dashboard"),
  cardScreen("florante.dagohoy", "activate-card", "/set-atm-pin"),
  cardScreen("florante.dagohoy", "set-atm-pin", async ({ page }) => {
    await goTo(page, "/set-atm-pin");
    await page.getByLabel("Card number").fill("4000 0099 0001 2348");
    await page.getByRole("button", { name: "Activate card" }).click();
    await page.getByRole("textbox", { name: "6-digit ATM PIN" }).waitFor();
  }),
  cardScreen("glenn.ramos", "dashboard-processing", "/dashboard"),
  cardScreen("vicente.pangilin", "dashboard-released", "/dashboard"),
  cardScreen("john.jacinto", "dashboard-retry", "/dashboard"),
  cardScreen("imelda.nacion", "card-settings-suspended", "/card-settings"),
  cardScreen("imelda.nacion", "card-suspended-dialog", async ({ page }) => {
    await goTo(page, "/change-pin");
    await page.getByRole("alertdialog").waitFor();
  }),
  cardScreen("marlon.cabrera", "card-settings-locked", "/card-settings"),
  cardScreen("isagani.escalona", "card-settings-limit", "/card-settings"),
  cardScreen("isagani.escalona", "cvv-limit-dialog", async ({ page }) => {
    await goTo(page, "/change-cvv");
    await page.getByRole("alertdialog").waitFor();
  }),
];

/** Every screen of the portal: walked through by screens.spec.ts, drawn by `npm run pictures`. */
export const SCREENS: readonly Screen[] = [
  screen("guest", "login", "/login"),
  screen("guest", "login-errors", ({ page }) => sendEmpty(page, "/login")),
  screen(
    "guest",
    "login-wrong",
    async ({ page }) => {
      await loginPage(page).open();
      await loginPage(page).submit("nobody.here", "not the password");
      await loginPage(page).alert.waitFor();
    },
    { console: /400 / },
  ),
  screen(
    "guest",
    "login-code",
    async ({ page, sandbox, member }) => {
      await loginPage(page).open();
      await sandbox.codeAfter(member.mobileNumber, () => loginPage(page).submit(member.username));
      await loginPage(page).code.waitFor();
    },
    { username: "glenn.ramos" },
  ),
  screen("guest", "signup", "/signup"),
  screen("guest", "signup-errors", ({ page }) => sendEmpty(page, "/signup")),
  screen(
    "guest",
    "signup-code",
    async ({ page, sandbox }) => {
      const newcomer = demoNewcomer(true);
      await sandbox.codeAfter(newcomer.mobileNumber ?? "", () => signUp(page, newcomer));
      await loginPage(page).code.waitFor();
    },
    { isShared: false },
  ),
  screen(
    "guest",
    "signup-no-mobile",
    async ({ page }) => {
      await signUp(page, demoNewcomer(false));
      await page.getByRole("dialog").waitFor();
    },
    { console: /409|422|400/ },
  ),
  screen("guest", "forgot", "/forgot"),
  screen("guest", "forgot-password", "/forgot-password"),
  screen(
    "guest",
    "set-password",
    ({ page, sandbox, member }) =>
      recover(page, "/forgot-password", member.username, (act) =>
        sandbox.codeAfter(member.mobileNumber, act),
      ),
    { username: "josephine.pineda" },
  ),
  screen("guest", "forgot-username", "/forgot-username"),
  screen(
    "guest",
    "set-username",
    ({ page, sandbox, member }) =>
      recover(page, "/forgot-username", member.membershipNo, (act) =>
        sandbox.codeAfter(member.mobileNumber, act),
      ),
    { username: "wilfredo.padilla" },
  ),
  screen("guest", "terms", "/terms-and-conditions"),
  screen("guest", "privacy", "/privacy"),

  screen("member", "dashboard", "/dashboard"),
  screen("member", "dashboard-no-card", "/dashboard", { username: "lemuel.ocampo" }),
  screen("member", "dashboard-suspended", "/dashboard", { username: "imelda.nacion" }),
  screen("member", "menu", ({ page }) => openBy(page, "Open menu"), { widths: [NARROW] }),
  screen("member", "display", ({ page }) => openBy(page, "Text size, Dark screen"), {
    widths: [WIDE],
  }),
  screen("member", "notifications", openBell, { widths: [WIDE] }),
  screen("member", "notifications-phone", openBell, { widths: [NARROW] }),
  screen("member", "terms-dialog", ({ page }) => openBy(page, "Terms and Conditions")),
  screen("member", "privacy-dialog", ({ page }) => openBy(page, "Privacy Notice")),
  screen("member", "logout-dialog", ({ page }) => openBy(page, "Log out")),
  screen(
    "guest",
    "aged-password-dialog",
    async ({ page, sandbox, member }) => {
      await loginPage(page).open();
      const logIn = () => loginPage(page).submit(member.username);
      await loginPage(page).code.fill(await sandbox.codeAfter(member.mobileNumber, logIn));
      await page.getByRole("dialog").waitFor();
    },
    { username: "gilbert.samonte" },
  ),
  screen(
    "member",
    "idle-dialog",
    async ({ page, context }) => {
      await context.clock.install();
      await page.reload();
      await page.getByRole("region", { name: "Account Balances" }).getByText("₱").first().waitFor();
      await context.clock.fastForward("05:01");
      await page.getByRole("alertdialog").waitFor();
    },
    { isShared: false },
  ),
  screen("member", "transfer", "/transfer-funds?to=own"),
  screen("member", "transfer-errors", ({ page }) => sendEmpty(page, "/transfer-funds?to=own")),
  // The order that was reviewed is kept.
  screen("member", "transfer-review", ({ page }) => review(page, "12.50"), { isShared: false }),
  screen(
    "member",
    "transfer-code",
    async ({ page, sandbox, member }) => {
      await review(page, "12.50");
      await sandbox.codeAfter(member.mobileNumber, () => send(page));
      await page.getByRole("dialog").waitFor();
    },
    { username: "raymund.dacanay" },
  ),
  screen(
    "member",
    "transfer-sent",
    async ({ page, sandbox, member }) => {
      await review(page, "12.50");
      await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
      await heading(page, "Transfer sent").waitFor();
    },
    { username: "isagani.bautista" },
  ),
  screen("member", "history", "/transaction-history"),
  screen("member", "card-settings", "/card-settings"),
  screen("member", "change-pin", "/change-pin"),
  screen("member", "change-cvv", "/change-cvv"),
  screen("member", "transaction-limit", "/update-transaction-limit"),
  screen("member", "transaction-limit-errors", ({ page }) =>
    sendEmpty(page, "/update-transaction-limit"),
  ),
  screen("member", "upgrade-dialog", async ({ page }) => {
    await goTo(page, "/dashboard");
    await page.getByRole("button", { name: "Upgrade Now" }).click();
    await page.getByLabel("Pick-up location").selectOption({ index: 2 });
    await page.getByRole("dialog").getByText("is deducted from").waitFor();
  }),
  ...CARD_STATES,
  screen("member", "apply", "/apply"),
  screen("member", "update-password", "/update-password"),
  screen("member", "update-password-errors", ({ page }) => sendEmpty(page, "/update-password")),
  screen("member", "not-authorized", "/transfer-funds?to=own", { username: "kenneth.quinto" }),
  screen("member", "not-found", "/no-such-page"),

  screen("guest", "console-sign-in", "/console/sign-in"),
  screen("staff", "console-home", "/console", { username: "auditor.demo" }),
  screen("staff", "console-transfers", "/console/transfers", { username: "auditor.demo" }),
  screen("staff", "console-audit", "/console/audit", { username: "auditor.demo" }),
  screen("staff", "console-not-authorized", "/console/transfers", { username: "loan.demo" }),
];

/** Sends an application that lacks details: the page is told of none, the server knows them. */
async function refuseApplication({ page }: Stage): Promise<void> {
  await page.route(/\/cardRequestDetails$/, async (route) => {
    const response = await route.fetch();
    // The server's own answer, without what it says is missing.
    const body = (await response.json()) as { errors: unknown[] };
    await route.fulfill({ response, json: { ...body, errors: [] } });
  });
  await goTo(page, "/apply-visa-card");
  await page.getByRole("button", { name: "Confirm Application" }).click();
  await page.getByText("Please see missing details below:").waitFor();
  await page.unrouteAll();
}

/** Goes to an address and waits until its title is there, its form works and no skeleton is left. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => {
    const form = document.querySelector("main form");
    const isTakenOver = form === null || Object.keys(form).length > 0;
    return isTakenOver && !document.querySelector("main .sk, main .coming");
  });
}

/** Sends a form with nothing in it. */
async function sendEmpty(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.locator("main form button[type=submit]").click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

/** Asks for an account, with everything as it should be. */
async function signUp(page: Page, { membershipNo }: DemoNewcomer): Promise<void> {
  await goTo(page, "/signup");
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field("Membership No.").fill(membershipNo);
  await field("Username").fill("new.member");
  await field("Set Password").fill("four mangoes on the jeepney");
  await field("Confirm Password").fill("four mangoes on the jeepney");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Next" }).click();
}

/** Goes past the code of a recovery. */
async function recover(
  page: Page,
  path: string,
  identifier: string,
  codeAfter: (act: () => Promise<void>) => Promise<string>,
): Promise<void> {
  await goTo(page, path);
  await page.locator("main form input").first().fill(identifier);
  const next = () => page.getByRole("button", { name: "Next" }).click();
  await loginPage(page).code.fill(await codeAfter(next));
  await page.getByRole("heading", { name: /^Set New/ }).waitFor();
}

/** Presses a button that opens something above the dashboard. */
async function openBy(page: Page, name: string): Promise<void> {
  await beAtDashboard(page);
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").waitFor();
}

async function openBell({ page }: Stage): Promise<void> {
  await beAtDashboard(page);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
}

/** The dashboard with nothing open above it. */
async function beAtDashboard(page: Page): Promise<void> {
  const isOpen = (await page.getByRole("dialog").count()) > 0;
  if (isOpen || new URL(page.url()).pathname !== "/dashboard") await goTo(page, "/dashboard");
}
