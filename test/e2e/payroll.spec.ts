import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { manilaMonth } from "#common/manila.ts";
import { formatPesos, parsePesos } from "#common/money.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { resize } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";

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

test("S114 S131 what is due is asked of an employer, what comes back is tried dry and posted, and a row that fits nowhere is given back", async ({
  browser,
  bank,
  sandbox,
  signedIn: portal,
}) => {
  test.setTimeout(240_000);
  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
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
  const approve = async (kind: string, change: string) => {
    await second.goto(`${bank.portalUrl}/console/requests`);
    await second
      .getByRole("row", { name: new RegExp(kind) })
      .getByRole("button")
      .first()
      .click();
    const panel = second.getByRole("region", { name: kind });
    await expect(panel.getByRole("row", { name: change })).toBeVisible();
    await panel.getByRole("button", { name: "Approve" }).click();
    await expect(second.getByText("Approved and carried out.")).toBeVisible();
  };
  let asked = { loanNo: "", due: "" };

  await test.step("the officer makes the file of the month and takes it out", async () => {
    await desk.getByRole("button", { name: "Make a file" }).click();
    await expect(dialog.getByLabel("Month")).toHaveValue(manilaMonth(new Date()));
    await dialog.getByLabel("Employer").selectOption(EMPLOYER);
    await expectAccessible(desk);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(desk.getByText("The file is ready.")).toBeVisible();
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
    await dialog.getByLabel("Money received").fill(String(Number(due + 500_00n) / 100));
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
    await expect(desk.getByText("The dry run is ready.")).toBeVisible();
    await desk
      .getByRole("row", { name: /bfp\.csv/ })
      .getByRole("button")
      .first()
      .click();
    const panel = desk.getByRole("region", { name: /^RM\d{6}-\d{6}$/ });
    await expect(panel).toContainText(`1, ${formatPesos(due)}`);
    await expect(panel).toContainText("Checked");
    await expectAccessible(desk);
    await panel.getByRole("button", { name: "Ask for posting" }).click();
    await expect(dialog).toContainText(`1 payments of ${formatPesos(due)} together`);
    await ask("The money is in our account.");
    await approve("Post a remittance", "State Checked Posting");
    // The worker posts it; the panel hears of it by itself once it is open on a file that is being posted.
    await desk.reload();
    await expect(panel).toContainText("Posted");
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
