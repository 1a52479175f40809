import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import { formatPesos, parsePesos } from "#common/money.ts";

/** Fills in pieces of bills and coins that come to this amount. */
export async function count(within: ReturnType<Page["getByRole"]>, amount: bigint): Promise<void> {
  const fields = within.getByRole("group", { name: "Pieces" });
  const thousands = amount / 1_000_00n;
  await fields.getByLabel(formatPesos(1_000_00n), { exact: true }).fill(String(thousands));
  await fields.getByLabel(formatPesos(1n), { exact: true }).fill(String(amount % 1_000_00n));
  await expect(fields.getByText(formatPesos(amount), { exact: true })).toBeVisible();
}

/** What the row of this name of the teller's drawer says. */
export async function amountOf(page: Page, name: string): Promise<bigint> {
  const row = page.locator("main dl > div").filter({ hasText: new RegExp(`^${name}`) });
  const text = await row.locator("dd").innerText();
  const amount = parsePesos(text.replaceAll(/[^\d.]/g, "")) ?? -1n;
  return text.includes("−") || text.includes("-") ? -amount : amount;
}

/** What is in the teller's drawer, whatever happened in it before. */
export async function insideOf(page: Page): Promise<bigint> {
  const [float, paidIn, paidOut, moved] = [
    await amountOf(page, "Float"),
    await amountOf(page, "Deposits"),
    await amountOf(page, "Withdrawals"),
    await amountOf(page, "From and to the vault"),
  ];
  return float + moved + paidIn - paidOut;
}

/** The savings account of a member of the teller's branch. */
export async function accountOfBituin(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ account_number: string }>(
    `select a.account_number from member_account a join member m on m.id = a.member_id
     where m.membership_no = '0006202600021048' and a.product = 'savings'`,
  );
  return rows[0]?.account_number ?? "";
}

/** A deposit by the form. */
export async function takeDeposit(
  desk: Page,
  accountNumber: string,
  amount: string,
): Promise<void> {
  await desk.getByLabel("Account or loan number").fill(accountNumber);
  await desk.getByRole("button", { name: "Find account" }).click();
  await desk.getByLabel("Amount").fill(amount);
  await desk.getByRole("button", { name: "Take deposit" }).click();
}
