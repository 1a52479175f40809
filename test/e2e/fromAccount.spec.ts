import { expect } from "@playwright/test";
import { brand } from "#brand";
import { formatPesos } from "#common/money.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { fillBank, TO, transfersOf } from "./support/sendMoney.ts";
import { cardBalances, send, typeCode } from "./support/topUp.ts";

test.use({ username: "raymund.dacanay" });
test("S316 O02 from the savings to another bank: the card is preselected, the savings chosen, and review, receipt, movements and books say it", async ({
  signedInTab: page,
  sandbox,
  member,
  database,
  bank,
}) => {
  const { rows } = await database.query<{ number: string; available: string }>(
    `select a.account_number as number, l.available_centavos::text as available
     from member_account a join ledger_account l on l.id = a.ledger_account_id
     join member m on m.id = a.member_id where m.username = $1 and a.product = 'savings'`,
    [member.username],
  );
  const { number = "none", available = "0" } = rows[0] ?? {};
  const savings = BigInt(available);
  const before = await cardBalances(page, database, member, bank.sandboxUrl);

  await test.step("the card is preselected, and what is on the chosen account decides", async () => {
    await fillBank(page, {
      via: "InstaPay",
      bank: "bdo",
      accountNumber: TO.credited,
      accountName: "Maria L. Cordero",
      amount: "99999999",
    });
    const from = page.getByLabel("Transfer from");
    await expect(from).toHaveValue("");
    await expect(from.getByRole("option").first()).toContainText(brand.cardDisplayName);
    await expect(from).toHaveAccessibleDescription(
      `${brand.cardDisplayName} ${member.card.accountNo}, ${formatPesos(before.ledger)} available`,
    );
    await from.selectOption(number);
    await expect(from).toHaveAccessibleDescription(
      `Savings Deposit ${number}, ${formatPesos(savings)} available`,
    );
    const amount = page.getByLabel("Amount, in pesos");
    await amount.fill("61.25");
    await expect(page.getByText("Left in account")).toBeVisible();
    await expect(page.getByText(formatPesos(savings - 71_25n))).toBeVisible();
    await expectAccessible(page);
    // Another form begins with what it leaves, and coming back with the card.
    await page.getByRole("radio", { name: /^My savings account/ }).check();
    await page.getByRole("radio", { name: /^Other Bank/ }).check();
    await expect(from).toHaveValue("");
    await from.selectOption(number);
    await page.getByRole("radio", { name: /^InstaPay/ }).check();
    await expect(from).toHaveValue(number);
  });

  await fillBank(page, {
    via: "InstaPay",
    bank: "bdo",
    accountNumber: TO.credited,
    accountName: "Maria L. Cordero",
    amount: "61.25",
  });
  await page.getByLabel("Transfer from").selectOption(number);
  await page.getByRole("button", { name: "Next" }).click();
  const sheet = page.locator(".sheet-rows");
  await expect(sheet).toContainText(`Savings Deposit ${number}`);
  await expect(sheet).toContainText(`Left in account${formatPesos(savings - 71_25n)}`);
  // What is edited keeps its source.
  await page.getByRole("button", { name: "Edit details" }).click();
  await expect(page.getByLabel("Transfer from")).toHaveValue(number);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(sheet).toContainText(`Savings Deposit ${number}`);
  await expectAccessible(page);

  const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
  await typeCode(page, code);
  const result = page.getByRole("dialog", { name: /being processed|Transfer sent/ });
  await result.getByRole("button", { name: "View receipt" }).click();
  const receipt = page.locator("article.receipt");
  await expect(receipt).toContainText(`Savings Deposit ${number}`);
  await expect
    .poll(() => transfersOf(database, member, 61_25n))
    .toEqual([expect.objectContaining({ kind: "instapay", state: "credited" })]);

  // Sending again leaves the savings again.
  await page
    .getByRole("button", { name: "Send again" })
    .or(page.getByRole("link", { name: "Send again" }))
    .click();
  await expect(page.getByLabel("Transfer from")).toHaveValue(number);

  await page.goto(`/accounts/${number}`);
  const movements = page.getByRole("region", { name: "Movements" });
  await expect(movements.locator(".tx").first()).toContainText("To another bank");
  await expect(movements.locator(".movement-left").first()).toHaveText(
    `Balance ${formatPesos(savings - 71_25n)}`,
  );
  const after = await cardBalances(page, database, member, bank.sandboxUrl);
  expect(after).toEqual(before);
});
