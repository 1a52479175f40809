import type { Page } from "@playwright/test";
import { follow, goTo, type Screen, screen } from "./screen.ts";

/** One account of a member, and what can be done there. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  screen("member", "history-older", async ({ page }) => {
    await goTo(page, "/transaction-history");
    await page.getByRole("searchbox").fill("ATM");
    await page.getByRole("button", { name: "Search older transactions" }).click();
    await page.getByText("All years of your card").waitFor();
    await page.locator(".panel:not([aria-busy]) a.tx").first().waitFor();
  }),
  screen("member", "schedules-none", async ({ page }) => {
    await goTo(page, "/schedules");
    await page.getByText("Nothing is scheduled").waitFor();
  }),
  screen(
    "member",
    "schedules",
    async ({ page }) => {
      await page.route("**/schedules", async (route) => {
        if (route.request().resourceType() === "document") return route.continue();
        const response = await route.fetch();
        const body = (await response.json()) as object;
        return route.fulfill({ response, json: { ...body, result: SCHEDULES } });
      });
      await goTo(page, "/schedules");
      await page.getByText("Ended").first().waitFor();
    },
    { isShared: false },
  ),
  screen("member", "account", ({ page }) => openAccount(page, "Savings Deposit")),
  screen("member", "account-capital", ({ page }) => openAccount(page, "Capital Contribution")),
  screen("member", "account-none-fits", async ({ page }) => {
    await openAccount(page, "Savings Deposit");
    await page.getByLabel("Search").fill("nothing like it");
    await page.getByText("Nothing found").waitFor();
  }),
  screen("member", "account-months", async ({ page }) => {
    await openAccount(page, "Savings Deposit");
    await page.getByRole("button", { name: "Monthly statements" }).click();
    await page.getByText("Closing balance").first().waitFor();
  }),
  screen(
    "member",
    "account-months-failed",
    async ({ page }) => {
      await openAccount(page, "Savings Deposit");
      await page.route(STATEMENTS, (route) =>
        route.fulfill({ status: 422, json: { status: false, message: "No" } }),
      );
      await page.getByRole("button", { name: "Monthly statements" }).click();
      await page.getByText("We could not load the statements.").waitFor();
    },
    { isShared: false, console: /422/ },
  ),
  screen(
    "member",
    "account-months-none",
    async ({ page }) => {
      await openAccount(page, "Savings Deposit");
      await page.route(STATEMENTS, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { result: object[] };
        await route.fulfill({ response, json: { ...body, result: [] } });
      });
      await page.getByRole("button", { name: "Monthly statements" }).click();
      await page.getByText("No statement yet").waitFor();
    },
    { isShared: false },
  ),
  screen(
    "member",
    "account-months-too-long",
    async ({ page }) => {
      await openAccount(page, "Savings Deposit");
      await refuseFile(page, "statement_too_long");
      await page.getByRole("button", { name: "Monthly statements" }).click();
      await page
        .getByRole("button", { name: /^PDF, / })
        .first()
        .click();
      await page.getByText(/too many movements for one file/).waitFor();
    },
    { isShared: false, console: /422/ },
  ),
  screen("member", "account-download", async ({ page }) => {
    await openAccount(page, "Savings Deposit");
    await page.getByRole("button", { name: "Download" }).click();
    await page.getByRole("dialog").waitFor();
  }),
];

/** The list of an account's monthly statements. */
const STATEMENTS = /\/statements$/;

/** What comes for the PDF of a month. */
async function refuseFile(page: Page, code: string): Promise<void> {
  await page.route(/\/statements\/\d{4}-\d{2}$/, (route) =>
    route.fulfill({ status: 422, json: { status: false, message: "No", code } }),
  );
}

/** From its row on the dashboard. */
async function openAccount(page: Page, name: string): Promise<void> {
  await goTo(page, "/dashboard");
  await follow(page, page.getByRole("link", { name, exact: true }));
  await page.getByRole("heading", { name: "Movements", exact: true }).waitFor();
  await page
    .getByText(/^REF: /)
    .first()
    .waitFor();
}

/** Of each state, with a long name, and one to the own savings. */
const SCHEDULES = [
  {
    scheduleId: "1",
    kind: "pesonet",
    from: "990112345006",
    fromName: "Savings Deposit ••••\u00a05006",
    bankName: "Bank of the Philippine Islands, Inc. (BPI)",
    accountNumber: "109450542671",
    accountName: "Maria Lourdes Consolacion Peñaflorida-Dimaculangan de los Santos",
    amount: "12500.00",
    most: "12505.00",
    repeats: "paydays",
    firstOn: "2026-10-15",
    state: "active",
    pausedFor: null,
    endedFor: null,
    next: [
      { dueOn: "2026-12-15", sendOn: "2026-12-15" },
      { dueOn: "2026-12-31", sendOn: "2027-01-04" },
    ],
    days: [
      { dueOn: "2026-11-15", sendOn: "2026-11-16", state: "sent", reason: "", refNo: "PN261116-1" },
      {
        dueOn: "2026-10-31",
        sendOn: "2026-11-03",
        state: "missed",
        reason: "There was not enough money on the account.",
        refNo: null,
      },
    ],
  },
  {
    scheduleId: "2",
    kind: "deposit",
    from: "990112345006",
    fromName: "Savings Deposit ••••\u00a05006",
    bankName: null,
    accountNumber: "100200000001",
    accountName: "",
    amount: "500.00",
    most: "500.00",
    repeats: "weekly",
    firstOn: "2026-11-06",
    state: "paused",
    pausedFor: "payee_name",
    endedFor: null,
    next: [{ dueOn: "2026-12-04", sendOn: "2026-12-04" }],
    days: [],
  },
  {
    scheduleId: "3",
    kind: "instapay",
    from: "990112345006",
    fromName: "Savings Deposit ••••\u00a05006",
    bankName: "GCash",
    accountNumber: "09171234567",
    accountName: "Luz",
    amount: "250.00",
    most: "260.00",
    repeats: "monthly",
    firstOn: "2026-09-05",
    state: "ended",
    pausedFor: null,
    endedFor: "fee_changed",
    next: [],
    days: [],
  },
];
