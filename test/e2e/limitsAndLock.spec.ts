import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { forgetOwnSafety } from "./support/forgetOwnSafety.ts";
import { type BankPayment, fillBank, reviewBank, TO } from "./support/sendMoney.ts";
import { expectAnnounced } from "./support/toasts.ts";
import { send, typeCode } from "./support/topUp.ts";

test.use({ username: "isagani.escalona" });
test.afterEach(async ({ database, member }) => forgetOwnSafety(database, member));

test("S210 S211 own limits: lower at once, told in the form, higher with a code and a day, and taken back", async ({
  signedInTab: page,
  sandbox,
  member,
}) => {
  await page.goto("/safety");
  const section = page.getByRole("region", { name: "Your own limits" });
  const row = section.getByRole("listitem").filter({ hasText: "Own account to card" });
  await expect(row).toContainText("No limit of your own.");
  const dialog = page.getByRole("dialog", { name: "Limit: Own account to card" });
  const open = async () => {
    await row.getByRole("button", { name: "Change the limits: Own account to card" }).click();
    await dialog.getByLabel("What it is for").selectOption("Per day");
  };
  const amount = dialog.getByLabel("The most, in pesos");
  const save = () => dialog.getByRole("button", { name: "Save" }).click();

  await open();
  await expectAccessible(page);
  await save();
  await expect(dialog).toContainText("This field is required");
  await amount.fill("300");
  await save();
  await expectAnnounced(page, "Your limit counts from now on");
  await expect(row).toContainText("Per day: ₱300.00 · ₱300.00 left today");

  await page.goto("/transfer-funds?to=own");
  await expect(page.getByText("₱300.00 left of your own limit today.")).toBeVisible();
  await page.getByLabel("Transfer from").selectOption({ index: 1 });
  await page.getByLabel("Amount, in pesos").fill("300.01");
  await expect(page.getByLabel("Amount, in pesos")).toHaveAccessibleDescription(
    /₱300\.00 left of your own limit today\./,
  );

  await page.goto("/safety");
  await open();
  await amount.fill("500");
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, save));
  await expectAnnounced(page, /^Your limit will change on /);
  await expect(row).toContainText(/Per day: ₱500\.00 from /);
  await expect(row).toContainText("Per day: ₱300.00");
  await row.getByRole("button", { name: /^Take back: Per day: ₱500\.00/ }).click();
  await expectAnnounced(page, "The raise was taken back");
  await expect(row).not.toContainText("₱500.00");
});

test("S218 a new payee: above which sum a passkey is needed, lower at once, higher with a code and a day", async ({
  signedInTab: page,
  sandbox,
  member,
  guard,
}) => {
  guard.expectMessage(/409/);
  await page.goto("/safety");
  const section = page.getByRole("region", { name: "Your own limits" });
  const row = section.getByRole("listitem").filter({ hasText: "Passkey for new payees" });
  await expect(row).toContainText(
    "Payments to a new payee above ₱25,000.00 take a passkey. This is our figure.",
  );
  const dialog = page.getByRole("dialog", { name: "Limit: Passkey for new payees" });
  const open = () =>
    row.getByRole("button", { name: "Change the limits: Passkey for new payees" }).click();
  const amount = dialog.getByLabel("The most, in pesos");
  const save = () => dialog.getByRole("button", { name: "Save" }).click();

  await open();
  await expect(dialog.getByLabel("What it is for")).toHaveCount(0);
  await expectAccessible(page);
  await amount.fill("25000.01");
  await save();
  await expect(dialog).toContainText("The most is ₱25,000.00: our own limit.");
  await amount.fill("14.99");
  await save();
  await expectAnnounced(page, "Your limit counts from now on");
  await expect(row).toContainText("Payments to a new payee above ₱14.99 take a passkey.");
  await expect(row).not.toContainText("our figure");

  const payment: BankPayment = {
    via: "InstaPay",
    bank: "bdo",
    accountNumber: TO.credited,
    accountName: "Maria L. Cordero",
    amount: "15.00",
  };
  await fillBank(page, payment);
  await reviewBank(page, payment);
  await send(page);
  await expect(
    page.getByRole("alert").filter({ hasText: "This needs your passkey;" }),
  ).toBeVisible();

  await page.goto("/safety");
  await open();
  await amount.fill("20000");
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, save));
  await expectAnnounced(page, /^Your limit will change on /);
  await expect(row).toContainText(/Payments above: ₱20,000\.00 from /);
  await row.getByRole("button", { name: /^Take back: Payments above: ₱20,000\.00/ }).click();
  await expectAnnounced(page, "The raise was taken back");
  await expect(row).not.toContainText("₱20,000.00");
});

test("S214 S215 money lock: locked at once, shown where the balance is, released with a code, kept", async ({
  signedInTab: page,
  sandbox,
  member,
}) => {
  await page.goto("/safety");
  const section = page.getByRole("region", { name: "Money lock" });
  const row = section.getByRole("listitem").filter({ hasText: "Savings Deposit" });
  await expect(row).toContainText("Nothing is locked.");
  await row.getByRole("button", { name: "Lock money: Savings Deposit" }).click();
  const lock = page.getByRole("dialog", { name: "Lock money: Savings Deposit" });
  await lock.getByLabel("How much, in pesos").fill("100");
  await expectAccessible(page);
  await lock.getByRole("button", { name: "Lock", exact: true }).click();
  await expectAnnounced(page, "₱100.00 is locked");
  await expect(row).toContainText("₱100.00 locked");

  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "₱100.00 locked" })).toBeVisible();
  await page.goto("/transfer-funds?to=own");
  const savings = page.getByRole("option", { name: /Savings Deposit/ });
  await page.getByLabel("Transfer from").selectOption(await savings.getAttribute("value"));
  await expect(page.getByText("₱100.00 locked")).toBeVisible();

  await page.goto("/safety");
  await row.getByRole("button", { name: "Release locked money: Savings Deposit" }).click();
  const release = page.getByRole("dialog", { name: "Release locked money: Savings Deposit" });
  await release.getByLabel("How much, in pesos").fill("100.01");
  await release.getByRole("button", { name: "Release", exact: true }).click();
  await expect(release).toContainText("The most is ₱100.00");
  await release.getByLabel("How much, in pesos").fill("100");
  const send = () => release.getByRole("button", { name: "Release", exact: true }).click();
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, send));
  await expectAnnounced(page, /^It will be free from /);
  await expect(row).toContainText(/₱100\.00 will be free from /);
  await row.getByRole("button", { name: "Keep ₱100.00 locked" }).click();
  await expectAnnounced(page, "It stays locked");
  await expect(row).not.toContainText("will be free");
});
