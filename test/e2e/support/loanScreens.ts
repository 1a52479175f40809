import { addDays, manilaDate } from "#common/manila.ts";
import type { Page } from "@playwright/test";
import { offerLoan } from "./offerLoan.ts";
import { follow, goTo, type Screen, screen, type Stage } from "./screen.ts";
import { sendEmpty } from "./screens.ts";

/** Leaves an application behind, which no other screen of this member shows. */
const applying = (name: string, open: (stage: Stage) => Promise<unknown>): Screen =>
  screen(
    "member",
    name,
    async (stage) => {
      await applyForLoan(stage.page);
      await open(stage);
    },
    { username: "dominador.cruz" },
  );

/** Of members who ask for loans, and of those who have them. */
export const LOAN_SCREENS: readonly Screen[] = [
  screen("member", "loans", "/loans"),
  screen("member", "apply", "/apply"),
  screen("member", "apply-errors", ({ page }) => sendEmpty(page, "/apply")),
  screen("member", "loan", ({ page }) => openLoan(page)),
  screen("member", "loan-past-due", ({ page }) => openLoan(page), {
    username: "catherine.ramos",
    isShared: true,
  }),
  screen("member", "loan-past-due-deduction", openWithDeduction, {
    username: "catherine.ramos",
    isShared: true,
  }),
  screen("member", "loan-paid-from-pay", openPaidFromPay),
  screen("member", "dashboard-past-due", openPastDue, {
    username: "catherine.ramos",
    isShared: true,
  }),
  screen(
    "member",
    "loan-past-due-dialog",
    async ({ page }) => {
      await openLoan(page);
      await page.getByRole("button", { name: "Pay now" }).click();
      await page.getByRole("radio").first().waitFor();
    },
    { username: "catherine.ramos", isShared: true },
  ),
  screen("member", "loan-pay-dialog", async ({ page }) => {
    await openLoan(page);
    await page.getByRole("button", { name: "Pay something extra" }).click();
    await page.getByRole("radio").first().waitFor();
  }),
  screen("member", "loan-payment-dialog", async ({ page }) => {
    await openLoan(page);
    await page.locator(".rowlist-open").first().click();
    await page.getByRole("dialog").getByRole("button").first().waitFor();
  }),
  screen("member", "loan-debit-dialog", async ({ page }) => {
    await openLoan(page);
    await page.getByRole("button", { name: "Set up automatic debit" }).click();
    await page.getByLabel("Take it from").waitFor();
  }),
  screen("member", "loan-debited", ({ page }) => openDebited(page)),
  screen("member", "loan-debit-stop-dialog", async ({ page }) => {
    await openDebited(page);
    await page.getByRole("button", { name: /^(Stop|Itigil)$/ }).click();
    await page.getByRole("alertdialog").waitFor();
  }),
  screen("member", "loan-ending-deduction", async ({ page }) => {
    await openLoan(page);
    await page.locator(".loan-ending input").fill(addDays(manilaDate(new Date()), 40));
    await page.locator(".loan-ending .kv, .loan-ending dl").first().waitFor();
  }),
  screen("member", "loan-paid", async ({ page }) => {
    await goTo(page, "/dashboard");
    const paid = page.getByRole("region", { name: /^Loans that are paid/ });
    await follow(page, paid.getByRole("link", { name: /^Details LPRO/ }));
    await page.getByRole("button", { name: "Download certificate" }).waitFor();
  }),
  applying("dashboard-application", async () => undefined),
  applying("loan-application", ({ page }) => openApplication(page)),
  applying("loan-withdraw-dialog", async ({ page }) => {
    await openApplication(page);
    await page.getByRole("button", { name: "Withdraw application" }).click();
    await page.getByRole("alertdialog").waitFor();
  }),
  screen("member", "loan-offer", openOffer, { username: "kenneth.quinto" }),
];

/** The first of the member's loans, from its card on the dashboard. */
async function openLoan(page: Page): Promise<void> {
  await goTo(page, "/dashboard");
  const details = page.getByRole("link", { name: /^Details LPRO/ });
  await follow(page, details.first());
  await page.getByRole("heading", { name: /^Schedule of payments/ }).waitFor();
}

/** The server's own answers, with something in the place of what they say. */
async function withAnswer(page: Page, url: RegExp, said: object): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const { result, ...rest } = (await response.json()) as { result: object };
    await route.fulfill({ response, json: { ...rest, result: { ...result, ...said } } });
  });
}

/** With an automatic debit of what no deduction covers. */
async function openDebited(page: Page): Promise<void> {
  const automaticDebit = {
    accountNumber: "000123456789",
    accountName: "Savings Deposit",
    begunOn: "2026-10-05",
    nextOn: "2026-12-31",
    unpaidOn: null,
  };
  await withAnswer(page, /\/loans\/LPRO-[^/]+$/, { automaticDebit });
  await openLoan(page);
}

type Due = { arrears: { total: string }; nextDue: { amount: string } | null };

/** The server's own answer, with a deduction of this much that was asked of the pay and has not come. */
export async function deduct(
  page: Page,
  amountOf: (loan: Due) => string | undefined,
): Promise<void> {
  await page.route(/\/loans\/LPRO-[^/]+$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: Due };
    const deduction = { month: "2026-10", amount: amountOf(body.result) };
    await route.fulfill({ response, json: { ...body, result: { ...body.result, deduction } } });
  });
}

async function openWithDeduction({ page }: Stage): Promise<void> {
  await deduct(page, ({ arrears }) => arrears.total);
  await openLoan(page);
  await page.getByText(/^A deduction of|^Inaasahan pa ang kaltas/).waitFor();
}

/** The next payment of the loan is what the pay was asked for. */
async function openPaidFromPay({ page }: Stage): Promise<void> {
  await deduct(page, ({ nextDue }) => nextDue?.amount);
  await openLoan(page);
  await page.getByText(/^It is paid from your pay|^Babayaran ito mula sa sahod/).waitFor();
}

async function openPastDue({ page }: Stage): Promise<void> {
  await goTo(page, "/dashboard");
  await page.getByRole("link", { name: /^See what to do LPRO/ }).waitFor();
}

/** Asks for a loan; the same form is the same application, however many screens begin with it. */
async function applyForLoan(page: Page): Promise<void> {
  await goTo(page, "/apply");
  await page.getByLabel("Amount of Loan, in pesos").fill("45000");
  await page.getByRole("button", { name: "Submit loan application" }).click();
  const applications = page.getByRole("region", { name: /^Loan Applications/ });
  await applications.waitFor();
  // What is told of it in passing is no part of the screen.
  await goTo(page, "/dashboard");
  await applications.waitFor();
}

async function openApplication(page: Page): Promise<void> {
  const details = page.getByRole("link", { name: /^Details LA-/ });
  await follow(page, details.first());
  await page.getByRole("heading", { name: "Stages" }).waitFor();
}

/** The page of an offer of less than was asked for, which the desk makes unless it has made it. */
async function openOffer({ page, sandbox }: Stage): Promise<void> {
  await applyForLoan(page);
  const offer = page.getByRole("link", { name: /^See the offer LA-/ });
  if ((await offer.count()) === 0) {
    const number = await page
      .getByText(/^LA-\d{4}-\d{7}$/)
      .first()
      .textContent();
    const desk = { portalUrl: new URL(page.url()).origin, sandbox };
    await offerLoan(desk, number ?? "", { principal: "40000.00", months: 12 });
    await goTo(page, "/dashboard");
  }
  await follow(page, offer.first());
  await page.getByRole("heading", { name: /^Schedule of payments/ }).waitFor();
}
