import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { signIn } from "#scripts/client/signIn.ts";
import { newClient } from "#scripts/client/bankClient.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

const DASHBOARD_CALL = /\/api\/members\/[0-9a-f-]{36}\/dashboard$/;
const EXPIRED = "Your session has expired. Please try to login again.";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Are you still there?" });
const login = (page: Page) => page.getByRole("heading", { name: "Member Login" });

/** Puts the browser's clock in the test's hand; the page is loaded anew to run by it. */
async function holdClock(context: BrowserContext, page: Page): Promise<void> {
  await context.clock.install();
  await page.reload();
  await expect(page.getByRole("region", { name: "Account Balances" })).toContainText("₱");
}

test.beforeEach(({ guard }) => {
  // A session may end while its socket is still being opened.
  guard.expectMessage(/WebSocket is closed before the connection is established/);
});

test.describe("idle", () => {
  test.use({ username: "raymund.dacanay" });

  test("F01 F02 F03 after five idle minutes the portal asks, and Yes goes on with a new token", async ({
    signedIn: page,
    context,
  }) => {
    await holdClock(context, page);
    await context.clock.fastForward("04:55");
    await expect(question(page)).toBeHidden();
    await context.clock.fastForward("00:06");
    await expect(question(page)).toContainText("You have been idle for 5 minutes.");
    await expect(question(page)).toContainText(/log you out in \d+ seconds/);
    await expectAccessible(page);

    await page.mouse.move(300, 300);
    await context.clock.fastForward("00:02");
    await expect(question(page)).toBeVisible();

    const refreshed = page.waitForResponse(/\/api\/session\/refresh$/);
    await question(page).getByRole("button", { name: "Yes! I'm still here" }).click();
    expect((await refreshed).status()).toBe(200);
    await expect(question(page)).toBeHidden();
    await context.clock.fastForward("04:50");
    await expect(question(page)).toBeHidden();
  });

  test("F02 F16 the other tab asks as well; Log out now ends both", async ({
    signedIn: page,
    context,
  }) => {
    await holdClock(context, page);
    const other = await context.newPage();
    await other.goto("/transaction-history");
    await expect(
      other.getByRole("heading", { name: "Transaction History", level: 1 }),
    ).toBeVisible();
    await context.clock.fastForward("05:01");
    await expect(question(page)).toBeVisible();
    await expect(question(other)).toBeVisible();
    await question(other).getByRole("button", { name: "Log out now" }).click();
    await expect(login(other)).toBeVisible();
    await expect(login(page)).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test("F16 an answer in one tab is an answer in both", async ({ signedIn: page, context }) => {
    await holdClock(context, page);
    const other = await context.newPage();
    await other.goto("/dashboard");
    await expect(other.getByRole("region", { name: "Account Balances" })).toContainText("₱");
    await context.clock.fastForward("05:01");
    await expect(question(other)).toBeVisible();
    await question(page).getByRole("button", { name: "Yes! I'm still here" }).click();
    await expect(question(page)).toBeHidden();
    await expect(question(other)).toBeHidden();
    await other.reload();
    await expect(other.getByRole("region", { name: "Account Balances" })).toContainText("₱");
  });

  test("F04 without an answer the session ends and the login says so once", async ({
    signedIn: page,
    context,
  }) => {
    await holdClock(context, page);
    await page.goto("/transfer-funds?to=own");
    await page.getByLabel("Amount, in pesos").fill("123.45");
    await context.clock.fastForward("05:01");
    await expect(question(page)).toBeVisible();
    await context.clock.fastForward("00:31");
    await expect(login(page)).toBeVisible();
    await expect(page.getByText(EXPIRED)).toHaveCount(1);
    await expectAccessible(page);
  });

  test("F01 who types is not idle", async ({ signedIn: page, context }) => {
    await holdClock(context, page);
    await page.goto("/transfer-funds?to=own");
    const amount = page.getByLabel("Amount, in pesos");
    await amount.fill("12");
    const refreshed = page.waitForResponse(/\/api\/session\/refresh$/);
    await context.clock.fastForward("04:30");
    expect((await refreshed).status()).toBe(200);
    await context.clock.fastForward("01:00");
    await expect(question(page)).toBeHidden();
    await expect(amount).toHaveValue("12");
  });

  test("F04 a refresh that is refused ends the session", async ({
    signedIn: page,
    context,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await holdClock(context, page);
    await page.route(/\/api\/session\/refresh$/, (route) =>
      route.fulfill({ status: 401, json: { status: false, message: "Session Expired" } }),
    );
    await context.clock.fastForward("05:01");
    await question(page).getByRole("button", { name: "Yes! I'm still here" }).click();
    await expect(login(page)).toBeVisible();
    await expect(page.getByText(EXPIRED)).toHaveCount(1);
  });
});

test.describe("another device", () => {
  test.use({ username: "john.jacinto" });

  test("F07 F08 S064 signing in elsewhere logs this browser out at once and says so once", async ({
    signedIn: page,
    bank,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await signIn(newClient(bank.portalUrl), sandbox, member);
    await expect(login(page)).toBeVisible();
    await expect(page.getByText(/logged out because you logged in on another device/)).toHaveCount(
      1,
    );
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.goto("/dashboard");
    await expect(login(page)).toBeVisible();
  });
});

const ENDINGS = [
  ["F08", 401, "You have been logout because you login on another device.", /another device/],
  ["F09", 401, "Invalid Token", /^Invalid Token!$/],
  ["F10", 401, "Token Error", /^Something went wrong! We are logging you out\./],
  ["F11", 401, "Session Expired", /^Your session has expired\./],
  ["F11", 401, "Token Expired", /^Your session has expired\./],
  ["F12", 401, "Whatever else", /^Your session has expired\./],
  ["F13", 403, "No", /^Forbidden Access!$/],
  ["F14", 500, "Oops", /^Something went wrong with our server!/],
] as const;

test.describe("the server ends the session", () => {
  test.use({ username: "vicente.pangilin" });

  for (const [row, status, message, text] of ENDINGS) {
    test(`${row} ${status} '${message}' logs out with its text`, async ({
      signedIn: page,
      guard,
    }) => {
      guard.expectMessage(new RegExp(String(status)));
      await page.route(DASHBOARD_CALL, (route) =>
        route.fulfill({ status, json: { status: false, message } }),
      );
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(login(page)).toBeVisible();
      await expect(page.getByText(text)).toHaveCount(1);
      await expect(page).toHaveURL(/\/login$/);
    });
  }

  test("S064 many calls that fail together make one toast and one way to the login", async ({
    signedIn: page,
    context,
    guard,
  }) => {
    guard.expectMessage(/401/);
    const other = await context.newPage();
    await other.goto("/transaction-history");
    await expect(
      other.getByRole("heading", { name: "Transaction History", level: 1 }),
    ).toBeVisible();
    const seen: string[] = [];
    page.on("framenavigated", (frame) => seen.push(new URL(frame.url()).pathname));
    await context.route(/\/api\/(members|config|session)/, (route) =>
      route.fulfill({ status: 401, json: { status: false, message: "Token Error" } }),
    );
    await page.bringToFront();
    await page.getByRole("button", { name: /^Notifications/ }).evaluate((bell) => {
      document.querySelector<HTMLElement>("main .linkbtn")?.click();
      bell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await expect(login(page)).toBeVisible();
    await expect(login(other)).toBeVisible();
    for (const tab of [page, other]) {
      await expect(tab.getByText(/We are logging you out/)).toHaveCount(1);
    }
    expect(seen.filter((path) => path === "/login")).toHaveLength(1);
  });
});
