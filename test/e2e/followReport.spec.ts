import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { payment, reviewBank } from "./support/sendMoney.ts";
import { heading, send, typeCode } from "./support/topUp.ts";

test("S323 the notice of a question leads to the transfer, where the member reads it and answers", async ({
  signedInTab: page,
}) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const notice = page.getByRole("listitem").filter({ hasText: "We need your answer in your case" });
  await notice.getByRole("link", { name: "See the transfer" }).click();
  const main = page.getByRole("main");
  const report = main.locator(".note").filter({ hasText: "Your report: We now wait for you." });
  await expect(report).toContainText(/We answered on [A-Z][a-z]{2} \d{1,2}, \d{4}, .+:/);
  await expect(report.getByRole("blockquote")).toHaveText(/^Yes, with the fee\. Please look/);
  await expect(report.getByRole("link", { name: /^\(02\)/ })).toBeVisible();
  await expectAccessible(page);

  await report.getByRole("button", { name: "Answer" }).click();
  const dialog = page.getByRole("dialog", { name: "Answer us" });
  await dialog.getByRole("button", { name: "Send answer" }).click();
  await expect(dialog.getByText("This field is required").first()).toBeVisible();
  await dialog.getByLabel("Your answer").fill("It is there.\nThank you.");
  await dialog.getByRole("button", { name: "Send answer" }).click();
  const sent = page.getByRole("dialog", { name: "We have your answer" });
  await sent.getByRole("button", { name: "Done" }).click();
  const reopened = main.locator(".note").filter({ hasText: "We are looking into it." });
  await expect(reopened).toContainText("You have an answer by");
  await expect(reopened.getByRole("blockquote")).toHaveText(/^Yes, with the fee\. Please look/);
});

test.describe("a transfer of somebody else", () => {
  test.use({ username: "raymund.dacanay" });
  test("S323 who did not make a transfer is offered the freeze and another password, in the report and beside it", async ({
    signedInTab: page,
    sandbox,
    member,
  }) => {
    await reviewBank(page, payment("31"));
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    await page.getByRole("button", { name: "View receipt" }).click();
    await page.getByRole("button", { name: "Report a problem" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "I did not make this transfer" }).check();
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog.getByRole("link", { name: "Update Password" })).toBeVisible();
    await expect(dialog.getByRole("link", { name: /^\(02\)/ })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Freeze my account" }).click();
    const question = page.getByRole("dialog", { name: "Freeze your account now?" });
    await question.getByRole("button", { name: "Cancel" }).click();

    const report = page.getByRole("main").locator(".note").filter({ hasText: "Your report:" });
    await report.getByRole("button", { name: "Freeze my account" }).click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await report.getByRole("link", { name: "Update Password" }).click();
    await expect(heading(page, "Update Password")).toBeVisible();
  });
});
