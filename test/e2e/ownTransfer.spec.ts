import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

async function review(page: Page, amount: string): Promise<void> {
  await page.goto("/transfer-funds?to=own");
  await page.getByLabel("Transfer from").selectOption({ index: 1 });
  await page.getByLabel("Amount, in pesos").fill(amount);
  await page.getByRole("button", { name: /^Transfer ₱/ }).click();
  await expect(page.getByText("Please review the details below")).toBeVisible();
}

const send = (page: Page) => page.getByRole("button", { name: "Transfer", exact: true }).click();
const typeCode = (page: Page, code: string) => page.getByLabel("6-digit code").fill(code);

test.describe("happy path", () => {
  test.use({ username: "zaldy.ecal" });
  test("P03 Q01 Q03 O06 a top-up is approved by its code and its receipt says when it arrived", async ({
    signedIn: page,
    sandbox,
    member,
  }) => {
    await review(page, "1234.5");
    await expectAccessible(page);
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    await expect(page.getByText("It approves ₱1,234.50")).toBeVisible();
    await expectAccessible(page);
    await typeCode(page, code);
    await expect(page.getByRole("heading", { name: "Transfer sent" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Done" }).click();
    await expect(page.getByRole("heading", { name: "Member Dashboard" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Transfer sent" })).toBeVisible();
  });
});

test.describe("wrong codes", () => {
  test.use({ username: "arnel.gacutan" });
  test("Q03 after three wrong codes only a new one helps", async ({
    signedIn: page,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await review(page, "20");
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    const wrong = code === "111111" ? "222222" : "111111";
    for (const left of ["2 tries left", "1 try left"]) {
      await typeCode(page, wrong);
      await expect(page.getByText(left)).toBeVisible();
    }
    await typeCode(page, wrong);
    await expect(page.getByText("Invalid OTP attempt reached.")).toBeVisible();
    await expect(page.getByLabel("6-digit code")).toHaveCount(0);
  });
});

test.describe("refused by the issuer", () => {
  test.use({ username: "catherine.ramos" });
  test("P05 a refused top-up says that the money is back", async ({
    signedIn: page,
    sandbox,
    member,
  }) => {
    await sandbox.fault("issuer", "reject");
    await review(page, "30");
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    await expect(page.getByRole("heading", { name: "Transfer not completed" })).toBeVisible();
    await expect(
      page.getByText("The money is back in your account, with nothing taken."),
    ).toBeVisible();
  });
});

test.describe("reload on the way", () => {
  test.use({ username: "sheila.guzman" });
  test("P04 an order that was reviewed is there again after a reload", async ({
    signedIn: page,
  }) => {
    await review(page, "40");
    await page.reload();
    await expect(page.getByText("We kept this transfer.")).toBeVisible();
    await expect(page.getByText("₱40.00").first()).toBeVisible();
  });
});
