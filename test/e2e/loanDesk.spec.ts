import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { pdfText } from "#test/support/pdfText.ts";
import { expectAccessible } from "./support/axe.ts";
import { untilListening } from "./support/bells.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { staffPage } from "./support/staffPage.ts";
import { typeCode } from "./support/topUp.ts";
import { expectAnnounced, expectToast, rememberToasts } from "./support/toasts.ts";

test.use({ username: "lourdes.ordonez" });

/** The bytes of the file that a button of this name brings. */
async function downloaded(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name }).click(),
  ]);
  return readFile(await file.path());
}

test("J07 Q01 Q03 S131 a loan's whole life: worked up, approved, accepted, released, and ended at the counter, each by whom it takes", async ({
  browser,
  bank,
  sandbox,
  database,
  member,
  signedInTab: portal,
}) => {
  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
  await Promise.all(offices.map(rememberToasts));
  await offices[0].clock.install();
  // Two presses within a second are one.
  const later = () => offices[0].clock.fastForward(1500);
  const open = (place: 0 | 1, username: string, path: string) =>
    staffPage(offices[place], bank.portalUrl, sandbox, username, path);

  await portal.goto("/apply");
  await expect(portal.getByLabel("Last Name", { exact: true })).toHaveValue(member.lastName);
  await portal.getByLabel("Amount of Loan, in pesos").fill("60000");
  await portal.getByLabel("Over how many months").selectOption("36");
  await portal.getByRole("button", { name: "Submit loan application" }).click();
  await expect(portal).toHaveURL(/\/dashboard$/);
  const bell = portal.getByRole("button", { name: /^Notifications/ });
  await bell.click();
  await expect(bell).toHaveAccessibleName("Notifications");
  await portal.keyboard.press("Escape");

  const desk = await open(0, "loan.demo", "/loan-applications");
  const row = desk.getByRole("row", { name: new RegExp(member.lastName) });
  await row.getByRole("button").first().click();
  const panel = desk.getByRole("region", { name: new RegExp(`^${member.lastName}, `) });
  const dialog = desk.getByRole("dialog");
  const press = (name: string) => panel.getByRole("button", { name, exact: true }).click();
  const save = () => dialog.getByRole("button", { name: "Save" }).click();
  await press("Take it");
  await expectToast(desk, "It is yours.");
  await test.step("the officer verifies, writes down the pay and proposes", async () => {
    await untilListening(portal);
    await press("Verify");
    await save();
    await expectToast(desk, "Done. The member hears of it.");
    // The open portal is told: nothing is pressed there, and it asks for nothing by itself.
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread");
    await press("Pay and deductions");
    await dialog.getByLabel("Pay or pension, a month").fill("40,000");
    await dialog.getByLabel("Deductions, a month").fill("5000.00");
    await expectAccessible(desk);
    await save();
    await expect(panel.getByText("The member wishes to pay over 36 months")).toBeVisible();
    await press("Propose");
    // As wished; the officer may choose others.
    await expect(dialog.getByLabel("Months")).toHaveValue("36");
    await dialog.getByLabel("Months").selectOption("12");
    await dialog.getByRole("button", { name: "Calculate" }).click();
    // 60,000.00 less 600.00 fee and 330.00 premium.
    await expect(dialog.getByText("₱59,070.00")).toBeVisible();
    await expectAccessible(desk);
    await save();
    await press("Ask for approval");
    await dialog.getByLabel("Reason").fill("Good standing, payslip of October.");
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByRole("link")).toBeVisible();
  });

  const second = await open(1, "supervisor.demo", "/requests");
  await test.step("another person sees every figure and approves", async () => {
    const request = second.getByRole("row", { name: new RegExp(member.lastName) });
    await request.getByRole("button").first().click();
    const asked = second.getByRole("region", { name: "Approve a loan" });
    await expect(asked.getByRole("row", { name: "Approvals 0/1 1/1" })).toBeVisible();
    await expectAccessible(second);
    await asked.getByRole("button", { name: "Approve" }).click();
    await expectToast(second, "Approved and carried out.");
  });

  // It is drawn after the action, and an offer is accepted only with it.
  const statements = async () => {
    const { rowCount } = await database.query(
      `select from loan_disclosure d join loan_offer o on o.id = d.offer_id
       join loan_application a on a.id = o.application_id join member m on m.id = a.member_id
       where m.username = $1`,
      [member.username],
    );
    return rowCount;
  };
  await expect.poll(statements).toBe(1);
  await bell.click();
  await expect(portal.getByText(/Your loan of ₱60,000\.00 is approved/)).toBeVisible();
  await portal.keyboard.press("Escape");
  await portal.reload();
  await portal.getByRole("link", { name: /^See the offer LA-/ }).click();
  await expect(portal).toHaveURL(/LA-\d{4}-\d{7}$/);
  const number = /LA-\d{4}-\d{7}$/.exec(portal.url())?.[0] ?? "";
  const file = `${bank.portalUrl}/console/loan-applications?show=all&open=${number}`;
  await test.step("the member reads the offer, keeps the disclosure statement and accepts with a code", async () => {
    const offer = portal.getByRole("region", { name: "Your offer" });
    await expect(offer).toContainText("₱59,070.00");
    await expect(offer).toContainText("You asked for ₱60,000.00 over 36 months.");
    const own = await downloaded(portal, "Download the disclosure statement");
    await desk.goto(file);
    const theirs = await downloaded(desk, "Disclosure statement (PDF)");
    expect(own.subarray(0, 5).toString()).toBe("%PDF-");
    expect(own.equals(theirs)).toBe(true);
    const text = pdfText(own);
    for (const said of ["Republic Act No. 3765", number, "60,000.00", "59,070.00"])
      expect(text).toContain(said);
    const accept = () => portal.getByRole("button", { name: "Accept the offer" }).click();
    await typeCode(portal, await sandbox.codeAfter(member.mobileNumber, accept));
    await expectAnnounced(portal, "Loan offer accepted");
    await expect(offer).toContainText("You accepted this offer on");
  });

  const approve = async (kind: string, change: string) => {
    await second.goto(`${bank.portalUrl}/console/requests`);
    const request = second.getByRole("row", { name: new RegExp(member.lastName) });
    await request.filter({ hasText: kind }).getByRole("button").first().click();
    const asked = second.getByRole("region", { name: kind });
    await expect(asked.getByRole("row", { name: change })).toBeVisible();
    await expectAccessible(second);
    await asked.getByRole("button", { name: "Approve" }).click();
    await expectToast(second, "Approved and carried out.");
  };
  const ask = async (reason: string) => {
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByRole("status")).toContainText("Another person decides it now.");
    await dialog.getByRole("button", { name: "Close" }).last().click();
  };
  await test.step("one asks for the release with the signed note, another releases it", async () => {
    await desk.reload();
    await press("Release");
    await dialog.getByLabel("Reason").fill("Signed at the counter today.");
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(3);
    await later();
    await dialog.getByLabel("The promissory note is signed and on file").check();
    await dialog.getByLabel("The authority to deduct is signed and on file").check();
    await dialog
      .getByLabel("Documents")
      .setInputFiles({ name: "note.pdf", mimeType: "", buffer: Buffer.from("%PDF-1.7 signed") });
    await expectAccessible(desk);
    await ask("Signed at the counter today.");
    await approve("Release a loan", "Stage Offered Released");
  });

  await test.step("the member has the money, and sees the account with its schedule", async () => {
    await portal.reload();
    await portal.getByRole("link", { name: "See the loan" }).click();
    const schedule = portal.getByRole("region", { name: /^Schedule of payments/ });
    await schedule.getByRole("button", { name: "Show all 12 payments" }).click();
    await expect(schedule.getByRole("listitem")).toHaveCount(12);
    await expect(schedule.getByRole("listitem").last()).toContainText("Balance ₱0.00");
    await expectAccessible(portal);
  });

  await test.step("what is paid before its due day waits, and the member sees it as paid ahead", async () => {
    await desk.goto(file);
    await panel.getByRole("link", { name: "Open the loan" }).click();
    await desk.getByRole("button", { name: "Pay from savings" }).click();
    await dialog.getByLabel("Amount").fill("1000.00");
    await ask("The member has it today.");
    await approve("Pay on a loan from savings", "Paid ₱0.00 ₱1,000.00");
    await portal.reload();
    const schedule = portal.getByRole("region", { name: /^Schedule of payments/ });
    await expect(schedule.getByRole("listitem").first()).toContainText(" left");
    await expect(portal.getByText("Paid ahead", { exact: true }).first()).toBeVisible();
    await expect(portal.getByText("₱60,000.00").first()).toBeVisible();
    await expectAccessible(portal);
  });

  await test.step("at the counter the loan is ended from savings, by two people, for what is left of its principal", async () => {
    await desk.reload();
    await desk.getByRole("button", { name: "Pay from savings" }).click();
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByLabel("Amount")).toHaveAttribute("aria-invalid", "true");
    await later();
    await dialog.getByLabel("End the loan today with ₱59,000.00").check();
    await expect(dialog.getByLabel("Amount")).toHaveCount(0);
    await expectAccessible(desk);
    await ask("The member asks for it at the counter.");
    await expect(desk.getByText("This waits for a second person.")).toBeVisible();
    await approve("Pay on a loan from savings", "State of the loan Active Fully paid");
    await desk.reload();
    await expect(desk.getByRole("table", { name: "Payments" })).toContainText("₱59,000.00");
    await expect(desk.getByText("Fully paid")).toBeVisible();
    await expect(desk.getByRole("button", { name: "Pay from savings" })).toHaveCount(0);
    await expectAccessible(desk);
    const certificate = pdfText(await downloaded(desk, "Certificate of full payment (PDF)"));
    for (const said of ["Certificate of Full Payment", "60,000.00", member.lastName])
      expect(certificate).toContain(said);
  });

  await test.step("the member sees the payment, and that nothing is left", async () => {
    await portal.reload();
    const payment = portal.getByRole("region", { name: /^Payments/ }).getByRole("listitem");
    await expect(payment).toContainText([
      /Paid at an office.*₱59,000\.00/,
      /₱1,000\.00/,
      /₱1,000\.00/,
    ]);
    await expect(portal.getByText("There is nothing more to pay.")).toBeVisible();
    const { rows } = await database.query<{ state: string; net: string; left: string }>(
      `select n.state, n.net_proceeds_centavos as net, n.principal_outstanding_centavos as left
       from loan n join loan_application a on a.id = n.application_id where a.application_no = $1`,
      [number],
    );
    expect(rows.map(({ state, net, left }) => [state, String(net), String(left)])).toEqual([
      ["fully_paid", "5907000", "0"],
    ]);
  });
  for (const guard of guards) guard.check();
  await Promise.all(offices.map((office) => office.close()));
});
