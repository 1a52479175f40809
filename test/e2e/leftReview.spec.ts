import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { review } from "./support/topUp.ts";

test.describe("a review that was left", () => {
  test.use({ username: "sheila.guzman" });
  test("an order that was reviewed is there again after a reload", async ({
    signedInTab: page,
  }) => {
    await review(page, "40");
    const kept = page.getByText("We kept this transfer.");
    await page.reload();
    await expect(kept).toBeVisible();
    await expect(page.getByText("₱40.00").first()).toBeVisible();

    await test.step("in place of what is chosen next it never stands; it is offered beside it", async () => {
      const amount = page.getByLabel("Amount, in pesos");
      const beside = page.getByText(/^You reviewed ₱40.00 to your card.* and did not send it\./);
      const topUp = page.getByRole("link", { name: "Top up card" });
      const begin = async () => {
        await page.goto("/dashboard");
        await topUp.click();
        await expect(amount).toHaveValue("");
      };
      await begin();
      await expect(beside).toBeVisible();
      await expect(page.locator(".decide")).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Go on with it" }).click();
      await expect(kept).toBeVisible();
      await page.reload();
      await expect(kept).toBeVisible();
      await begin();
      await page.getByRole("button", { name: "Discard" }).click();
      await expect(beside).toBeHidden();
      await begin();
      await expect(beside).toBeHidden();
    });
  });
});
