import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { addDays, manilaMonth } from "#common/manila.ts";
import { dayText } from "#console/parts/Day.tsx";
import { formatPesos, parsePesos } from "#common/money.ts";
import type pg from "pg";
import { expectAccessible } from "./support/axe.ts";
import { demoMember } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { expectKeyboardWorks } from "./support/keyboard.ts";
import { guardPages } from "./support/pageGuard.ts";
import { resize } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";
import { expectToast, rememberToasts } from "./support/toasts.ts";

// The one member of this employer who has a loan.
test.use({ username: "sheila.guzman" });
const EMPLOYER = "BFP";

/** A row of the deduction file. */
async function deductionOf(page: Page, button: string): Promise<{ loanNo: string; due: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  const [, loanNo = "", due = ""] =
    /(LPRO-\d{4}-\d{7}),.*,(\d+\.\d{2})$/.exec(lines[1] ?? "") ?? [];
  return { loanNo, due };
}

test("S114 S131 S371 what is due is asked of an employer, what comes back is tried dry, withdrawn, sent again and posted, and a row that fits nowhere is given back", async ({
  browser,
  bank,
  sandbox,
  signedInTab: portal,
}) => {
  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
  await Promise.all(offices.map(rememberToasts));
  await offices[0].clock.install();
  const open = (place: 0 | 1, username: string, path: string) =>
    staffPage(offices[place], bank.portalUrl, sandbox, username, path);
  const desk = await open(0, "loan.demo", "/payroll");
  const second = await open(1, "supervisor.demo", "/requests");
  const dialog = desk.getByRole("dialog");
  const ask = async (reason: string) => {
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByRole("status")).toContainText("Another person decides it now.");
    await dialog.getByRole("button", { name: "Close" }).last().click();
  };
  const approve = async (kind: string, change: string, said = "Approved and carried out.") => {
    await second.goto(`${bank.portalUrl}/console/requests`);
    await second
      .getByRole("row", { name: new RegExp(kind) })
      .getByRole("button")
      .first()
      .click();
    const panel = second.getByRole("region", { name: kind });
    await expect(panel.getByRole("row", { name: change })).toBeVisible();
    await panel.getByRole("button", { name: "Approve" }).click();
    await expectToast(second, said);
  };
  let asked = { loanNo: "", due: "" };

  await test.step("the officer makes the file of the month and takes it out", async () => {
    await desk.getByRole("button", { name: "Make a file" }).click();
    await expect(dialog.getByLabel("Month")).toHaveValue(manilaMonth(new Date()));
    await dialog.getByLabel("Employer").selectOption(EMPLOYER);
    await expectAccessible(desk);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(desk, "The file is ready.");
    const row = desk.getByRole("row", { name: new RegExp(EMPLOYER) });
    await row.getByRole("button").first().click();
    asked = await deductionOf(desk, "Download PD");
  });
  const due = parsePesos(asked.due) ?? 0n;
  expect(due).toBeGreaterThan(0n);

  await test.step("what comes back is checked first: a row is right, another's loan is unknown", async () => {
    await desk.getByRole("link", { name: "Remittances" }).click();
    await desk.getByRole("button", { name: "Send a file" }).click();
    await dialog.getByLabel("Employer").selectOption(EMPLOYER);
    await dialog.getByLabel("Money received").fill("0.01");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Choose a file first")).toBeVisible();
    // Two presses within a second are one.
    await offices[0].clock.fastForward(1500);
    const rows = ["loan_no,amount", `${asked.loanNo},${asked.due}`, "LPRO-2019-7654321,500.00"];
    await dialog.getByLabel("Remittance file").setInputFiles({
      name: "bfp.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(rows.join("\r\n")),
    });
    await dialog.getByRole("button", { name: "Save" }).click();
    const sum = formatPesos(due + 500_00n);
    await expect(dialog.getByRole("alert")).toHaveText(
      `Nothing was taken in from this file. Its rows add up to ${sum}, and ₱0.01 was received. Send it again when it is right.`,
    );
    await expect(desk.getByText("The dry run is ready.")).toHaveCount(0);
    await expectAccessible(desk);
    await dialog.getByLabel("Money received").fill(String(Number(due + 500_00n) / 100));
    await offices[0].clock.fastForward(1500);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(desk, "The dry run is ready.");
    await desk
      .getByRole("row", { name: /bfp\.csv.*Checked/ })
      .getByRole("button")
      .first()
      .click();
    const panel = desk.getByRole("region", { name: /^RM\d{6}-\d{6}$/ });
    await expect(panel).toContainText(`1, ${formatPesos(due)}`);
    await expect(panel).toContainText("Checked");
    await expectAccessible(desk);
    // It was sent too early: withdrawn, it is sent again.
    await panel.getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(dialog).toContainText("The same file can be sent again");
    await expectAccessible(desk);
    await dialog.getByLabel("Reason").fill("The employer sends another one");
    await offices[0].clock.fastForward(1500);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(desk, "The file was withdrawn.");
    await expect(panel).toContainText("Withdrawn by");
    await expect(panel.getByRole("button", { name: "Ask for posting" })).toHaveCount(0);
    await desk.getByRole("button", { name: "Send a file" }).click();
    await dialog.getByLabel("Employer").selectOption(EMPLOYER);
    await dialog.getByLabel("Money received").fill(String(Number(due + 500_00n) / 100));
    await dialog.getByLabel("Remittance file").setInputFiles({
      name: "bfp.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(rows.join("\r\n")),
    });
    await offices[0].clock.fastForward(1500);
    await dialog.getByRole("button", { name: "Save" }).click();
    await desk
      .getByRole("row", { name: /bfp\.csv.*Checked/ })
      .getByRole("button")
      .first()
      .click();
    await panel.getByRole("button", { name: "Ask for posting" }).click();
    await expect(dialog).toContainText(`1 payment of ${formatPesos(due)} together`);
    await ask("The money is in our account.");
    await approve("Post a remittance", "State Checked Posting", "Approved. The rows of the file");
    // The worker posts it; the panel hears of it by itself once it is open on a file that is being posted.
    await desk.reload();
    const state = panel.locator("dl > div").filter({ hasText: /^State/ });
    await expect(state).toHaveText(/Posted$/);
  });

  await test.step("the row that fits nowhere goes back to the employer", async () => {
    await desk.getByRole("link", { name: "See its rows" }).click();
    const row = desk.getByRole("row", { name: /LPRO-2019-7654321/ });
    await expect(row).toContainText("Waits for a person");
    await row.getByRole("button").first().click();
    const panel = desk.getByRole("region", { name: /^RM\d{6}-\d{6}, 3$/ });
    await expect(panel).toContainText("Unknown loan");
    await panel.getByRole("button", { name: "Settle" }).click();
    await dialog.getByLabel("How").selectOption("Back to the employer");
    await expectAccessible(desk);
    await ask("The employer's own member, not ours.");
    await approve("Settle a remitted row", "Settled none Back to the employer");
    await desk.reload();
    await expect(row).toContainText("Settled");
    await resize(desk, 390);
    await expectAccessible(desk);
  });

  await portal.goto(`/loans/${asked.loanNo}`);
  const payments = portal.getByRole("region", { name: /^Payments/ });
  await expect(payments.getByRole("listitem").first()).toContainText("Salary deduction");
  await expect(payments.getByRole("listitem").first()).toContainText(formatPesos(due));
  for (const guard of guards) guard.check();
  await Promise.all(offices.map((office) => office.close()));
});

/** Somebody who works for this employer alone, and was to be deducted 1,000.00 in the month before this one. */
async function askLastMonth(database: pg.Client, employer: string, month: string) {
  const { rows } = await database.query<{ id: string; loan_no: string }>(
    `update member m set employer = $1 from loan l where m.username = $2 and l.member_id = m.id
     returning l.id, l.loan_no`,
    [employer, demoMember("gilbert.samonte").username],
  );
  const [loan] = rows;
  if (loan === undefined) throw new Error("the member has no loan");
  await database.query(
    `with made as (
       insert into payroll_file (reference, employer, month, line_count, total_centavos, made_by, made_at, bytes)
       values ('PD' || replace($1, '-', '') || '-900001', $2, ($1 || '-01')::date, 1, 100000, 'loan.demo',
         ($1 || '-20')::timestamptz, 'file') returning id
     )
     insert into payroll_line (file_id, line, loan_id, due_centavos) select id, 1, $3, 100000 from made`,
    [month, employer, loan.id],
  );
  return loan;
}

/** All that is due of a loan by the end of the month that runs. */
async function dueThisMonth(database: pg.Client, loanId: string): Promise<bigint> {
  const { rows } = await database.query<{ due: string }>(
    `select sum(principal_centavos + interest_centavos - paid_principal_centavos - paid_interest_centavos) as due
     from loan_instalment where loan_id = $1 and due_on <= ($2 || '-01')::date + interval '1 month' - interval '1 day'`,
    [loanId, manilaMonth(new Date())],
  );
  return BigInt(rows[0]?.due ?? 0);
}

test("S114 what an employer did not deduct is written down by the keyboard alone, once its month is over", async ({
  context,
  bank,
  sandbox,
  database,
}) => {
  const employer = "Provincial Hospital";
  const running = manilaMonth(new Date());
  const before = addDays(`${running}-01`, -1).slice(0, 7);
  const loan = await askLastMonth(database, employer, before);
  const desk = await staffPage(context, bank.portalUrl, sandbox, "loan.demo", "/payroll");
  const dialog = desk.getByRole("dialog");
  const lineOf = (month: string) =>
    desk
      .getByRole("row", { name: new RegExp(loan.loan_no) })
      .filter({ hasText: dayText(month, "en") });

  await test.step("the line of the month before is opened, and its action done", async () => {
    await desk.getByRole("link", { name: "Deductions", exact: true }).press("Enter");
    await lineOf(before).getByRole("button").first().press("Enter");
    const panel = desk.getByRole("region", { name: /^PD\d{6}-900001, 1$/ });
    await expect(panel).toContainText("No answer");
    await expectKeyboardWorks(desk);
    await panel.getByRole("button", { name: "Not deducted" }).press("Enter");
    await expect(dialog).toContainText(`asks again for the ₱1,000.00 of ${dayText(before, "en")}`);
    await expectAccessible(desk);
    await expectKeyboardWorks(desk);
    await dialog.getByLabel("Reason").pressSequentially("Their pay office says so");
    await desk.keyboard.press("Enter");
    await expectToast(desk, "Written down.");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("the file of this month asks for all of it, and its line waits for the month to be over", async () => {
    await desk.getByRole("link", { name: "Deduction files" }).press("Enter");
    await desk.getByRole("button", { name: "Make a file" }).press("Enter");
    await dialog.getByLabel("Employer").selectOption(employer);
    await dialog.getByLabel("Month").press("Enter");
    await expectToast(desk, "The file is ready.");
    await desk.getByRole("link", { name: "Deductions", exact: true }).press("Enter");
    const line = lineOf(running);
    await expect(line).toContainText(formatPesos(await dueThisMonth(database, loan.id)));
    await line.getByRole("button").first().press("Enter");
    const panel = desk.getByRole("region", { name: /^PD\d{6}-\d{6}, 1$/ });
    await expect(panel).toContainText("Once the month is over");
    await expect(panel.getByRole("button", { name: "Not deducted" })).toHaveCount(0);
  });

  await test.step("what was written down is found under its state, with who said it and why", async () => {
    await desk.goto(`${bank.portalUrl}/console/payroll/lines?show=undone`);
    await lineOf(before).getByRole("button").first().press("Enter");
    const panel = desk.getByRole("region", { name: /^PD\d{6}-900001, 1$/ });
    await expect(panel).toContainText("Their pay office says so");
    await expect(panel).toContainText("loan.demo");
    await expect(panel.getByRole("button", { name: "Not deducted" })).toHaveCount(0);
    await resize(desk, 390);
    await expectAccessible(desk);
  });
});

test.describe("savings from pay", () => {
  test.use({ username: "lourdes.ordonez" });

  test("S131 what a member puts aside each month is set at the desk, deducted, and seen on the account", async ({
    browser,
    bank,
    sandbox,
    database,
    member,
    signedInTab: portal,
  }) => {
    const employer = "City Jail";
    await database.query("update member set employer = $1 where username = $2", [
      employer,
      member.username,
    ]);
    const { rows } = await database.query<{ account_number: string }>(
      `select a.account_number from member_account a join member m on m.id = a.member_id
       where m.username = $1 and a.product = 'savings'`,
      [member.username],
    );
    const accountNo = rows[0]?.account_number ?? "";
    const offices = await Promise.all([browser.newContext(), browser.newContext()]);
    const guards = await Promise.all(offices.map(guardPages));
    await Promise.all(offices.map(rememberToasts));
    const [officer, other] = offices;
    guards[0]?.expectMessage(/status of 422/);
    const desk = await staffPage(officer, bank.portalUrl, sandbox, "loan.demo", "/payroll/monthly");
    const dialog = desk.getByRole("dialog");

    await test.step("the signed form is entered", async () => {
      await desk.getByRole("button", { name: "Set a deduction" }).click();
      await dialog.getByLabel("Account").fill("2001");
      await dialog.getByLabel("Each month").fill("750.50");
      await dialog.getByLabel("Signed form").fill("Form 12, No. 9001");
      await expectAccessible(desk);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog.getByText("This is the number of no capital contribution")).toBeVisible();
      await dialog.getByLabel("Account").fill(accountNo);
      await dialog.getByLabel("Account").press("Enter");
      await expectToast(desk, "Files of its first month and later ask for it.");
      const row = desk.getByRole("row", { name: new RegExp(employer) });
      await expect(row).toContainText("₱750.50");
      await row.getByRole("button").first().click();
      await expect(desk.getByRole("region", { name: /, / })).toContainText("Form 12, No. 9001");
      await expectAccessible(desk);
    });

    await test.step("the employer is asked, and what comes back is posted by two", async () => {
      await desk.getByRole("link", { name: "Deduction files" }).click();
      await desk.getByRole("button", { name: "Make a file" }).click();
      await dialog.getByLabel("Employer").selectOption(employer);
      await dialog.getByLabel("Employer").press("Enter");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expectToast(desk, "The file is ready.");
      await desk.getByRole("link", { name: "Remittances" }).click();
      await desk.getByRole("button", { name: "Send a file" }).click();
      await dialog.getByLabel("Employer").selectOption(employer);
      await dialog.getByLabel("Money received").fill("750.50");
      await dialog.getByLabel("Remittance file").setInputFiles({
        name: "jail.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`account_no,amount\r\n${accountNo},750.50`),
      });
      await dialog.getByRole("button", { name: "Save" }).click();
      await expectToast(desk, "The dry run is ready.");
      await desk
        .getByRole("row", { name: /jail\.csv.*Checked/ })
        .getByRole("button")
        .first()
        .click();
      const panel = desk.getByRole("region", { name: /^RM\d{6}-\d{6}$/ });
      await panel.getByRole("button", { name: "Ask for posting" }).click();
      await dialog.getByLabel("Reason").fill("The money is in our account.");
      await dialog.getByRole("button", { name: "Ask", exact: true }).click();
      await expect(dialog.getByRole("status")).toContainText("Another person decides it now.");
      await dialog.getByRole("button", { name: "Close" }).last().click();
      const second = await staffPage(
        other,
        bank.portalUrl,
        sandbox,
        "supervisor.demo",
        "/requests",
      );
      await second
        .getByRole("row", { name: /Post a remittance/ })
        .getByRole("button")
        .first()
        .click();
      await second.getByRole("button", { name: "Approve" }).click();
      await expectToast(second, "Approved. The rows of the file");
      await desk.reload();
      const state = panel.locator("dl > div").filter({ hasText: /^State/ });
      await expect(state).toHaveText(/Posted$/);
    });

    await test.step("the member sees it on the account, and what goes on each month", async () => {
      await portal.goto(`/accounts/${accountNo}`);
      const about = portal.getByRole("complementary", { name: "Savings" });
      await expect(about).toContainText("From your pay each month");
      await expect(about).toContainText("₱750.50");
      const first = portal.getByRole("region", { name: "Movements" }).getByRole("listitem").first();
      await expect(first).toContainText("From your pay");
      await expect(first).toContainText("₱750.50");
      await expectAccessible(portal);
    });
    for (const guard of guards) guard.check();
    await Promise.all(offices.map((office) => office.close()));
  });
});
