import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { type BankPayment, fillBank, reviewBank, TO } from "./support/sendMoney.ts";
import { send } from "./support/topUp.ts";

const PAUSED = /^You can pay new payees from \w+ \d+, \d{4}, \d+:\d\d [AP]M\. /;

test.describe("while new payees wait", () => {
  test.use({ username: "vicente.pangilin" });
  test("S149 the form says from when a new payee can be paid, and so does the refusal", async ({
    signedInTab: page,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(/409/);
    const payment: BankPayment = {
      via: "InstaPay",
      bank: "bdo",
      accountNumber: TO.credited,
      accountName: "Maria L. Cordero",
      amount: "15.00",
    };
    const note = page.getByText(PAUSED);
    await fillBank(page, payment);
    await expect(note).toHaveCount(0);

    await database.query(
      `update member set paused_at = now(), paused_until = now() + interval '1 day',
          paused_for = 'mobile_changed'
        where username = $1`,
      [member.username],
    );
    await fillBank(page, payment);
    await expect(note).toBeVisible();
    await expectAccessible(page);
    await reviewBank(page, payment);
    await send(page);
    await expect(page.getByRole("alert").filter({ hasText: PAUSED })).toBeVisible();

    await database.query("update member set paused_until = null where username = $1", [
      member.username,
    ]);
  });
});
