import { expect } from "@playwright/test";
import { formatPesos } from "#common/money.ts";
import { expectAccessible } from "./support/axe.ts";
import { demoMember } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { fillCard, transfersOf } from "./support/sendMoney.ts";
import { cardBalances, expectFirstAnswer, heading, send, typeCode } from "./support/topUp.ts";

test.describe("to another card", () => {
  test.use({ username: "isagani.bautista" });
  test("P01 P02 P04 P05 P06 O10 S376 from card to card and from the savings to a card: the rules, the money on both, and the server's words", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    bank,
    clock,
    guard,
  }) => {
    guard.expectMessage(/422/);
    const receiver = demoMember("wilfredo.padilla");
    const own = member.card.accountNo ?? "";
    const number = page.getByLabel("Account number");

    await test.step("the number has 12 digits and is not the member's own", async () => {
      await fillCard(page, "99011234", "10");
      const submit = page.getByRole("button", { name: "Transfer", exact: true });
      await expect(number).toHaveAccessibleDescription(/Account number should be 12 digits long/);
      await number.fill("   ");
      await expect(number).toHaveAccessibleDescription(/This field cannot be empty/);
      await number.fill(own);
      await expect(number).toHaveAccessibleDescription(
        /Destination account should not be the same with source account/,
      );
      await expect(submit).toHaveAttribute("aria-disabled", "true");
      await expectAccessible(page);
    });

    await test.step("an account that nobody has is refused at its field, before any code", async () => {
      await number.fill("990000000001");
      await page.getByRole("button", { name: "Transfer ₱10.00" }).click();
      await expect(page.getByText("Please review the details below")).toBeVisible();
      await send(page);
      await expect(number).toHaveAccessibleDescription(/We cannot send to this account number/);
    });

    const before = await cardBalances(page, database, member, bank.sandboxUrl);
    const beforeThere = await cardBalances(page, database, receiver, bank.sandboxUrl);
    clock.ahead(61);
    await fillCard(page, receiver.card.accountNo ?? "", "71.5");
    await page.getByRole("button", { name: "Transfer ₱71.50" }).click();
    await expect(page.getByText("9901 1234 7473")).toBeVisible();
    // Whom it goes to comes first, and what the account is called after.
    await expect(page.locator(".revtop")).toContainText(/to \p{L}+ \p{L}\., EON ••••\s7473/u);
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    await expect(page.getByRole("dialog")).toContainText("It approves ₱71.50 to EON •••• 7473.");
    await sandbox.fault("issuer", "down");
    await typeCode(page, code);
    await expectFirstAnswer(page);
    await sandbox.fault("issuer", "ok");
    clock.ahead(122);
    await expect(heading(page, "Transfer sent")).toBeVisible();
    await expect(page.getByText("When you sent it")).toBeHidden({ timeout: 20_000 });
    await expectAccessible(page);
    expect(await transfersOf(database, member, 71_50n)).toMatchObject([
      { kind: "card", state: "credited" },
    ]);
    const after = await cardBalances(page, database, member, bank.sandboxUrl);
    const afterThere = await cardBalances(page, database, receiver, bank.sandboxUrl);
    expect(after.ledger).toBe(before.ledger - 71_50n);
    expect(after.issuer).toBe(after.ledger);
    expect(afterThere.ledger).toBe(beforeThere.ledger + 71_50n);
    expect(afterThere.issuer).toBe(afterThere.ledger);

    // Done is done: the form that comes next is empty.
    await page.goto("/transfer-funds?to=card");
    await expect(number).toHaveValue("");
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(heading(page, "Member Dashboard")).toBeVisible();

    await test.step("from the savings, chosen instead of the card: the card is left alone", async () => {
      const { rows } = await database.query<{ number: string; available: string }>(
        `select a.account_number as number, l.available_centavos::text as available
         from member_account a join ledger_account l on l.id = a.ledger_account_id
         join member m on m.id = a.member_id where m.username = $1 and a.product = 'savings'`,
        [member.username],
      );
      const { number: savings = "none", available = "0" } = rows[0] ?? {};
      const left = formatPesos(BigInt(available) - 33_25n);
      clock.ahead(61);
      await fillCard(page, own, "33.25");
      const from = page.getByLabel("Transfer from");
      await expect(from).toHaveValue("");
      await from.selectOption(savings);
      await expect(number).toHaveAccessibleDescription(/This is your own card/);
      await number.fill(receiver.card.accountNo ?? "");
      await expect(page.getByText("Left in account")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Transfer ₱33.25" }).click();
      const sheet = page.locator(".sheet-rows");
      await expect(sheet).toContainText(`Savings Deposit ${savings}`);
      await expect(sheet).toContainText(`Left in account${left}`);
      await page.getByRole("button", { name: "Edit details" }).click();
      await expect(from).toHaveValue(savings);
      await page.getByRole("button", { name: "Transfer ₱33.25" }).click();
      const last = await sandbox.codeAfter(member.mobileNumber, () => send(page));
      await typeCode(page, last);
      await expect
        .poll(() => transfersOf(database, member, 33_25n))
        .toEqual([expect.objectContaining({ kind: "card", state: "credited" })]);
      await page.goto(`/accounts/${savings}`);
      const movements = page.getByRole("region", { name: "Movements" });
      const newest = movements.locator(".tx").first();
      await expect(newest.locator(".tx-who")).toHaveText(/^\p{L}+ \p{L}\.$/u);
      await expect(newest).toContainText("To another card");
      await expect(newest.locator(".movement-left")).toHaveText(`Balance ${left}`);
      expect(await cardBalances(page, database, member, bank.sandboxUrl)).toEqual(after);
      const there = await cardBalances(page, database, receiver, bank.sandboxUrl);
      expect(there.ledger).toBe(afterThere.ledger + 33_25n);
      expect(there.issuer).toBe(there.ledger);
    });
  });
});
