import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { resize } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";

test("S133 S134 the auditor finds an event, sees its seal and the state of both chains, and takes the file", async ({
  context,
  bank,
  sandbox,
}) => {
  const page = await staffPage(
    context,
    bank.portalUrl,
    sandbox,
    "auditor.demo",
    "/audit?action=staff_login&actor=auditor.demo",
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit trail");
  const rows = page.locator("tbody [data-row]");
  // In words, and with the code that the trail is searched for.
  await expect(rows.first()).toContainText("Signed in to the console");
  await expect(rows.first().locator("code")).toHaveText("staff_login");
  await rows.first().click();
  const panel = page.getByRole("region", { name: /^Event \d+$/ });
  await expect(panel).toContainText("auditor.demo");
  // The worker seals within seconds; the panel is read again each time it opens.
  await expect(async () => {
    await page.reload();
    await expect(panel).toContainText(/No\. \d+|Waits for its seal/);
    expect(await panel.textContent()).toMatch(/No\. \d+/);
  }).toPass();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Verified, no finding" }).click();
  const chains = page.getByRole("dialog", { name: "Seals of the trail" });
  await expect(chains.getByText(/^up to no\. \d+, /)).toHaveCount(4);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);

  await resize(page, 390);
  await expect(page.getByRole("dialog", { name: /^Event \d+$/ })).toBeVisible();
  await expectAccessible(page);
});
