import { brand } from "#brand";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/fixtures.ts";
import { expectToast } from "./support/toasts.ts";

// What the card's pages say when the issuer or the server does not do what was asked.

const toast = (page: Page, text: string) => page.locator(".toast").getByText(text);

test.describe("the issuer does not answer", () => {
  test.use({ username: "sheila.guzman" });
  test("N02 S084 U06 a lock without an answer is still being made, and holds once the issuer is back", async ({
    signedInTab: page,
    sandbox,
    guard,
    member,
    clock,
  }) => {
    guard.expectMessage(/503/);
    await page.goto("/card-settings");
    const lock = page.getByRole("switch", { name: "Lock Card" });
    await expect(lock).not.toBeChecked();
    await sandbox.fault("issuer", "error", { effect: "lost" });
    await lock.click();
    await expect(page.getByText("The card is still being locked.")).toBeVisible();
    await expect(lock).toBeChecked();
    await expect(page.getByRole("link", { name: /^Change / })).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("The card is still being locked.")).toBeVisible();
    await sandbox.fault("issuer", "ok");
    // The worker asks again by itself, when it is time.
    clock.ahead(31);
    await expect(page.getByText("Card is user locked")).toBeVisible();
    await expect(page.getByText("The card is still being locked.")).toHaveCount(0);
    await expect(
      sandbox.purchase({ accountNo: member.card.accountNo ?? "", amount: "5", merchant: "AGOS" }),
    ).rejects.toThrow(/locked by its holder/);
    await lock.click();
    await expectToast(page, "Successfully unlocked the card");
  });
});

test.describe("toasts", () => {
  test.use({ username: "catherine.ramos" });
  test("U05 a success is said for 3000 ms by the page's clock and closes itself", async ({
    signedIn: page,
    context,
  }) => {
    await page.goto("/card-settings");
    const lock = page.getByRole("switch", { name: "Lock Card" });
    await expect(lock).not.toBeChecked();
    await context.clock.install();
    await context.clock.pauseAt(Date.now() + 60_000);
    const locked = toast(page, "Successfully locked the card");
    await lock.click();
    await expect(locked).toBeVisible();
    await page.mouse.move(0, 0);
    await context.clock.runFor(2900);
    await expect(locked).toBeVisible();
    await context.clock.runFor(200);
    await expect(locked).toHaveCount(0);
    await context.clock.resume();
    await expect(lock).toBeChecked();
    // A press while the card is read again does nothing.
    await expect(lock).not.toHaveAttribute("aria-busy");
    await lock.click();
    await expectToast(page, "Successfully unlocked the card");
    await expect(lock).not.toBeChecked();
  });
});

test.describe("an application", () => {
  test.use({ username: "lemuel.ocampo" });
  test("K10 when details or offices cannot be loaded, back to the dashboard", async ({
    signedInTab: page,
    guard,
  }) => {
    guard.expectMessage(/503/);
    await page.route(/\/persoCardRequestDetails$/, (route) =>
      route.fulfill({ status: 503, json: { status: false, message: "Not now" } }),
    );
    await page.goto("/apply-visa-card/type/personalized");
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.route(/\/api\/offices/, (route) =>
      route.fulfill({ status: 503, json: { status: false, message: "Not now" } }),
    );
    await page.goto("/apply-visa-card/type/personalized");
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("H06 M09 K07 a kind in maintenance cannot be chosen, and says until when", async ({
    signedInTab: page,
    database,
  }) => {
    const set = (isOn: boolean, text: string) =>
      database.query("update card_maintenance set is_on = $1, text = $2 where kind = 'perso'", [
        isOn,
        text,
      ]);
    try {
      await set(true, "Under maintenance until 6:00 PM");
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Apply for a card" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("radio").first()).toBeDisabled();
      await expect(dialog).toContainText("Under maintenance until 6:00 PM");
      await expect(dialog.getByLabel("Default (Same Day)")).toBeEnabled();
      await page.goto("/apply-visa-card/type/personalized");
      await page.getByLabel("Pick-up location").selectOption({ index: 1 });
      await expect(page.getByRole("button", { name: "Confirm Application" })).toHaveAttribute(
        "aria-disabled",
        "true",
      );
    } finally {
      await set(false, "");
    }
  });
});

test.describe("an application with details missing", () => {
  test.use({ username: "nerissa.cayabyab" });
  test("K08 what the partner bank finds missing is listed, with where to mend it", async ({
    signedInTab: page,
    guard,
  }) => {
    guard.expectMessage(/422/);
    // The page was opened before the details went missing: it is told of none, the server knows them.
    await page.route(/\/cardRequestDetails$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { errors: unknown[] };
      expect(body.errors).not.toEqual([]);
      await route.fulfill({ response, json: { ...body, errors: [] } });
    });
    await page.goto("/apply-visa-card");
    await page.getByRole("button", { name: "Confirm Application" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      `Unable to process ${brand.product} ${brand.cardName} Application`,
    );
    const refused = page.getByRole("alert");
    await expect(refused).toContainText("Please see missing details below:");
    await expect(refused.getByRole("listitem").first()).toBeVisible();
    await expect(refused).toContainText("Details required by our partner bank are missing.");
    await expect(refused).toContainText(
      `Please go to ${brand.product} Office to update your information.`,
    );
  });
});
