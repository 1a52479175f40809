import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import { expectAccessible } from "./support/axe.ts";
import type { DemoPerson } from "./support/demoMembers.ts";
import { setFeature } from "./support/features.ts";
import { test } from "./support/fixtures.ts";
import { transfersOf } from "./support/sendMoney.ts";
import { cardBalances, heading, send, typeCode } from "./support/topUp.ts";

/** The member's savings by the bank's books, and the number of the account. */
async function savingsOf(database: pg.Client, { username }: DemoPerson) {
  const { rows } = await database.query<{ number: string; balance: string }>(
    `select a.account_number as number, l.balance_centavos::text as balance
     from member_account a join ledger_account l on l.id = a.ledger_account_id
     join member m on m.id = a.member_id where m.username = $1 and a.product = 'savings'`,
    [username],
  );
  return { number: rows[0]?.number ?? "none", balance: BigInt(rows[0]?.balance ?? -1) };
}

const grouped = (digits: string) => digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

test.describe("credited", () => {
  test.use({ username: "elena.ocampo" });
  test("S101 money goes back from the card to the own savings: form, review, code, receipt and history agree to the centavo", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    bank,
  }) => {
    const before = await cardBalances(page, database, member, bank.sandboxUrl);
    const savings = await savingsOf(database, member);

    await page.goto("/transfer-funds?to=card");
    await page.getByLabel("Account number").fill("9901");
    await page.getByRole("radio", { name: /^My savings account/ }).check();
    // Who has one account has nothing to choose, and what another form asked for is gone.
    await expect(page.getByLabel("To my savings")).toHaveValue(savings.number);
    await expect(page.getByLabel("To my savings")).toHaveAccessibleDescription(
      new RegExp(`^Savings Deposit ${savings.number}, ₱[\\d,.]+ available$`),
    );
    const amount = page.getByLabel("Amount, in pesos");
    await amount.fill("99999999");
    await expect(amount).toHaveAccessibleDescription(/Not enough on your card/);
    await amount.fill("61.25");
    await expect(page.getByText("No fee").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Transfer ₱61.25" }).click();
    await expect(page.getByText("Please review the details below")).toBeVisible();
    await expect(page.getByText(grouped(savings.number))).toBeVisible();
    await expectAccessible(page);

    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    await expect(page.getByRole("dialog", { name: "Verify One-Time Password" })).toContainText(
      `It approves ₱61.25 to your savings account ••••\u00a0${savings.number.slice(-4)}`,
    );
    await typeCode(page, code);
    await expect(heading(page, "Transfer sent")).toBeVisible();
    const receipt = page.locator("article.receipt");
    await expect(receipt).toContainText("to your savings account");
    await expect(receipt).toContainText("My savings account");
    await expect(receipt).toContainText(grouped(savings.number));
    await expectAccessible(page);
    const [order] = await transfersOf(database, member, 61_25n);
    expect(order).toMatchObject({ kind: "deposit", state: "credited" });
    const reference = order?.ref_no ?? "none";
    await expect(receipt).toContainText(reference);

    const after = await cardBalances(page, database, member, bank.sandboxUrl);
    expect(after.ledger).toBe(before.ledger - 61_25n);
    expect(after.issuer).toBe(after.ledger);
    expect(after.screen).toBe(after.ledger);
    expect((await savingsOf(database, member)).balance).toBe(savings.balance + 61_25n);

    await page.goto("/transaction-history");
    const row = page.getByRole("link", { name: new RegExp(reference) });
    await expect(row).toContainText("Transfer to Savings");
    await expect(row).toContainText("₱61.25");

    await page.getByRole("radiogroup", { name: "Language" }).getByText("Filipino").click();
    await expect(row).toContainText("Papunta sa Savings Deposit");
    await row.click();
    await expect(page.locator("article.receipt")).toContainText("sa inyong savings account");
    await page.goto("/transfer-funds?to=deposit");
    await expect(page.getByLabel("Papunta sa savings ko")).toHaveValue(savings.number);
    await page.getByLabel(/^Halaga/).fill("5");
    await page.getByRole("button", { name: /^I-.?transfer ang ₱5\.00$/ }).click();
    await expect(page.getByText("Hindi na magagastos gamit ang card")).toBeVisible();
    await english(page);
  });
});

test.describe("refused by the issuer", () => {
  test.use({ username: "daisy.soliman" });
  test("S101 a deposit that the issuer refuses says that the money is back on the card, and it is", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    bank,
  }) => {
    const before = await cardBalances(page, database, member, bank.sandboxUrl);
    const savings = await savingsOf(database, member);
    await sandbox.fault("issuer", "reject");
    await page.goto("/transfer-funds?to=deposit");
    await page.getByLabel("Amount, in pesos").fill("62.37");
    await page.getByRole("button", { name: "Transfer ₱62.37" }).click();
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    await expect(heading(page, "Transfer not completed")).toBeVisible();
    await expect(
      page.getByText("The money is back on your card, with nothing taken."),
    ).toBeVisible();
    await sandbox.fault("issuer", "ok");
    expect(await transfersOf(database, member, 62_37n)).toMatchObject([
      { kind: "deposit", state: "returned" },
    ]);
    expect(await cardBalances(page, database, member, bank.sandboxUrl)).toEqual(before);
    expect(await savingsOf(database, member)).toEqual(savings);
  });
});

test.describe("switched off", () => {
  test.use({ username: "daisy.soliman" });
  test("O01 a kind of transfer that is switched off says why or is gone, and leads no one to its form; the others stay", async ({
    signedInTab: page,
    database,
  }) => {
    const choice = (name: RegExp) => page.getByRole("radio", { name });
    try {
      await setFeature(database, "depositTransfers", "disabled");
      await setFeature(database, "pesonetTransfers", "hidden");
      await database.query(
        "update feature set text_en = 'Back on Monday.', text_fil = 'Babalik sa Lunes.' where name = 'depositTransfers'",
      );
      await page.goto("/transfer-funds?to=deposit");
      await expect(choice(/^Other Bank/)).toBeChecked();
      await expect(choice(/^My savings account.*Back on Monday/)).toBeDisabled();
      await expect(choice(/^InstaPay/)).toBeChecked();
      await expect(choice(/^PESONet/i)).toHaveCount(0);
      await expectAccessible(page);
      await setFeature(database, "depositTransfers", "hidden");
      await page.reload();
      await expect(choice(/^Other Bank/)).toBeChecked();
      await expect(choice(/^My savings account/)).toHaveCount(0);
    } finally {
      await database.query(
        "update feature set state = 'on', text_en = '', text_fil = '' where name in ('depositTransfers', 'pesonetTransfers')",
      );
    }
  });
});

/** As it was, for the tests of the same member. */
async function english(page: Page): Promise<void> {
  await page.getByRole("radiogroup", { name: "Wika" }).getByText("English").click();
  await expect(heading(page, "Transfer Funds")).toBeVisible();
}
