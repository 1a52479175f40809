import { expect } from "@playwright/test";
import { expectAboveButton } from "./support/aboveButton.ts";
import { expectAccessible } from "./support/axe.ts";
import { demoMember } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { type BankPayment, fillBank, fillCard, TO, transfersOf } from "./support/sendMoney.ts";
import { send, typeCode } from "./support/topUp.ts";

const payment = (accountNumber: string, amount: string): BankPayment => ({
  via: "InstaPay",
  bank: "bdo",
  accountNumber,
  accountName: "Ma. Luz Peña",
  amount,
});

test.describe("whose account it is", () => {
  test.use({ username: "isagani.bautista" });
  test("S297 before the order: confirmed, no answer, another name that one sends to knowingly, and a card of ours", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
  }) => {
    const next = page.getByRole("button", { name: "Next" });
    const review = page.getByText("Please review the details below");
    const another = page.getByText("BDO has another name on this account.");

    await test.step("the bank confirms the name once its field is left", async () => {
      await fillBank(page, payment(TO.credited, "12.25"));
      await expect(page.getByText("BDO confirms that the account is in this name.")).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("a bank that does not tell is said to be so", async () => {
      await page.getByLabel("Account number").fill("001234567805");
      await page.getByLabel("Amount, in pesos").focus();
      await expect(page.getByText("BDO does not tell us the name on this account.")).toBeVisible();
      await expect(next).not.toHaveAttribute("aria-disabled");
    });

    await test.step("another name: told masked, and asked about on the review", async () => {
      await page.getByLabel("Account number").fill("001234567801");
      await page.getByLabel("Amount, in pesos").focus();
      await expect(another).toBeVisible();
      await expect(page.getByText("The bank shows it as MA*** C***.")).toBeVisible();
      await next.click();
      await expect(review).toBeVisible();
      await expectAboveButton(page, page.getByText("The bank shows it as MA*** C***."));
      await send(page);
      const box = page.getByLabel(/I know that the bank has another name/);
      await expect(box).toBeFocused();
      await expect(box).toHaveAccessibleDescription(/Tick this box to send to another name/);
      await expectAccessible(page);
      await box.check();
      await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
      await expect(page.getByRole("dialog").getByText(/IP\d{6}-/)).toBeVisible();
      await expect(page.getByRole("button", { name: "View receipt" })).toBeFocused();
      const [sent] = await transfersOf(database, member, 12_25n);
      const { rows } = await database.query(
        `select p.answer, p.told, p.known_at is not null as knew from transfer t
         join payee_check p on p.id = t.payee_check_id where t.ref_no = $1`,
        [sent?.ref_no],
      );
      expect(rows).toEqual([{ answer: "none", told: "MA*** C***", knew: true }]);
    });

    await test.step("of a card account of ours, a given name and an initial", async () => {
      await fillCard(page, demoMember("wilfredo.padilla").card.accountNo ?? "", "14.25");
      await expect(page.getByText("This card account belongs to Wilfredo P.")).toBeVisible();
    });
  });
});
