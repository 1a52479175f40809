import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import { referenceText } from "#common/reference.ts";
import { expectAccessible } from "./support/axe.ts";
import { accountOfBituin, amountOf, count, insideOf, takeDeposit } from "./support/cashDesk.ts";
import { badGateway, loseAnswer } from "./support/loseAnswer.ts";
import { test } from "./support/fixtures.ts";
import { demoMember } from "./support/demoMembers.ts";
import { forgetOwnSafety } from "./support/forgetOwnSafety.ts";
import { guardPages } from "./support/pageGuard.ts";
import { resize } from "./support/showScreen.ts";
import { signedInTab } from "./support/signInPage.ts";
import { staffPage } from "./support/staffPage.ts";
import { expectToast, rememberToasts } from "./support/toasts.ts";
import { typeCode } from "./support/topUp.ts";
import { plugIn } from "./support/virtualAuthenticator.ts";

/** A deposit by the form, and back to the drawer. */
async function deposit(desk: Page, accountNumber: string, amount: string): Promise<void> {
  await takeDeposit(desk, accountNumber, amount);
  await desk.getByRole("button", { name: "Back to the drawer" }).click();
  await desk.clock.fastForward(1500);
}

/** Who keeps the vault counts with who asked, and confirms it. */
async function confirmAtVault(keeper: Page, what: string): Promise<void> {
  const vault = keeper.getByRole("region", { name: "Vault", exact: true });
  await vault
    .getByRole("button", { name: new RegExp(`^Count and decide: ${what}`) })
    .first()
    .click();
  const dialog = keeper.getByRole("dialog", { name: what });
  await expectAccessible(keeper);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toHaveCount(0);
}

test("S091 S261 S262 S265 S324 S325 S326 a teller takes a deposit, prints it, closes with an exact count, and is given another float by who keeps the vault", async ({
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
  const back = await browser.newContext();
  const backGuard = await guardPages(back);
  await rememberToasts(back);
  const keeper = await staffPage(back, bank.portalUrl, sandbox, "supervisor.demo", "/cash");
  const accountNumber = await accountOfBituin(database);
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
  });

  await test.step("S091 taken once though the answer is lost and the page loaded anew", async () => {
    guard.expectMessage(/\/deposits/);
    await loseAnswer(desk, /\/cash\/deposits$/, badGateway);
    await desk.getByRole("button", { name: "Take deposit" }).click();
    await expect(desk.getByRole("alert")).toBeVisible();
    await desk.reload();
    await takeDeposit(desk, accountNumber, "1,000.25");
  });

  await test.step("the receipt has a number, and a second print is a copy", async () => {
    await expect(desk.getByRole("heading", { name: "Cash deposit receipt" })).toBeVisible();
    await expect(desk.getByText(/^CR-0006-\d{7}$/)).toBeVisible();
    await expectAccessible(desk);
    const print = desk.getByRole("button", { name: "Print" });
    await print.click();
    // A press while the first is under way is none.
    await expect(print).not.toHaveAttribute("aria-busy");
    await expect(desk.getByText("Copy 1")).toHaveCount(0);
    await office.clock.fastForward(1500);
    await desk.getByRole("button", { name: "Print" }).click();
    await expect(desk.getByText("Copy 1")).toBeVisible();
    await desk.getByRole("button", { name: "Back to the drawer" }).click();
  });

  await test.step("a count that differs is told so, the exact one closes the drawer", async () => {
    await expect.poll(() => amountOf(desk, "Deposits")).toBe(before + 1_000_25n);
    const inside = await insideOf(desk);
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
    await expectToast(desk, "Counted. The drawer is closed when the vault has taken its cash.");
    await expect(desk.getByLabel("Account or loan number")).toHaveCount(0);
    await confirmAtVault(keeper, "Drawer back to the vault");
    await office.clock.fastForward(3000);
    await expect(desk.getByRole("heading", { name: "Open your drawer" })).toBeVisible();
  });

  await test.step("the vault hands over another float, and the drawer is open", async () => {
    await count(desk.getByRole("main"), 5_000_00n);
    await desk.getByRole("button", { name: "Ask the vault" }).click();
    await expect(desk.getByText("Go to the vault", { exact: false })).toBeVisible();
    await expectAccessible(desk);
    await confirmAtVault(keeper, "Float for a drawer");
    await office.clock.fastForward(3000);
    await expect.poll(() => amountOf(desk, "Float")).toBe(5_000_00n);
  });

  await test.step("what is too much in the drawer goes to the vault, and from there to the bank", async () => {
    await office.clock.fastForward(1500);
    await desk.getByRole("button", { name: "Cash to the vault", exact: true }).click();
    const dialog = desk.getByRole("dialog");
    await count(dialog, 2_000_00n);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await confirmAtVault(keeper, "Cash to the vault");
    await office.clock.fastForward(3000);
    await expect.poll(() => amountOf(desk, "From and to the vault")).toBe(-2_000_00n);
    await desk.getByRole("button", { name: "To the bank", exact: true }).click();
    await count(dialog, 10_000_00n);
    guard.expectMessage(/422/);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Enter the number on the bank's slip.")).toBeVisible();
    await dialog.getByLabel("Bank slip").fill("bdo 2211-0091");
    await office.clock.fastForward(1500);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await confirmAtVault(keeper, "To the bank");
    await expect(keeper.getByText("BDO2211-0091").first()).toBeVisible();
  });
  guard.check();
  backGuard.check();
  await Promise.all([office.close(), back.close()]);
});

/** Somebody of the teller's branch with a phone, money on savings, and an open loan. */
async function borrower(database: pg.Client) {
  const { rows } = await database.query<{ account: string; loan: string; mobile: string }>(
    `select a.account_number as account, l.loan_no as loan, m.mobile_number as mobile
     from member m
     join office o on o.id = m.office_id and o.branch_name = 'Baguio Satellite Office'
     join member_account a on a.member_id = m.id and a.product = 'savings'
     join ledger_account g on g.id = a.ledger_account_id and g.available_centavos >= 60000
     join loan l on l.member_id = m.id and l.state = 'active'
     where m.status = 'active' and m.mobile_number is not null and m.paused_until is null
     order by m.id, l.id limit 1`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("nobody of Baguio borrows");
  return row;
}

test("S269 S277 S266 a member approves a withdrawal with the code of a text, refuses another, and pays cash on a loan", async ({
  browser,
  bank,
  sandbox,
  database,
}) => {
  const office = await browser.newContext();
  const guard = await guardPages(office);
  await office.clock.install();
  const desk = await staffPage(office, bank.portalUrl, sandbox, "teller.demo", "/cash");
  const own = await browser.newContext();
  await rememberToasts(own);
  const { account, loan, mobile } = await borrower(database);
  const find = async (number: string) => {
    await desk.getByLabel("Account or loan number").fill(number);
    await desk.getByRole("button", { name: "Find account" }).click();
  };
  const dialog = desk.getByRole("dialog");
  /** Asks the member for as much; answers the code of the text that comes. */
  const askFor = async (amount: string) => {
    await find(account);
    await desk.getByRole("button", { name: "Withdraw" }).click();
    await dialog.getByLabel("Amount").fill(amount);
    await expectAccessible(desk);
    await office.clock.fastForward(1500);
    const code = await sandbox.codeAfter(mobile, () =>
      dialog.getByRole("button", { name: "Ask the member" }).click(),
    );
    await expect(dialog.getByText("A code went to")).toBeVisible();
    return code;
  };
  const member = demoMember("marlon.cabrera");
  const paidOut = await amountOf(desk, "Withdrawals");

  await test.step("the teller enters the amount, the member reads out the code", async () => {
    const code = await askFor("600.00");
    await expectAccessible(desk);
    await dialog.getByLabel("Code that the member reads to you").fill(code);
    await office.clock.fastForward(1500);
    await dialog.getByRole("button", { name: "Pay out" }).click();
    await expect(desk.getByRole("heading", { name: "Cash withdrawal receipt" })).toBeVisible();
    await desk.getByRole("button", { name: "Back to the drawer" }).click();
    await expect.poll(() => amountOf(desk, "Withdrawals")).toBe(paidOut + 600_00n);
  });

  await test.step("what the member refuses in the portal is shown to the teller", async () => {
    await askFor("200.00");
    const portal = await signedInTab(own, bank.portalUrl, sandbox, member);
    await portal.goto(`${bank.portalUrl}/safety`);
    const section = portal.getByRole("region", { name: "Cash at the counter" });
    await expect(section.getByText("₱200.00 in cash at Baguio Satellite Office")).toBeVisible();
    await expect(section).toContainText(referenceText(account));
    await expectAccessible(portal);
    await section.getByRole("button", { name: "Refuse" }).click();
    await expect(section).toHaveCount(0);
    await office.clock.fastForward(3000);
    await expect(dialog.getByText("The member refused. Pay nothing.")).toBeVisible();
    await expectAccessible(desk);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await desk.getByRole("button", { name: "Another account" }).click();
  });

  await test.step("the member approves with a passkey in the portal, and the teller pays out without a code", async () => {
    const portal = own.pages()[0];
    if (portal === undefined) throw new Error("the member's portal is open");
    await plugIn(portal, true);
    const passkeys = portal.getByRole("region", { name: "Passkeys" });
    const added = await sandbox.codeAfter(mobile, () =>
      passkeys.getByRole("button", { name: "Add a passkey" }).click(),
    );
    await typeCode(portal, added);
    await expect(passkeys.getByRole("listitem")).toContainText(["My computer"]);
    const before = await amountOf(desk, "Withdrawals");
    await askFor("300.00");
    await resize(desk, 320);
    await expectAccessible(desk);
    const codesSent = async () =>
      (await sandbox.texts(mobile)).filter(({ text }) => /^\d{6} /.test(text)).length;
    const sent = await codesSent();
    await portal.reload();
    const section = portal.getByRole("region", { name: "Cash at the counter" });
    // Its own prompt is the only step.
    await section.getByRole("button", { name: "Approve" }).click();
    await expectToast(portal, "Approved. The teller pays it out. Receipt");
    await expect(section).toHaveCount(0);
    await office.clock.fastForward(3000);
    await expect(desk.getByRole("heading", { name: "Cash withdrawal receipt" })).toBeVisible();
    await expectAccessible(desk);
    await resize(desk, 1280);
    await desk.getByRole("button", { name: "Back to the drawer" }).click();
    await expect.poll(() => amountOf(desk, "Withdrawals")).toBe(before + 300_00n);
    expect(await codesSent()).toBe(sent);
    const { rows } = await database.query<{ means: string }>(
      `select o.means from otp_challenge o join member m on m.id = o.member_id
       where m.username = $1 and o.purpose = 'cash_withdrawal' order by o.sent_at desc limit 1`,
      [member.username],
    );
    expect(rows).toEqual([{ means: "passkey" }]);
    await forgetOwnSafety(database, member);
  });

  await test.step("its receipt is found again by its number", async () => {
    const number = await desk.locator("main .refcode").first().innerText();
    await desk.getByLabel("Receipt number").fill(number);
    await desk.getByRole("button", { name: "Show", exact: true }).click();
    await expect(desk.getByRole("heading", { name: "Cash withdrawal receipt" })).toBeVisible();
    await office.clock.fastForward(1500);
    await desk.getByRole("button", { name: "Back to the drawer" }).click();
  });

  await test.step("the same member pays on a loan", async () => {
    const taken = await amountOf(desk, "Deposits");
    await find(loan);
    await expect(desk.getByText("Ends the loan today")).toBeVisible();
    await desk.getByLabel("Amount").fill("100.00");
    await desk.getByRole("button", { name: "Take deposit" }).click();
    await expect(desk.getByRole("heading", { name: "Cash deposit receipt" })).toBeVisible();
    await desk.getByRole("button", { name: "Back to the drawer" }).click();
    await expect.poll(() => amountOf(desk, "Deposits")).toBe(taken + 100_00n);
  });
  guard.check();
  await own.close();
  await office.close();
});

test("S267 a teller's day: ten receipts, a count that stays short, and the difference booked by two people", async ({
  browser,
  bank,
  sandbox,
  database,
}) => {
  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
  const [guard] = guards;
  await Promise.all(offices.map(rememberToasts));
  await offices[0].clock.install();
  const desk = await staffPage(offices[0], bank.portalUrl, sandbox, "teller.demo", "/cash");
  const accountNumber = await accountOfBituin(database);
  const before = await amountOf(desk, "Deposits");
  const inside = (await insideOf(desk)) + 10n * 100_25n;
  const dialog = desk.getByRole("dialog");

  await test.step("ten deposits", async () => {
    for (let receipt = 0; receipt < 10; receipt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one teller, one member after the other
      await deposit(desk, accountNumber, "100.25");
    }
    await expect.poll(() => amountOf(desk, "Deposits")).toBe(before + 10n * 100_25n);
  });

  await test.step("a peso is missing, also when it is counted again", async () => {
    await desk.getByRole("button", { name: "Close drawer" }).click();
    await count(dialog, inside - 100n);
    guard?.expectMessage(/409/);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByLabel(/^This count is final/).check();
    await expectAccessible(desk);
    await desk.clock.fastForward(1500);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(desk.getByRole("button", { name: "Ask the vault" })).toBeVisible();
  });

  await test.step("the teller asks, a supervisor agrees, and the drawer is closed", async () => {
    await desk.getByRole("button", { name: "Ask to book it" }).click();
    await dialog.getByLabel("Reason").fill("Counted twice");
    await expectAccessible(desk);
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByRole("status")).toContainText("Another person decides it now.");
    const second = await staffPage(
      offices[1],
      bank.portalUrl,
      sandbox,
      "supervisor.demo",
      "/requests",
    );
    const kind = "Book the difference of a drawer";
    await second
      .getByRole("row", { name: new RegExp(kind) })
      .getByRole("button")
      .first()
      .click();
    const request = second.getByRole("region", { name: kind });
    await expect(request.getByRole("row", { name: /Booked/ })).toContainText("₱1.00");
    await request.getByRole("button", { name: "Approve" }).click();
    await expectToast(second, "Approved and carried out.");
    await second.goto(`${bank.portalUrl}/console/cash`);
    const drawers = second.getByRole("region", { name: "Drawers" });
    await expect(drawers.getByText("Difference", { exact: true })).toHaveCount(1);
    await expect(drawers.getByText("Closed").first()).toBeVisible();
  });
  for (const each of guards) each.check();
  await Promise.all(offices.map((office) => office.close()));
});
