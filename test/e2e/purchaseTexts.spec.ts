import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { expectAnnounced } from "./support/toasts.ts";

test.describe("texts for purchases", () => {
  test.use({ username: "catherine.ramos" });
  test("S158 the member is texted from the amount on that they set, for every purchase, or never", async ({
    signedInTab: page,
    sandbox,
    member,
  }) => {
    await page.goto("/card-settings");
    const row = page.getByRole("listitem").filter({ hasText: "Text me for purchases" });
    await expect(row).toContainText("from ₱1,000.00");
    const dialog = page.getByRole("dialog", { name: "Text me for purchases" });
    const amount = dialog.getByLabel("Amount, in pesos");
    const open = () => row.getByRole("button", { name: "Change Text me for purchases" }).click();
    const save = () => dialog.getByRole("button", { name: "Save" }).click();

    await open();
    await expect(amount).toHaveValue("1,000.00");
    await amount.fill("00050");
    await save();
    await expect(amount).toHaveAccessibleDescription(/zeros in front of the amount/);
    await expectAccessible(page);
    await amount.fill("50");
    await save();
    await expectAnnounced(page, "Your texts for purchases were changed");
    await expect(row).toContainText("from ₱50.00");
    const accountNo = member.card.accountNo ?? "";
    const text = await sandbox.textAfter(
      member.mobileNumber,
      () => sandbox.purchase({ accountNo, amount: "50.00", merchant: "BOTIKA MAGALING" }),
      (one) => one.includes("paid at"),
    );
    expect(text).toContain("PHP 50.00 paid at BOTIKA MAGALING with card ...");

    await open();
    await amount.fill("0");
    await save();
    await expect(row).toContainText("Every purchase");
    await open();
    await dialog.getByLabel("Never").check();
    await expect(amount).toHaveCount(0);
    await save();
    await expect(row).toContainText("Never");
    await page.reload();
    await expect(row).toContainText("Never");
  });
});
