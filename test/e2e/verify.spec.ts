import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

test("S275 whoever holds a paper is told without an account that no statement has its code, in their language", async ({
  page,
}) => {
  await page.goto("/verify");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check a statement or receipt");
  const code = page.getByLabel("Code on the statement or receipt");
  await code.fill("7K2M 9QRT");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription(/Enter the 16 letters and digits of a statement/);
  await code.fill("7k2m-9qrt 4xwv-oabc");
  await code.press("Enter");
  await expect(page.getByText("No statement of ours has this code")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: /^All sealed months/ })).toHaveAttribute(
    "href",
    "/api/statements/months",
  );
  // Another code takes the answer away until it is asked for again.
  await code.fill("7k2m-9qrt-4xwv-oab1");
  await expect(page.getByText("No statement of ours has this code")).toHaveCount(0);
  await page.getByText("FIL", { exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Suriin ang statement o resibo");
});
