import { expect } from "@playwright/test";
import { forceCard } from "#test/support/forceCard.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { payment, reviewBank, transfersOf } from "./support/sendMoney.ts";
import { send, typeCode } from "./support/topUp.ts";

test.describe("refused at the last moment", () => {
  test.use({ username: "sheila.guzman" });
  test("O10 the server's word returns to its field; any other closes the code with the failure", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    clock,
    guard,
  }) => {
    guard.expectMessage(/4(09|22)/);
    const limit = (centavos: string) =>
      database.query("update transfer_limit set centavos = $1 where name = 'instapay_most'", [
        centavos,
      ]);
    await reviewBank(page, payment("64"));
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    await limit("5000");
    try {
      await typeCode(page, code);
      await expect(page.getByLabel("Amount, in pesos")).toHaveAccessibleDescription(
        /The most in one transfer is ₱50\.00/,
      );
      await expect(page.getByLabel("Account name")).toHaveValue("Maria L. Cordero");
    } finally {
      await limit("5000000");
    }
    clock.ahead(61);
    const fee = (centavos: string) =>
      database.query("update transfer_limit set centavos = $1 where name = 'instapay_fee'", [
        centavos,
      ]);
    await reviewBank(page, payment("64.5"));
    await fee("1200");
    try {
      await send(page);
      await expect(page.getByText("The fee is ₱12.00 now.")).toBeVisible();
      await expect(page.getByText("₱76.50").first()).toBeVisible();
    } finally {
      await fee("1000");
    }
    await page.getByRole("button", { name: "Edit details" }).click();
    // A page that is opened before the way back has ended would find the review again.
    await expect(page.getByRole("button", { name: "Next" })).toBeVisible();
    clock.ahead(61);
    await reviewBank(page, payment("65"));
    const second = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    const { rows } = await database.query<{ guid: string }>(
      "select guid from member where username = $1",
      [member.username],
    );
    const lock = (isLocked: boolean) =>
      forceCard(database, rows[0]?.guid ?? "", { admin_locked: isLocked });
    await lock(true);
    try {
      await typeCode(page, second);
      const failed = page.getByRole("alertdialog");
      await expect(failed).toContainText("Failed fund transfer transaction. Please try again.");
      await expect(failed).toContainText("Card is admin locked.");
      await expectAccessible(page);
      await failed.getByRole("button", { name: "Back to the details" }).click();
      await expect(page.getByText("No money left your card.")).toBeVisible();
    } finally {
      await lock(false);
    }
    expect(await transfersOf(database, member, 64_00n)).toEqual([]);
    expect(await transfersOf(database, member, 65_00n)).toEqual([]);
  });
});
