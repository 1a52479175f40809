import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

test.use({ username: "catherine.ramos" });

for (const width of [390, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test(`S167 S174 another method says at once that the bank is cleared, and one tap chooses it again; the box of banks is worked by keyboard, ${width} px`, async ({
      signedInTab: page,
    }) => {
      await page.goto("/transfer-funds");
      const bank = page.getByRole("combobox", { name: "Destination bank" });
      const search = page.getByRole("dialog").getByRole("combobox").or(bank).last();
      await bank.focus();
      await page.keyboard.press("Enter");
      await expect(bank).toHaveAttribute("aria-expanded", "true");
      await expect(page.getByText("This field is required")).toHaveCount(0);
      await page.keyboard.press("Escape");
      await page.keyboard.type("unionbank");
      await expect(search).toHaveValue("unionbank");
      await page.keyboard.press("Enter");
      await expect(bank).toHaveValue(/^Union ?[Bb]ank/);
      await expect(bank).toBeFocused();
      // What is typed on the closed box takes the place of what is chosen.
      await page.keyboard.type("bdo");
      await expect(search).toHaveValue("bdo");
      await page.keyboard.press("Enter");
      await expect(bank).toHaveValue("BDO Unibank, Inc.");

      await page.getByRole("radio", { name: /^InstaPay/ }).check();
      await expect(bank).toHaveValue("");
      const told = page
        .getByRole("status")
        .filter({ hasText: "BDO Unibank, Inc. is no longer chosen" });
      await expect(told).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Choose BDO Unibank, Inc. again" }).click();
      await expect(bank).toHaveValue("BDO Unibank, Inc.");
      await expect(bank).toBeFocused();
      await expect(told).toHaveCount(0);

      // One that the other method does not reach is no longer chosen either; there is nothing to tap.
      await bank.focus();
      await page.keyboard.type("shopeepay");
      await page.keyboard.press("Enter");
      await expect(bank).toHaveValue(/ShopeePay/);
      await page.getByRole("radio", { name: /^PESONet/ }).check();
      await expect(bank).toHaveValue("");
      await expect(
        page
          .getByRole("status")
          .filter({ hasText: "is no longer chosen: PESONet does not reach it" }),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: /^Choose .* again$/ })).toHaveCount(0);
    });
  });
}
