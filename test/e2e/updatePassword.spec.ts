import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { joinPages } from "./support/joinPages.ts";
import { watchCalls } from "./support/loginPage.ts";
import { logIn, makeJoined } from "./support/newcomers.ts";
import { expectToast } from "./support/toasts.ts";

const OLD_PASSWORD = "ten lanterns over Pampanga";
const PASSWORD = "nine bangka on the river";

/** Types all three and presses Enter, as slowly as people do: a second press at once is the same one. */
async function submit(page: Page, current: string, wanted: string, again = wanted) {
  const { field } = joinPages(page);
  await field("Current Password").fill(current);
  await field("Set New Password").fill(wanted);
  await field("Confirm New Password").fill(again);
  await page.clock.runFor(1_100);
  await field("Confirm New Password").press("Enter");
}

test("I01 I02 T07 errors at their fields, then a new password and the same session", async ({
  page,
  sandbox,
  database,
  bank,
  guard,
}) => {
  guard.expectMessage(/422/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "teresa.mangga",
    password: OLD_PASSWORD,
  });
  await page.clock.install();
  await logIn(page, sandbox, member);
  const { field, button, heading, alert, open } = joinPages(page);
  await open("/update-password");
  await expect(heading).toBeFocused();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(heading).toHaveText("Member Dashboard");
  await open("/update-password");
  const calls = watchCalls(page);
  const update = button("Update Password");
  await update.click();
  await expect(page.locator(".errmsg")).toHaveText(
    Array.from({ length: 3 }, () => "This field is required"),
  );
  await expect(field("Current Password")).toBeFocused();
  await expect(update).toHaveAttribute("aria-disabled", "true");
  await submit(page, OLD_PASSWORD, PASSWORD, "something else");
  await expect(alert).toContainText("Password and Confirm password do not match");
  expect(calls).not.toContain("POST /api/members/updatePassword");

  await submit(page, "not my password", PASSWORD);
  await expect(alert).toContainText("Current Password: Your current password is not right.");
  await expect(field("Current Password")).toBeFocused();
  await expect(field("Set New Password")).toHaveValue(PASSWORD);
  await submit(page, OLD_PASSWORD, "password1");
  await expect(alert).toContainText(
    "Set New Password: This password is easy to guess: a common word",
  );
  await expect(field("Set New Password")).toBeFocused();

  await submit(page, OLD_PASSWORD, PASSWORD);
  await expectToast(page, "Password updated");
  await expect(heading).toHaveText("Member Dashboard");
  // The session goes on, also over a reload.
  await page.reload();
  await expect(heading).toHaveText("Member Dashboard");
  await expect(page.getByText("No available accounts.")).toBeVisible();
});

test("H08 an aged password is asked about until it is changed or put off, three times at most", async ({
  page,
  sandbox,
  database,
  bank,
  guard,
}) => {
  guard.expectMessage(/409/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "victoria.mangga",
    password: OLD_PASSWORD,
  });
  const arrange = (waives: number) =>
    database.query(
      `update member set password_changed_at = now() - interval '400 days',
         password_waived_until = null, password_waives = $2 where membership_no = $1`,
      [member.membershipNo, waives],
    );
  await arrange(0);
  await page.clock.install();
  await logIn(page, sandbox, member);
  const { heading, open } = joinPages(page);
  const dialog = page.getByRole("dialog", { name: "Time to change your password." });
  const yes = dialog.getByRole("button", { name: "Yes" });
  const no = dialog.getByRole("button", { name: "No", exact: true });
  await expect(dialog).toContainText("more than 365 days ago");
  await expect(dialog).toContainText("Do you want to update your password?");
  await yes.click();
  await expect(heading).toHaveText("Update Password");
  await expect(page).toHaveURL(/\/update-password$/);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toBeVisible();
  await no.click();
  await expectToast(page, "Password waived successfully");
  await expect(dialog).toBeHidden();

  await arrange(3);
  await open("/dashboard");
  await no.click();
  await expect(dialog.getByRole("alert")).toContainText("You have postponed this three times.");
  await expect(no).toHaveCount(0);
  await expect(yes).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();

  await yes.click();
  await submit(page, OLD_PASSWORD, PASSWORD);
  await expectToast(page, "Password updated");
  await expect(heading).toHaveText("Member Dashboard");
  await expect(dialog).toHaveCount(0);
});
