import type { Page } from "@playwright/test";
import { CARD_SCREENS } from "./cardScreens.ts";
import { demoNewcomer, type DemoNewcomer } from "./demoMembers.ts";
import { loginPage } from "./loginPage.ts";
import { openAsked } from "./openAsked.ts";
import { follow, goTo, NARROW, type Screen, screen, type Stage, WIDE } from "./screen.ts";
import { SHOP_SCREENS } from "./scanCode.ts";
import { fillBank, fillCard, reviewBank, TO } from "./sendMoney.ts";
import { APP_SCREENS } from "./appScreens.ts";
import { VERIFY_SCREENS } from "./verifyScreens.ts";
import { heading, review, send, typeCode } from "./topUp.ts";

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
  screen("guest", "come-back", "/come-back"),
  ...VERIFY_SCREENS,
  ...APP_SCREENS,
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
  screen("guest", "someone-else", "/someone-else"),
  screen("guest", "frozen", "/frozen"),
  screen("guest", "open-again", "/open-again"),
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
      await goTo(page, "/dashboard");
      await page.getByRole("region", { name: "Account Balances" }).getByText("₱").first().waitFor();
      await context.clock.fastForward("05:01");
      await page.getByRole("alertdialog").waitFor();
      // The half minute it gives is less than looking at it takes: from here on it is the same moment.
      await context.clock.setFixedTime(await page.evaluate(() => Date.now()));
    },
    { isShared: false },
  ),
  screen("member", "transfer-own", "/transfer-funds?to=own"),
  screen("member", "transfer-errors", ({ page }) => sendEmpty(page, "/transfer-funds?to=own")),
  screen("member", "transfer-empty", "/transfer-funds"),
  screen("member", "qr-code", "/qr-code"),
  ...SHOP_SCREENS,
  // What was typed is kept.
  screen("member", "transfer", ({ page }) => fillBank(page, LONG_PAYMENT), { isShared: false }),
  screen("member", "transfer-known", sendToKnown, { isShared: false }),
  screen("member", "transfer-bank-errors", ({ page }) => sendEmpty(page, "/transfer-funds")),
  screen("member", "transfer-bank-list", openBanks, { widths: [WIDE] }),
  screen("member", "transfer-bank-list-phone", openBanks, { widths: [NARROW] }),
  screen("member", "transfer-card", ({ page }) => fillCard(page, "9901123505", "12.5"), {
    isShared: false,
  }),
  screen("member", "transfer-new-payee", payNewPayee, { isShared: false }),
  screen("member", "transfer-bank-review", ({ page }) => reviewBank(page, LONG_PAYMENT), {
    isShared: false,
  }),
  ...["transfer-bank-result", "transfer-bank-receipt", "transfer-report"].map((name, index) =>
    screen("member", name, (stage) => payBank(stage, index), { username: "zaldy.ecal" }),
  ),
  screen("member", "transfer-asked", openAsked),
  screen("member", "transfer-checking", loseAnswer, {
    username: "daisy.soliman",
    console: /503/,
  }),
  screen(
    "member",
    "transfer-receipt-failed",
    async ({ page }) => {
      await page.route(/\/fundTransferDetails\//, (route) => route.abort());
      await page.goto("/transaction-details/OT261121-0000000001/2026-11-21");
      await page.getByRole("button", { name: "Try again" }).waitFor();
    },
    { username: "elena.ocampo", console: /ERR_FAILED/ },
  ),
  screen(
    "member",
    "transfer-recipients",
    async (stage) => {
      await payBank(stage, 1);
      const { page } = stage;
      await page.getByRole("button", { name: "Save recipient" }).click();
      await follow(page, page.getByRole("link", { name: "Make another transfer" }));
      await page.getByRole("button", { name: "Manage" }).click();
      await page.getByRole("dialog").waitFor();
    },
    { username: "elena.ocampo" },
  ),
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
  screen("member", "history-nothing-fits", async ({ page }) => {
    await goTo(page, "/transaction-history");
    await page.getByRole("searchbox").fill("Walang ganito");
    await page.getByRole("button", { name: "Show all" }).waitFor();
  }),
  screen("member", "spending", "/spending"),
  screen("member", "spending-rows", async ({ page }) => {
    await goTo(page, "/spending");
    await page.locator("a.way-row").first().click();
    await page.locator(".spending-rows a.tx").first().waitFor();
  }),
  screen("member", "history-dates", openDates),
  screen("member", "history-dates-errors", async (stage) => {
    await openDates(stage);
    await stage.page.getByLabel("End date").fill("");
    await stage.page.getByRole("button", { name: "Download", exact: true }).click();
    await stage.page.locator("[aria-invalid=true]").waitFor();
  }),
  screen("member", "history-details", async ({ page }) => {
    await goTo(page, "/transaction-history");
    await follow(page, page.getByRole("link", { name: /REF: PO/ }).first());
    await page.getByRole("heading", { name: "Transaction Details" }).waitFor();
    await page.locator("main dl").waitFor();
  }),
  screen("member", "card-settings", "/card-settings"),
  screen("member", "purchase-texts", async ({ page }) => {
    await goTo(page, "/card-settings");
    await page.getByRole("button", { name: "Change Text me for purchases" }).click();
    await page.getByLabel("Amount, in pesos").fill("2500");
  }),
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
    await page.getByRole("dialog").getByText("Name on the card").waitFor();
  }),
  ...CARD_SCREENS,
  screen("member", "safety", "/safety"),
  screen("member", "safety-remove-device", async ({ page }) => {
    await goTo(page, "/safety");
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
  }),
  screen("member", "safety-rename-device", async ({ page }) => {
    await goTo(page, "/safety");
    await page
      .getByRole("button", { name: /^Rename / })
      .first()
      .click();
    await page.getByLabel("Name of the device").fill("Phone in the drawer of my mother");
  }),
  screen("member", "safety-new-payee", async ({ page }) => {
    await goTo(page, "/safety");
    await page.getByRole("button", { name: "Change the limits: Passkey for new payees" }).click();
    await page.getByLabel("The most, in pesos").fill("99999");
    await page.getByRole("button", { name: "Save" }).click();
  }),
  screen("member", "safety-activity", "/safety/activity"),
  screen("member", "safety-notices", "/safety/notices"),
  screen("member", "safety-come-back", "/come-back"),
  screen("member", "freeze-dialog", async ({ page }) => {
    await goTo(page, "/safety");
    await page.locator("main").getByRole("button", { name: "Freeze my account" }).click();
    await page.getByRole("dialog").waitFor();
  }),
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

/** With names as long as they come. */
const LONG_PAYMENT = {
  via: "InstaPay",
  bank: "bdo",
  accountNumber: TO.credited,
  accountName: "Maria Lourdes Consolacion Peñaflorida-Dimaculangan de los Santos",
  amount: "12.50",
} as const;

/** The list of banks: beside its field, or on a phone in a dialog. */
async function openBanks({ page }: Stage): Promise<void> {
  await goTo(page, "/transfer-funds");
  await page.getByRole("combobox", { name: "Destination bank" }).click();
  await page.getByRole("listbox").waitFor();
}

/** Pays, and stays at the result, goes on to the receipt, or to the report of a problem. */
async function payBank({ page, sandbox, member }: Stage, further: number): Promise<void> {
  await reviewBank(page, LONG_PAYMENT);
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
  const view = page.getByRole("button", { name: "View receipt" });
  await view.waitFor();
  if (further > 0) await view.click();
  if (further > 1) await page.getByRole("button", { name: "Report a problem" }).click();
}

/** Somebody who was paid before: one press, and the amount. */
async function sendToKnown({ page }: Stage): Promise<void> {
  await goTo(page, "/transfer-funds");
  await page.getByRole("region", { name: "Send again to" }).locator("li button").first().click();
  await page.getByLabel("Amount, in pesos").fill("2500");
  await page.getByRole("region", { name: "Send to", exact: true }).waitFor();
}

/** Somebody who was never paid, while new payees wait. */
async function payNewPayee({ page }: Stage): Promise<void> {
  await page.route(/\/eon\/transfer\/details$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: object };
    const endsAt = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    const result = { ...body.result, payeePause: { endsAt, known: [] } };
    await route.fulfill({ response, json: { ...body, result } });
  });
  await fillBank(page, LONG_PAYMENT);
  await page.getByText(/You can pay new payees from/).waitFor();
}

/** Pays, and no answer comes. */
async function loseAnswer({ page, sandbox, member }: Stage): Promise<void> {
  await page.route(/\/eon\/transfer\/v2\/bank\/instapay$/, (route) =>
    route.fulfill({ status: 503, json: { status: false, message: "Not now" } }),
  );
  await reviewBank(page, LONG_PAYMENT);
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
  await heading(page, "We are checking").waitFor();
}

/** The dialog in which the days of a file are chosen. */
async function openDates({ page }: Stage): Promise<void> {
  await goTo(page, "/transaction-history");
  await page.getByRole("button", { name: "Download to PDF" }).click();
  await page.getByRole("dialog").waitFor();
}

/** Sends a form with nothing in it. */
export async function sendEmpty(page: Page, path: string): Promise<void> {
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
