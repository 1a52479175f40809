import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
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
