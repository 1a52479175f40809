import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { holdRequests } from "./support/loginPage.ts";
import { forgetOwnSafety } from "./support/forgetOwnSafety.ts";
import { heading, review, send, typeCode } from "./support/topUp.ts";
import { expectToast } from "./support/toasts.ts";
import { plugIn } from "./support/virtualAuthenticator.ts";

test.describe("from the page of safety to the sign-in", () => {
  test.use({ username: "zaldy.ecal" });
  test("S190 S191 S192 a passkey is added, approves a top-up without a text, and signs in without a username", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    guard,
  }) => {
    // What the page reads at the moment when its cookies go is refused.
    guard.expectMessage(/status of 401/);
    const { cdp, id } = await plugIn(page, true);
    await page.goto("/safety");
    const section = page.getByRole("region", { name: "Passkeys" });
    await expect(section).toContainText("You have no passkey yet.");
    const code = await sandbox.codeAfter(member.mobileNumber, () =>
      section.getByRole("button", { name: "Add a passkey" }).click(),
    );
    await typeCode(page, code);
    await expectToast(page, "The passkey was added");
    await expect(section.getByRole("listitem")).toContainText(["My computer"]);
    await expect(section).toContainText("Synced");
    await expectAccessible(page);

    // Its own prompt is the only step between the review and the receipt: no code is sent.
    // Not even where the answer whether there is a passkey is still on its way at the press.
    const read = await holdRequests(page, /\/passkeys$/);
    await review(page, "120.00");
    const before = await sandbox.texts(member.mobileNumber);
    await send(page);
    read.release();
    await expect(heading(page, "Transfer sent")).toBeVisible();
    const after = await sandbox.texts(member.mobileNumber);
    const codes = (texts: readonly { text: string }[]) =>
      texts.filter(({ text }) => /^\d{6} /.test(text)).length;
    expect(codes(after)).toBe(codes(before));

    // Without the member's finger nothing is approved: a text is the other way.
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await review(page, "130.00");
    await send(page);
    const dialog = page.getByRole("dialog", { name: "Approve with your passkey" });
    await expect(dialog.getByRole("button", { name: "Send a code by text instead" })).toBeVisible();
    await expectAccessible(page);
    const text = await sandbox.codeAfter(member.mobileNumber, () =>
      dialog.getByRole("button", { name: "Send a code by text instead" }).click(),
    );
    await typeCode(page, text);
    await expect(heading(page, "Transfer sent")).toBeVisible();

    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: true });
    // A passkey that was added begins a pause, in which no limit goes up.
    await database.query("update member set paused_until = null where username = $1", [
      member.username,
    ]);
    await test.step("a raise of the withdrawal limit", async () => {
      await page.goto("/update-transaction-limit");
      await page.getByLabel("Limit per day, in pesos").fill("30000");
      await page.getByRole("button", { name: "Save Daily Withdrawal Limit" }).click();
      await expect(page).toHaveURL(/\/card-settings$/);
      await expect(page.getByText(/₱30,000\.00 holds from/)).toBeVisible();
    });
    await test.step("a raise of an own limit, once the member answers", async () => {
      await page.goto("/safety");
      const row = page
        .getByRole("region", { name: "Your own limits" })
        .getByRole("listitem")
        .filter({ hasText: "PESONet" });
      const form = page.getByRole("dialog", { name: /^Limit: .*PESONet/ });
      const setDay = async (amount: string) => {
        await row.getByRole("button", { name: /^Change the limits: / }).click();
        await form.getByLabel("What it is for").selectOption("Per day");
        await form.getByLabel("The most, in pesos").fill(amount);
        await form.getByRole("button", { name: "Save" }).click();
      };
      await setDay("300");
      await expectToast(page, "Your limit counts from now on");
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
      await setDay("500");
      await expect(dialog).toContainText("₱500.00");
      const again = dialog.getByRole("button", { name: "Approve with your passkey" });
      // Only once the browser has said no: before that it still asks.
      await expect(again).toBeVisible();
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: true });
      await again.click();
      await expectToast(page, /^Your limit will change on /);
      await expect(row).toContainText(/Per day: ₱500\.00 from /);
    });

    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  });
  test.afterEach(async ({ database, member }) => forgetOwnSafety(database, member));
});
