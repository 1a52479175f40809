import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

test("the login page shows without an account and without errors, and is accessible", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test("H01 a member who is signed in lands on the dashboard", async ({ signedIn }) => {
  await expect(signedIn.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  await expectAccessible(signedIn);
  await signedIn.reload();
  await expect(signedIn.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
});
