import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import { expectAccessible, expectContrast } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { resize, setTheme } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";
import { expectToast } from "./support/toasts.ts";
import { plugIn } from "./support/virtualAuthenticator.ts";

const USERNAME = "loan.demo";

async function expectFits(page: Page, width: number): Promise<void> {
  await resize(page, width);
  const reach = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(reach).toBe(width);
}

test("S219 staff add a passkey, sign in with it in place of the code, and remove it", async ({
  context,
  bank,
  sandbox,
  database,
}) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, USERNAME, "/password");
  const { cdp, id } = await plugIn(page, true);
  await expect(page.getByText("You have no passkey yet.")).toBeVisible();

  await test.step("add one, with password and code", async () => {
    // The code of this half minute signed them in.
    await database.query("update staff set totp_last_step = 0 where username = $1", [USERNAME]);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await expectAccessible(page);
    await dialog.getByLabel("Name").fill("Desk in Baguio");
    await dialog.getByLabel("Password now", { exact: true }).fill(brand.demoPassword);
    await dialog.getByLabel("Code of your authenticator").fill(await sandbox.staffCode(USERNAME));
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    await expectToast(page, "The passkey was added.");
    const row = page.getByRole("row").filter({ hasText: "Desk in Baguio" });
    await expect(row).toContainText("Synced");
    await expect(row).toContainText("Not used yet");
    await expectAccessible(page);
    await setTheme(page, "dark");
    await expectContrast(page);
    await setTheme(page, "light");
    await expectFits(page, 320);
    await expectFits(page, 1280);
  });

  await test.step("sign in with it", async () => {
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    const button = page.getByRole("button", { name: "Use a passkey" });
    await button.click();
    // Of username and password only: the passkey stands in for the code.
    await expect(page.getByText("This field is required")).toHaveCount(2);
    await expect(page.getByLabel("Username")).toBeFocused();
    await page.getByLabel("Username").fill(USERNAME);
    await page.getByLabel("Password", { exact: true }).fill(brand.demoPassword);
    await expectFits(page, 320);
    await expectFits(page, 1280);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await button.click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used.");
    await expectAccessible(page);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: true });
    // What is entered anew is meant, however soon it is pressed again.
    await page.getByLabel("Password", { exact: true }).fill(brand.demoPassword);
    await button.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  });

  await test.step("name it otherwise, and remove it", async () => {
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("link", { name: "Password and passkeys" }).click();
    await page.getByRole("button", { name: "Rename Desk in Baguio" }).click();
    const rename = page.getByRole("dialog", { name: "Rename Desk in Baguio" });
    await rename.getByLabel("Name", { exact: true }).fill("Key ring");
    await rename.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("row").filter({ hasText: "Key ring" });
    await expect(row).not.toContainText("Not used yet");
    await page.getByRole("button", { name: "Remove Key ring" }).click();
    const remove = page.getByRole("dialog", { name: "Remove Key ring" });
    await expectAccessible(page);
    await remove.getByRole("button", { name: "Remove", exact: true }).click();
    await expectToast(page, "Key ring was removed.");
    await expect(page.getByText("You have no passkey yet.")).toBeVisible();
  });
});
