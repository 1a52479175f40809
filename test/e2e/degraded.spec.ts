import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { loginPage } from "./support/loginPage.ts";
import { signInPage } from "./support/signInPage.ts";

/** As the server answers without its database (test/run/degradedModes.test.ts has the real one). */
async function takeBooksAway(page: Page): Promise<void> {
  await page.route("**/api/**", (route) =>
    route.fulfill({
      status: 503,
      headers: { "retry-after": "5" },
      json: { status: false, code: "unavailable", message: "This service is not available" },
    }),
  );
  const parts = ["online", "instapay", "card", "texts"].map((part) => ({
    part,
    isAway: part === "online",
    since: part === "online" ? "2026-11-21T02:00:00.000Z" : null,
  }));
  await page.route("**/api/status", (route) =>
    route.fulfill({
      json: { status: true, message: "", result: { asOf: "2026-11-21T02:05:00.000Z", parts } },
    }),
  );
}

test("R16 without its books the bank says so at the login, what works meanwhile, and whom to call", async ({
  page,
  guard,
}) => {
  guard.expectMessage(/503/);
  await takeBooksAway(page);
  const login = loginPage(page);
  await login.open();
  await login.submit("somebody.here", "not the password");
  await expect(login.alert).toContainText(`${brand.portal} is not available right now`);
  await expect(login.alert).toContainText(hotline);
  await login.alert.getByRole("link", { name: "What works now" }).click();
  await expect(login.heading).toHaveText("What works now");
  const parts = page.getByRole("listitem");
  await expect(parts.filter({ hasText: brand.portal })).toContainText(
    "Not available since 10:00 AM",
  );
  await expect(parts.filter({ hasText: "InstaPay" })).toContainText("Works");
  await expectAccessible(page);
  await page.getByText("FIL", { exact: true }).click();
  await expect(login.heading).toHaveText("Ano ang gumagana ngayon");
});

test.describe("signed in", () => {
  test("R16 figures stay with their time while the books are away, and the page goes on by itself", async ({
    signedIn: page,
    guard,
  }) => {
    guard.expectMessage(/503/);
    const balances = page.getByRole("region", { name: "Account Balances" });
    await expect(balances).toContainText("₱");
    await takeBooksAway(page);
    await page.getByRole("button", { name: "Refresh" }).click();
    const banner = page.getByText(`${brand.portal} is not available right now`);
    await expect(banner).toContainText("Balances are from");
    await expect(banner).toContainText(`To lock your card now, call ${hotline}`);
    await expect(balances).toContainText("₱");
    await page.unroute("**/api/**");
    await page.unroute("**/api/status");
    await expect(banner).toBeHidden();
    await expect(balances).toContainText("₱");
  });

  test("R16 while InstaPay is away only InstaPay is closed, and a silent card network is said with its time", async ({
    signedInTab: page,
  }) => {
    await page.route("**/api/config", async (route) => {
      const answer = await route.fetch();
      // The bank's own answer.
      const body = (await answer.json()) as { result: object };
      const since = "2026-11-21T02:00:00.000Z";
      const away = ["instapay", "card"].map((part) => ({ part, since }));
      await route.fulfill({
        response: answer,
        json: { ...body, result: { ...body.result, away } },
      });
    });
    await page.goto("/transfer-funds");
    const instapay = page.getByRole("radio", { name: /^InstaPay/ });
    await expect(instapay).toBeDisabled();
    await expect(
      page.getByText("InstaPay is not available now. PESONet still works."),
    ).toBeVisible();
    await expect(page.getByRole("radio", { name: /^PESONet/ })).toBeEnabled();
    await page.goto("/dashboard");
    await expect(page.getByText("The network of the card has not answered since")).toContainText(
      "10:00 AM",
    );
  });
});

test.describe("without a socket", () => {
  test.use({ username: "arnel.gacutan" });

  test("R16 the bell is right within a minute though the server cannot ring it", async ({
    context,
    bank,
    sandbox,
    database,
    member,
    guard,
  }) => {
    guard.expectMessage(/socket\.io|WebSocket|ERR_FAILED/);
    await context.clock.install();
    await context.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
    await context.route("**/socket.io/**", (route) => route.abort());
    const page = await signInPage(context, bank.portalUrl, sandbox, member);
    const bell = page.getByRole("button", { name: /^Notifications/ });
    await database.query(
      "update notification set read_at = now() from member m where m.id = member_id and m.username = $1",
      [member.username],
    );
    await page.clock.fastForward(61_000);
    await expect(bell).toHaveAccessibleName("Notifications");
    await database.query(
      `insert into notification (member_id, kind, params, created_at)
       select id, 'transfer_credited', $2::jsonb, clock_timestamp() from member where username = $1`,
      [member.username, JSON.stringify({ amount: "₱1.00", refNo: "OT261121-000000000001" })],
    );
    await page.clock.fastForward(61_000);
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread");
  });
});
