import { expect, type Page } from "@playwright/test";
import { formatPesos, parsePesos } from "#common/money.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { resize } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";
import { expectToast, rememberToasts } from "./support/toasts.ts";

/** Fills in pieces of bills and coins that come to this amount. */
async function count(within: ReturnType<Page["getByRole"]>, amount: bigint): Promise<void> {
  const fields = within.getByRole("group", { name: "Pieces" });
  const thousands = amount / 1_000_00n;
  await fields.getByLabel(formatPesos(1_000_00n), { exact: true }).fill(String(thousands));
  await fields.getByLabel(formatPesos(1n), { exact: true }).fill(String(amount % 1_000_00n));
  await expect(fields.getByText(formatPesos(amount), { exact: true })).toBeVisible();
}

/** What the row of this name of the teller's drawer says. */
async function amountOf(page: Page, name: string): Promise<bigint> {
  const row = page.locator("main dl > div").filter({ hasText: new RegExp(`^${name}`) });
  const text = await row.locator("dd").innerText();
  return parsePesos(text.replaceAll(/[^\d.]/g, "")) ?? -1n;
}

test("S261 S262 S265 a teller takes a deposit, prints it, closes with an exact count, and opens again", async ({
  browser,
  bank,
  sandbox,
  database,
}) => {
  const office = await browser.newContext();
  const guard = await guardPages(office);
  await rememberToasts(office);
  await office.clock.install();
  // Whether there is paper is not the browser's to say here.
  await office.addInitScript(() => {
    window.print = () => undefined;
  });
  const desk = await staffPage(office, bank.portalUrl, sandbox, "teller.demo", "/cash");
  const { rows } = await database.query<{ account_number: string }>(
    `select a.account_number from member_account a join member m on m.id = a.member_id
     where m.membership_no = '0006202600021048' and a.product = 'savings'`,
  );
  const accountNumber = rows[0]?.account_number ?? "";
  const before = await amountOf(desk, "Deposits");

  await test.step("an account that is nobody's here is said at its field", async () => {
    await desk.getByLabel("Account or loan number").fill("999999999999");
    await desk.getByRole("button", { name: "Find account" }).click();
    await expect(
      desk.getByText("No account and no open loan of a member of your branch"),
    ).toBeVisible();
    await expectAccessible(desk);
  });

  await test.step("the account's holder is read before the cash is taken", async () => {
    await desk.getByLabel("Account or loan number").fill(accountNumber);
    await desk.getByRole("button", { name: "Find account" }).click();
    await expect(desk.getByText("Bituin Dulay Cariaga").first()).toBeVisible();
    await desk.getByLabel("Amount").fill("1,000.25");
    await desk.getByRole("button", { name: "Take deposit" }).click();
  });

  await test.step("the receipt has a number, and a second print is a copy", async () => {
    await expect(desk.getByRole("heading", { name: "Cash deposit receipt" })).toBeVisible();
    await expect(desk.getByText(/^CR-0006-\d{7}$/)).toBeVisible();
    await expectAccessible(desk);
    await desk.getByRole("button", { name: "Print" }).click();
    await expect(desk.getByRole("button", { name: "Print" })).toBeEnabled();
    await expect(desk.getByText("Copy 1")).toHaveCount(0);
    await office.clock.fastForward(1500);
    await desk.getByRole("button", { name: "Print" }).click();
    await expect(desk.getByText("Copy 1")).toBeVisible();
    await desk.getByRole("button", { name: "Back to the drawer" }).click();
  });

  const inside = (await amountOf(desk, "Float")) + before + 1_000_25n;
  await test.step("a count that differs is told so, the exact one closes the drawer", async () => {
    await expect.poll(() => amountOf(desk, "Deposits")).toBe(before + 1_000_25n);
    await desk.getByRole("button", { name: "Close drawer" }).click();
    const dialog = desk.getByRole("dialog");
    await count(dialog, inside - 1n);
    await resize(desk, 390);
    await expectAccessible(desk);
    guard.expectMessage(/409/);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("The count does not agree")).toBeVisible();
    await office.clock.fastForward(1500);
    await count(dialog, inside);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(desk, "The drawer is closed.");
  });

  await test.step("another is opened with a count", async () => {
    await count(desk.getByRole("main"), 5_000_00n);
    await desk.getByRole("button", { name: "Open drawer" }).click();
    await expectToast(desk, "The drawer is open.");
    await expect.poll(() => amountOf(desk, "Float")).toBe(5_000_00n);
  });
  guard.check();
  await office.close();
});
