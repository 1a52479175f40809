import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import type { DemoPerson } from "./demoMembers.ts";

export type BankPayment = {
  via: "PESONet" | "InstaPay";
  /** What is typed to find the bank. */
  bank: string;
  accountNumber: string;
  accountName: string;
  amount: string;
};

/** Account numbers by what the switch does with them (data/live/rail-codes.json). */
export const TO = {
  credited: "109450542671",
  neverAnswers: "101400001643",
  rejected: "09177638499",
} as const;

/** By InstaPay to an account that is credited, but for what differs. */
export const payment = (amount: string, more: Partial<BankPayment> = {}): BankPayment => ({
  via: "InstaPay",
  bank: "bdo",
  accountNumber: TO.credited,
  accountName: "Maria L. Cordero",
  amount,
  ...more,
});

/** Opens the form and fills it for another bank. */
export async function fillBank(page: Page, payment: BankPayment): Promise<void> {
  await page.goto("/transfer-funds");
  await page.getByRole("radio", { name: new RegExp(`^${payment.via}`) }).check();
  await chooseBank(page, payment.bank);
  await page.getByLabel("Account number").fill(payment.accountNumber);
  await page.getByLabel("Account name").fill(payment.accountName);
  await page.getByLabel("Amount, in pesos").fill(payment.amount);
}

/** Finds a bank by typing, and takes the first that is found. */
export async function chooseBank(page: Page, text: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Destination bank" });
  await field.click();
  const dialog = page.getByRole("dialog", { name: "Destination bank" });
  // On a phone the list has a dialog of its own.
  const input = (await dialog.count()) > 0 ? dialog.getByRole("combobox") : field;
  await input.fill(text);
  await input.press("Enter");
  await expect(dialog).toHaveCount(0);
}

/** As fillBank, and on to the review. */
export async function reviewBank(page: Page, payment: BankPayment): Promise<void> {
  await fillBank(page, payment);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Please review the details below")).toBeVisible();
}

/** Opens the form and fills it for another card. */
export async function fillCard(page: Page, accountNumber: string, amount: string): Promise<void> {
  await page.goto("/transfer-funds?to=card");
  await page.getByLabel("Account number").fill(accountNumber);
  await page.getByLabel("Amount, in pesos").fill(amount);
}

/** How the member's transfers of this amount stand, oldest first. */
export async function transfersOf(
  database: pg.Client,
  { username }: DemoPerson,
  centavos: bigint,
): Promise<{ kind: string; state: string; ref_no: string }[]> {
  const { rows } = await database.query<{ kind: string; state: string; ref_no: string }>(
    `select t.kind, t.state, t.ref_no from transfer t join member m on m.id = t.member_id
     where m.username = $1 and t.amount_centavos = $2 order by t.accepted_at`,
    [username, String(centavos)],
  );
  return rows;
}
