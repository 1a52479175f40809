import { hotline } from "#contract/hotline.ts";
import { expect } from "@playwright/test";
import { gate } from "#test/support/gate.ts";
import { expectAccessible } from "./support/axe.ts";
import { setFeature } from "./support/features.ts";
import { test } from "./support/fixtures.ts";
import { codesTo, fill, heading, review, send, statesOf, typeCode } from "./support/topUp.ts";
import { formatPesos } from "#common/money.ts";

test.describe("the load limit", () => {
  test.use({ username: "lourdes.ordonez" });
  test("P03 P04 what cannot be sent is said at its field, before any code is sent", async ({
    signedInTab: page,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/422/);
    await page.route(/\/api\/members\/eon\/transfer\/details$/, async (route) => {
      const response = await route.fetch();
      // The server's own answer, with most of what is on the card on hold.
      const body = (await response.json()) as { result: { eonAccount: { available: string } } };
      body.result.eonAccount.available = "7.25";
      await route.fulfill({ response, json: body });
    });
    await page.goto("/transfer-funds?to=own");
    await expect(page.getByText("Your card can receive ₱500.00 more this month.")).toBeVisible();
    await expect(page.locator(".fromrow")).toContainText("₱7.25");
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await expect(page.getByText("This field is required").first()).toBeVisible();
    await expectAccessible(page);

    await fill(page, "0.99");
    const amount = page.getByLabel("Amount, in pesos");
    await expect(amount).toHaveAccessibleDescription(/Enter ₱1\.00 or more/);
    await amount.fill("999999998");
    await expect(amount).toHaveAccessibleDescription(/Not enough in this account\. You have ₱/);

    await review(page, "500.01");
    const known = (await codesTo(sandbox, member)).length;
    const answer = gate();
    await page.route(/\/api\/otp\/send$/, async (route) => {
      await answer.opened;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/api\/otp\/send$/);
    await send(page);
    await asked;
    // While the code is asked for the order stays as it was reviewed.
    for (const name of ["Edit details", "Back to edit"]) {
      const edit = page.getByRole("button", { name });
      await expect(edit).toHaveAttribute("aria-disabled", "true");
      await edit.dispatchEvent("click");
    }
    answer.open();
    const field = page.getByLabel("Amount, in pesos");
    await expect(field).toHaveAccessibleDescription(/can receive ₱500\.00 more this month/);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    expect(await codesTo(sandbox, member)).toHaveLength(known);
  });
});

for (const [username, state, why, onDashboard] of [
  ["imelda.nacion", "suspended", /^Card is suspended due to 3 failed/, undefined],
  ["kenneth.quinto", "deactivated", /^Card is deactivated\./, undefined],
  ["paulo.cuevas", "missing", /^Your card is not active/, /once it is active/],
  ["dominador.cruz", "locked by the association", /^Card is admin locked\./, undefined],
] as const) {
  test.describe(`card ${state}`, () => {
    test.use({ username });
    test(`O01 S168 with a card that is ${state} nothing can be transferred, nor is it offered: the member reads why`, async ({
      signedInTab: page,
    }) => {
      await page.goto("/dashboard");
      await expect(
        page
          .locator("main")
          .getByText(onDashboard ?? why)
          .first(),
      ).toBeVisible();
      await expect(
        page.locator("main").getByRole("link", { name: /Transfer Funds|Top up/ }),
      ).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Transfer Funds" })).toHaveCount(0);
      await expectAccessible(page);
      await page.goto("/transfer-funds?to=own");
      await expect(page.locator("main").getByText(why)).toBeVisible();
      await expect(page.locator("main").getByRole("link", { name: hotline })).toBeVisible();
      await expectAccessible(page);
      await expect(heading(page, "Not authorized")).toBeVisible();
      await expect(
        page.getByText("Sorry, you are not authorized to access this page."),
      ).toBeVisible();
    });
  });
}

test.describe("card locked by the member", () => {
  test.use({ username: "marlon.cabrera" });
  test("O01 G03 O09 a member's own lock does not stop the top-up, and its receipt needs no history", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
  }) => {
    try {
      await setFeature(database, "transactionHistory", "hidden");
      await review(page, "51");
      await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
      await expect(heading(page, "Transfer sent")).toBeVisible();
      expect(await statesOf(database, member, 51_00n)).toEqual(["credited"]);
      await expect(page.getByText(formatPesos(51_00n)).first()).toBeVisible();
      // What else moved on the card belongs to the history.
      await page.goto("/transaction-details/PO-SCROLL-40/2026-11-21");
      await expect(heading(page, "Not authorized")).toBeVisible();
    } finally {
      await setFeature(database, "transactionHistory", "on");
    }
  });
});
