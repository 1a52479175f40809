import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { cutAfter } from "./support/cutAfter.ts";
import { test } from "./support/fixtures.ts";
import { staffPage } from "./support/staffPage.ts";

const MISSING = "This part could not be loaded";

test("S171 a screen whose script cannot be fetched says so within the shell, and comes with another try", async ({
  signedIn: page,
  guard,
}) => {
  guard.expectMessage(/net::ERR_FAILED|could not be fetched|dynamically imported module/);
  const script = /\/assets\/UpdatePasswordPage-.*\.js/;
  await page.route(script, (route) => route.abort());
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "Update Password" }).click();
  await expect(page.getByRole("alert")).toContainText(MISSING);
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toContainText(MISSING);

  // What is there goes on working meanwhile.
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Member Dashboard" })).toBeVisible();
  await menu.getByRole("link", { name: "Update Password" }).click();
  await expect(page.getByRole("alert")).toContainText(MISSING);
  await page.unroute(script);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Update Password", level: 1 })).toBeVisible();
});

test("S171 without a connection a screen that was never fetched says that it needs one, and comes by itself", async ({
  signedIn: page,
  context,
  guard,
}) => {
  guard.expectMessage(/ERR_INTERNET_DISCONNECTED|could not be fetched|dynamically imported module/);
  // What axe says of sheets that it cannot fetch itself.
  guard.expectMessage(/Couldn't load preload assets/);
  // All of the dashboard is there: of what is lost on its way a browser keeps parts that others need too.
  await expect(page.getByRole("button", { name: "Upgrade Now" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link", { name: "Safety" }).click();
  const needs = page.getByRole("heading", { name: "This needs a connection" });
  await expect(needs).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(needs).toBeVisible();
  await expect(page.getByText(MISSING)).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Safety", level: 1 })).toBeVisible();
  // With its styles, which were asked for without a connection too.
  await expect(page.locator(".saferow").first()).toHaveCSS("display", "grid");
});

test("S171 a part that the connection was lost in the middle of comes by itself once it is back, and what was typed stays", async ({
  signedInTab: page,
  context,
  guard,
}) => {
  guard.expectMessage(/ERR_INTERNET_DISCONNECTED|could not be fetched|dynamically imported module/);
  guard.expectMessage(/WebSocket connection/);
  const comes = page.getByText("It comes by itself as soon as you are connected again.");

  await test.step("a page", async () => {
    await page.goto("/dashboard");
    await expect(page.getByRole("button", { name: "Upgrade Now" })).toBeVisible();
    await cutAfter(context, /\/assets\/TransferFundsPage-.*\.js/);
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await menu.getByRole("link", { name: "Transfer Funds" }).click();
    await expect(comes).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByLabel("Amount, in pesos")).toBeVisible();
  });

  await test.step("a part of one", async () => {
    await cutAfter(context, /\/assets\/Below-.*\.js/);
    await page.goto("/dashboard");
    await expect(page.getByText(/^No connection\. Showing balances from \d/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Coming in the next 30 days" })).toBeVisible();
    await expect(page.getByText(MISSING)).toHaveCount(0);
  });

  await test.step("beside what was typed", async () => {
    await page.goto("/transfer-funds");
    const amount = page.getByLabel("Amount, in pesos");
    await amount.fill("123.45");
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await cutAfter(context, /\/assets\/DocumentDialog-.*\.js/);
    await page.getByRole("contentinfo").getByRole("button", { name: "Terms" }).click();
    await expect(comes).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(MISSING)).toBeVisible();
    await expect(amount).toHaveValue("123.45");
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  });
});

test("S310 a page whose program, or the part that opens a session, cannot be fetched comes by itself", async ({
  signedIn: page,
  context,
  guard,
}) => {
  guard.expectMessage(/net::ERR_FAILED|could not be fetched|dynamically imported module/);
  for (const script of [/\/assets\/first-.*\.js/, /\/assets\/session-.*\.js/]) {
    await context.route(script, (route) => route.abort());
    await page.goto("/transaction-history");
    await expect(page.locator("html")).toHaveAttribute("data-page", "app");
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
    await context.unroute(script);
    await expect(page.getByRole("heading", { name: "Transaction History" })).toBeVisible();
  }
});

test("S171 a signed-out page that cannot be fetched keeps the frame and the way back", async ({
  page,
  guard,
}) => {
  guard.expectMessage(/net::ERR_FAILED|could not be fetched|dynamically imported module/);
  const script = /\/assets\/ForgotPage-.*\.js/;
  await page.route(script, (route) => route.abort());
  await page.goto("/forgot");
  await expect(page.getByRole("alert")).toContainText(MISSING);
  await expect(page.getByText("View your balance real-time")).toBeVisible();
  await page.unroute(script);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Login Problem?" })).toBeVisible();
});

test("S171 a screen of the console that cannot be fetched leaves the console as it is", async ({
  context,
  bank,
  sandbox,
  guard,
}) => {
  guard.expectMessage(/net::ERR_FAILED|could not be fetched|dynamically imported module/);
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo");
  const script = /\/assets\/RoleTablePage-.*\.js/;
  await page.route(script, (route) => route.abort());
  await page.goto(`${bank.portalUrl}/console/roles`);
  await expect(page.getByRole("alert")).toContainText(MISSING);
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await page.unroute(script);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(MISSING)).toHaveCount(0);
});

test("S171 a malformed address leads a member to the page of what does not exist", async ({
  signedIn: page,
  guard,
}) => {
  guard.expectMessage(/malformed URL segment/);
  await page.goto("/%");
  await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
});
