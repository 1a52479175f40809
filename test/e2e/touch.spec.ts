import { expect, type Page } from "@playwright/test";
import { test } from "./support/fixtures.ts";
import { loginPage } from "./support/loginPage.ts";
import { makeJoined } from "./support/newcomers.ts";
import { resize } from "./support/showScreen.ts";

const PHONE = { width: 390, height: 844 };
const heightOf = async (page: Page, selector: string) =>
  (await page.locator(selector).boundingBox())?.height ?? 0;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("A01 S366 on a phone the banner leads the first screen alone, and a link is followed once somebody has signed in", async ({
  page,
  database,
  bank,
  sandbox,
}) => {
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "lorna.linked",
    password: "seven carabaos in the rain",
  });
  await page.setViewportSize(PHONE);
  const login = loginPage(page);

  await test.step("every screen after the first begins under a bar, and still names the three features", async () => {
    await login.open();
    expect(await heightOf(page, ".hero")).toBeGreaterThan(150);
    for (const path of ["/signup", "/forgot", "/verify"]) {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      expect(await heightOf(page, ".hero > .wordmark")).toBe(64);
      expect((await heading(page).boundingBox())?.y).toBeLessThan(150);
      await expect(page.getByRole("banner").getByRole("listitem")).toHaveCount(3);
    }
  });

  await test.step("a link to a member's page leads there, also by way of a code and over a reload", async () => {
    await login.open("/update-password?from=mail");
    await expect(page).toHaveURL(/\/login$/);
    const code = await sandbox.codeAfter(member.mobileNumber, () =>
      login.submit(member.username, member.password),
    );
    await expect(login.code).toBeVisible();
    expect(await heightOf(page, ".hero > .wordmark")).toBe(64);
    await page.reload();
    await login.code.fill(code);
    await expect(heading(page)).toHaveText("Update Password");
    await expect(page).toHaveURL(/\/update-password\?from=mail$/);
  });

  await test.step("who has left is done with the page they left", async () => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(heading(page)).toHaveText("Member Login");
    await login.submit(member.username, member.password);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  for (const path of ["/nowhere/at/all", "//evil.example/dashboard", "/frozen-no-more"])
    await test.step(`${path} is no member's page: the dashboard`, async () => {
      await page.evaluate(() => sessionStorage.clear());
      await page.context().clearCookies({ name: /token|session/ });
      await login.open(bank.portalUrl + path);
      await login.submit(member.username, member.password);
      await expect(page).toHaveURL(`${bank.portalUrl}/dashboard`);
    });
});

const usual = (day: number, description: string, subDescription: string, more = {}) => ({
  tranDate: `2026-11-${day}T04:00:00.000Z`,
  description,
  subDescription,
  party: null,
  fee: "0.00",
  ...more,
});
const USUAL = [
  usual(29, "Instapay Send", "", { party: "Maria L. Cordero", fee: "10.00" }),
  usual(29, "POS Purchase", "Mercado Crame"),
  usual(28, "ATM Withdrawal", "RCBC ATM 0345 Ortigas", { fee: "18.00" }),
  usual(27, "E Commerce", "Hatid Rides"),
  usual(27, "POS Purchase", "Botika Magaling"),
  usual(25, "POS Purchase", "Tindahan ni Aling Rosa"),
];

test.describe("who has a card and loans", () => {
  test("R01 H04 on a phone six movements stand on the first screen, loans have a tab, and paper has no buttons", async ({
    signedInTab: page,
  }) => {
    await resize(page, PHONE.width);
    await page.route(/\/card\/transactionHistory\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { result: object[] };
      // As they come in a week: what the demo has on its days depends on today.
      const result = body.result.map((row, index) => ({ ...row, ...USUAL[index] }));
      await route.fulfill({ response, json: { ...body, result } });
    });
    await page.goto("/transaction-history");
    const rows = page.locator("main .panel ul a.tx");
    await expect(rows.nth(5)).toBeVisible();
    const bar = await page.locator(".tabbar").boundingBox();
    const sixth = await rows.nth(5).boundingBox();
    expect((sixth?.y ?? Infinity) + (sixth?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);

    await page.evaluate(() => {
      document.documentElement.dataset["theme"] = "dark";
    });
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("button:visible, .btn:visible, .tabbar:visible")).toHaveCount(0);
    await expect(rows.first()).toBeVisible();
    const small = rows.first().locator(".meta").first();
    await expect(small).toHaveCSS("color", "rgb(82, 101, 109)");
    await page.emulateMedia({ media: "screen" });

    const tabs = page.getByRole("navigation", { name: "Shortcuts" });
    await expect(tabs.getByRole("link")).toHaveText([
      "Dashboard",
      "Transfer",
      "Card",
      "History",
      "Loans",
      "Safety",
    ]);
    await tabs.getByRole("link", { name: "Loans" }).click();
    await expect(heading(page)).toHaveText("My Loans");
    await expect(tabs.getByRole("link", { name: "Loans" })).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: "Apply for a loan" }).click();
    await expect(heading(page)).toHaveText("Apply for Loans");
    await expect(tabs.getByRole("link", { name: "Loans" })).toHaveAttribute("aria-current", "page");
  });
});
