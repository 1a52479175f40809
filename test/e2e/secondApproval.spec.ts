import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { proposeFor } from "./support/offerLoan.ts";
import { staffClient, staffPage } from "./support/staffPage.ts";
import { askFor } from "./support/staffRequests.ts";
import { expectToast, rememberToasts } from "./support/toasts.ts";

test.use({ username: "josephine.pineda" });

test("S173 the first of two approvers sees every amount, and is told that one approval is missing", async ({
  browser,
  bank,
  sandbox,
  member,
  signedInTab: portal,
}) => {
  await portal.goto("/apply");
  await expect(portal.getByLabel("Last Name", { exact: true })).toHaveValue(member.lastName);
  await portal.getByLabel("Amount of Loan, in pesos").fill("150000");
  await portal.getByRole("button", { name: "Submit loan application" }).click();
  const applicationNo =
    (await portal
      .locator(".refcode", { hasText: /^LA-\d/ })
      .first()
      .textContent()) ?? "";
  const officer = await staffClient(bank.portalUrl, sandbox, "loan.demo");
  const version = await proposeFor(officer, applicationNo, { principal: "120000.00", months: 24 });
  await askFor(officer, "approve_loan", { applicationNo, version }, "Payslip of October");

  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
  await Promise.all(offices.map(rememberToasts));
  const open = (place: 0 | 1, username: string, path: string) =>
    staffPage(offices[place], bank.portalUrl, sandbox, username, path);
  const first = await open(0, "supervisor.demo", "/requests");
  await first.getByRole("row", { name: applicationNo }).getByRole("button").first().click();
  const asked = first.getByRole("region", { name: "Approve a loan" });
  const terms = asked.getByRole("table", { name: "Amounts and terms" });
  await expect(terms.getByRole("row", { name: "Principal ₱120,000.00" })).toBeVisible();
  await expect(terms.getByRole("row", { name: "Net proceeds ₱117,480.00" })).toBeVisible();
  await expect(terms.getByRole("row", { name: "Months 24" })).toBeVisible();
  await expect(asked.getByRole("row", { name: "Approvals 0/2 1/2" })).toBeVisible();
  await asked.getByRole("button", { name: "Approve" }).click();
  await expectToast(first, "Your approval is recorded. One more approval is needed");

  await test.step("whoever asked finds it as half approved", async () => {
    const maker = await open(1, "loan.demo", "/requests?show=mine");
    const row = maker.getByRole("row", { name: applicationNo });
    await expect(row).toContainText("One more approval needed");
    await row.getByRole("button").first().click();
    const panel = maker.getByRole("region", { name: "Approve a loan" });
    await expect(panel).toContainText("The loan is not approved until another approver confirms");
    await expectAccessible(maker);
  });

  await test.step("the second of several at once carries it out", async () => {
    const second = await open(1, "supervisor2.demo", "/requests");
    await second.getByRole("row", { name: applicationNo }).getByRole("checkbox").check();
    await second.getByRole("button", { name: "Approve requests" }).click();
    const dialog = second.getByRole("dialog");
    await expect(dialog.getByRole("row", { name: "Principal ₱120,000.00" })).toBeVisible();
    await dialog.getByRole("button", { name: "Approve requests" }).click();
    await expect(second.getByText("1 done.")).toBeVisible();
  });
  for (const guard of guards) guard.check();
  await Promise.all(offices.map((office) => office.close()));
});
