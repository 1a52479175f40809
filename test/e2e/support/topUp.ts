import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { parsePesos } from "#common/money.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { makeCardIssuer } from "#server/platform/gateways/cardIssuer/eonIssuer.ts";
import { toastsSeen } from "./toasts.ts";
import type { DemoPerson } from "./demoMembers.ts";

/** The server's word on an order that it took (src/server/domains/transfers/transferRoutes.ts), which its sheet says. */
const ACCEPTED = "Your transfer is being processed";

/** Waits until the order's sheet says it, for ten seconds at least; no toast lies over the sheet with the same. */
export async function expectFirstAnswer(page: Page): Promise<void> {
  const said = page.locator(".rhead").getByText(ACCEPTED).filter({ visible: true });
  await expect(said.first()).toBeVisible();
  expect((await toastsSeen(page)).filter((text) => text.includes("transfer"))).toEqual([]);
}

/** Fills the form and goes on to the review. */
export async function review(page: Page, amount: string): Promise<void> {
  await page.goto("/transfer-funds?to=own");
  await fill(page, amount);
  await page.getByRole("button", { name: /^Transfer ₱/ }).click();
  await expect(page.getByText("Please review the details below")).toBeVisible();
}

/** Chooses the first account and types the amount. */
export async function fill(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Transfer from").selectOption({ index: 1 });
  await page.getByLabel("Amount, in pesos").fill(amount);
}

/** Presses Transfer under the review. */
export const send = (page: Page) =>
  page.getByRole("button", { name: "Transfer", exact: true }).click();
/** Types the code; the sixth digit sends it. */
export const typeCode = (page: Page, code: string) => page.getByLabel("6-digit code").fill(code);
/** The title of the screen. */
export const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** The balance of the member's card by the bank's books, the issuer's, and the screen. */
export async function cardBalances(
  page: Page,
  database: pg.Client,
  member: DemoPerson,
  url: string,
) {
  const accountNo = member.card.accountNo ?? "";
  const { rows } = await database.query<{ balance: string }>(
    "select balance_centavos::text as balance from ledger_account where book = 'CARD' and code = '2510' and subledger = $1",
    [accountNo],
  );
  const rails = { INSTAPAY_URL: url, PESONET_URL: url };
  const own = { DATABASE_URL: "-", SECRETS_FILE: "-" };
  const environment = { ...own, ...rails, ISSUER_URL: url, SMS_URL: url };
  const issuer = await makeCardIssuer(readConfig(environment)).balance(accountNo);
  await page.goto("/dashboard");
  const amount = page.locator(".cardbal .amt");
  // The skeleton has the same places, without figures.
  await expect(amount).toHaveText(/^₱/);
  const shown = await amount.textContent();
  return {
    ledger: BigInt(rows[0]?.balance ?? -1),
    issuer,
    screen: parsePesos(shown?.replaceAll(/[₱,]/g, "") ?? ""),
  };
}

/** How this member's transfers of this amount stand. */
export async function statesOf(database: pg.Client, member: DemoPerson, amount: bigint) {
  const { rows } = await database.query<{ state: string }>(
    "select state from transfer where destination_account_number = $1 and amount_centavos = $2",
    [member.card.accountNo, String(amount)],
  );
  return rows.map(({ state }) => state);
}

/** The codes that a member's phone got, newest first: a notice of a new device may still come. */
export async function codesTo(
  sandbox: SandboxClient,
  { mobileNumber }: DemoPerson,
): Promise<string[]> {
  const texts = await sandbox.texts(mobileNumber);
  return texts.flatMap(({ text }) => (/^\d{6}\b/.test(text) ? [text] : []));
}
