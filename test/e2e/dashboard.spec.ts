import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { brand } from "#brand";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { expectToast } from "./support/toasts.ts";

const DASHBOARD_CALL = /\/api\/members\/[0-9a-f-]{36}\/dashboard$/;
const PESOS = /₱[\d,]+\.\d\d/;

const section = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { inner, content } = await page.evaluate(() => ({
    inner: innerWidth,
    content: document.documentElement.scrollWidth,
  }));
  expect(content).toBeLessThanOrEqual(inner);
}

test("H01 H02 H03 H04 H05 H07 the dashboard shows accounts, card and loans as the books have them", async ({
  signedIn: page,
  database,
  member,
}) => {
  await expect(page.getByRole("heading", { name: "Member Dashboard", level: 1 })).toBeVisible();
  const { rows: accounts } = await database.query<{ no: string }>(
    "select account_number as no from member_account a join member m on m.id = a.member_id where m.username = $1",
    [member.username],
  );
  const balances = section(page, "Account Balances");
  await expect(balances.getByRole("listitem")).toHaveCount(accounts.length);
  for (const { no } of accounts) await expect(balances).toContainText(no);
  const equity = balances.getByRole("listitem").filter({ hasText: "Capital Contribution" });
  await expect(equity).toContainText("Withdrawable");
  await expect(equity).not.toContainText("outstanding");
  const savings = balances.getByRole("listitem").filter({ hasText: "Savings" });
  await expect(savings).toContainText(/Total balance ₱[\d,]+\.\d\d\s?Withdrawable ₱[\d,]+\.\d\d/);
  const pesos = (text: string) => Number(text.replace(/^.*₱/s, "").replaceAll(",", ""));
  const each = await balances.getByRole("listitem").locator(".amt").allTextContents();
  const cents = each.reduce((sum, text) => sum + Math.round(pesos(text) * 100), 0);
  const inAll = balances.locator("p").filter({ hasText: "Withdrawable in all" });
  expect(Math.round(pesos((await inAll.textContent()) ?? "") * 100)).toBe(cents);

  const loans = section(page, /Active Loans/);
  await expect(loans.getByRole("article")).toHaveCount(2);
  const loan = loans.getByRole("article").first();
  for (const term of ["Principal balance", "Monthly amortization", "Next payment", "Past due"]) {
    await expect(loan).toContainText(term);
  }
  await expect(loan).toContainText(/LPRO-\d{4}-\d{7}/);
  await expect(loan).not.toContainText("LPRO LPRO");
  for (const [type, picture] of [
    ["Salary Loan", "SL"],
    ["Emergency Loan", "EM"],
  ] as const) {
    const shown = loans.getByRole("article").filter({ hasText: type }).locator("img");
    await expect(shown).toHaveAttribute("src", `/brand/loan/${picture}.svg`);
    await expect(shown).toBeVisible();
  }

  const card = section(page, "Card");
  await expect(card.getByRole("img", { name: new RegExp(brand.cardDisplayName) })).toBeVisible();
  await expect(card).toContainText(PESOS);
});

test.describe("no loans, no card", () => {
  test.use({ username: "lemuel.ocampo" });
  test("H02 H04 R03 without loans, card and accounts the pages say so, and nothing has failed", async ({
    signedIn: page,
    guard,
  }) => {
    guard.expectMessage(/409 /);
    await expect(page.getByText("Withdrawable in all")).toHaveCount(0);
    await expect(page.getByText("No available loans.")).toBeVisible();
    await expect(page.getByText("You do not have a card yet.")).toBeVisible();
    for (const [path, role] of [
      ["/transaction-history", "link"],
      ["/card-settings", "button"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText("You do not have a card yet.")).toBeVisible();
      await expect(page.getByRole(role, { name: "Apply for a card" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    }
    await page.route(DASHBOARD_CALL, async (route) => {
      const response = await route.fetch();
      // The server's own answer, with its accounts taken away.
      const body = (await response.json()) as { result: { accounts: unknown[] } };
      body.result.accounts = [];
      await route.fulfill({ response, json: body });
    });
    await page.goto("/dashboard");
    await expect(page.getByText("No available accounts.")).toBeVisible();
  });
});

test("G07 while the data loads a skeleton stands in its place and nothing moves when it comes", async ({
  signedIn: page,
}) => {
  await page.route(DASHBOARD_CALL, async (route) => {
    const response = await route.fetch();
    await expect(page.getByText("Loading your balances")).toBeAttached();
    await route.fulfill({ response });
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries().map((entry) => Reflect.get(entry, "value"));
      const sum = shifts.reduce((total, value) => total + value, 0);
      Reflect.set(window, "shifted", (Reflect.get(window, "shifted") ?? 0) + sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.reload();
  await expect(section(page, "Account Balances")).toContainText(PESOS);
  const shifted = await page.evaluate(() => Reflect.get(window, "shifted") ?? 0);
  expect(shifted).toBeLessThanOrEqual(0.02);
});

test("U01 when the balances cannot be loaded the member can try again and has a reference", async ({
  signedInTab: page,
  guard,
}) => {
  guard.expectMessage(/503/);
  let fails = true;
  await page.route(DASHBOARD_CALL, (route) =>
    fails
      ? route.fulfill({ status: 503, json: { status: false, message: "Not now" } })
      : route.continue(),
  );
  await page.goto("/dashboard");
  const alert = page.getByText("We could not load your balances");
  await expect(alert).toBeVisible();
  await expect(page.getByText(/Your money is safe.*Ref [0-9A-F]{8}\./)).toBeVisible();
  await expectAccessible(page);
  fails = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(section(page, "Account Balances")).toContainText(PESOS);
});

test("without network the figures stay with their time, and come anew with the network", async ({
  signedIn: page,
  context,
  guard,
}) => {
  guard.expectMessage(/ERR_INTERNET_DISCONNECTED/);
  guard.expectMessage(/ERR_NETWORK/);
  const balances = section(page, "Account Balances");
  await expect(balances).toContainText(PESOS);
  // The part that comes last; without it the screen is as whole as it was.
  await expect(page.getByRole("button", { name: "Upgrade Now" })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/No connection\. Showing balances from \d/)).toBeVisible();
  await expect(balances).toContainText(PESOS);
  await expect(balances).toContainText(/as of \d/);
  await expectAccessible(page);
  await context.setOffline(false);
  await expectToast(page, "Connected again.");
  await expect(page.getByText(/No connection/)).toHaveCount(0);
});

test("hiding amounts covers every amount on every screen until they are shown again", async ({
  signedIn: page,
}) => {
  await expect(section(page, "Account Balances")).toContainText(PESOS);
  await page.getByRole("button", { name: "Hide amounts" }).first().click();
  await expect(page.getByText(PESOS)).toHaveCount(0);
  await page.reload();
  await expect(section(page, "Account Balances")).toContainText("₱••••••");
  await expect(page.getByText(PESOS)).toHaveCount(0);
  await page.goto("/transaction-history");
  await expect(page.getByText("₱••••••").first()).toBeVisible();
  await expect(page.getByText(PESOS)).toHaveCount(0);
  await page.goto("/card-settings");
  await expect(page.getByText("₱••••••").first()).toBeVisible();
  await expect(page.getByText(PESOS)).toHaveCount(0);
  await page.goto("/transfer-funds?to=own");
  const choice = page.getByLabel("Transfer from").getByRole("option").nth(1);
  await expect(choice).not.toContainText(PESOS);
  await page.getByLabel("Transfer from").selectOption({ index: 1 });
  await page.getByLabel("Amount, in pesos").fill("99999999");
  await expect(page.getByText(/^Not enough in this account/)).toContainText("₱••••••");
  await expect(page.getByText(/^Not enough in this account/)).not.toContainText(PESOS);
  await page.getByRole("button", { name: "Show amounts" }).first().click();
  await expect(choice).toContainText(PESOS);
});

test.describe("long names", () => {
  test.use({ username: "maria.santos" });
  test("G01 a long name fits small phones", async ({ signedIn: page, member }) => {
    for (const width of [390, 320]) {
      // oxlint-disable-next-line no-await-in-loop -- one page, one width after the other
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 780 });
        await expect(section(page, "Account Balances")).toContainText(PESOS);
        await expectNoSidewaysScroll(page);
        await page.getByRole("button", { name: "Open menu" }).click();
        const drawer = page.getByRole("dialog", { name: "Menu" });
        await expect(drawer).toContainText("Maria Consolacion Niña P. Dimaculangan-De los Santos");
        await expect(drawer).toContainText(member.username);
        await expect(drawer).toContainText(`•••• ••• ${member.mobileNumber.slice(-4)}`);
        await expectNoSidewaysScroll(page);
        const overflow = await drawer.evaluate((box) => box.scrollWidth - box.clientWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await expect(drawer).toBeHidden();
      });
    }
  });
});

test.describe("aged password", () => {
  test.use({ username: "gilbert.samonte" });

  /** Signs in through the form, on a browser new to the bank: the answer tells of the password. */
  async function logIn(
    page: Page,
    sandbox: { codeAfter: (to: string, act: () => Promise<unknown>) => Promise<string> },
    member: { username: string; mobileNumber: string },
  ): Promise<void> {
    await page.goto("/login");
    await page.getByLabel("Username").fill(member.username);
    await page.getByLabel("Password", { exact: true }).fill(brand.demoPassword);
    const logInNow = page.getByRole("button", { name: "Log in", exact: true });
    const code = await sandbox.codeAfter(member.mobileNumber, () => logInNow.click());
    await page.getByLabel("6-digit code").fill(code);
  }

  test("A14 H08 an aged password asks before anything else, cannot be dismissed, and No puts it off", async ({
    page,
    sandbox,
    member,
  }) => {
    await logIn(page, sandbox, member);
    const dialog = page.getByRole("dialog", { name: "Time to change your password." });
    await expect(dialog).toContainText("Do you want to update your password?");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "No" }).click();
    await expectToast(page, "Password waived successfully");
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(section(page, "Account Balances")).toContainText(PESOS);
    await expect(dialog).toBeHidden();
  });

  test("A14 H08 it is not dismissed in the moment it appears either, before the page has settled", async ({
    page,
    sandbox,
    member,
    database,
  }) => {
    await database.query("update member set password_waived_until = null where username = $1", [
      member.username,
    ]);
    await page.addInitScript(escapeAtOnce);
    await logIn(page, sandbox, member);
    const dialog = page.getByRole("dialog", { name: "Time to change your password." });
    await expect(dialog).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-escapes", "heard");
  });

  test("H08 S170 Yes leads to the page of the password; in Filipino the question is all Filipino", async ({
    page,
    sandbox,
    member,
    database,
  }) => {
    await database.query("update member set password_waived_until = null where username = $1", [
      member.username,
    ]);
    await logIn(page, sandbox, member);
    await page
      .getByRole("dialog", { name: "Time to change your password." })
      .getByRole("button", { name: "Yes" })
      .click();
    await expect(page).toHaveURL(/\/update-password$/);
    await expect(page.getByRole("heading", { name: "Update Password", level: 1 })).toBeVisible();
    await page.getByRole("radiogroup", { name: "Language" }).getByText("Filipino").click();
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    const asked = page.getByRole("dialog", { name: "Oras na para palitan ang password." });
    await expect(asked).toContainText("araw na mula nang palitan ninyo ang password.");
    await expect(asked).not.toContainText("You last changed");
  });
});

/** Runs in the page: Escape comes with each dialog, as the browser tells of it, and closes what does not object. */
function escapeAtOnce(): void {
  const asItIs = Object.getOwnPropertyDescriptor(HTMLDialogElement.prototype, "showModal");
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement): void {
    Reflect.apply(asItIs?.value, this, []);
    const isUnheard = this.dispatchEvent(new Event("cancel", { cancelable: true }));
    document.documentElement.dataset["escapes"] ??= isUnheard ? "unheard" : "heard";
    if (isUnheard) this.close();
  };
}
