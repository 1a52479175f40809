import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { staffPage } from "./support/staffPage.ts";

test.use({ username: "lourdes.ordonez" });

/** What an open page of the portal has to show a change within. */
const SOON = { timeout: 2000 };

test("S131 a loan officer works an application up, another person approves, and the member hears", async ({
  browser,
  bank,
  sandbox,
  database,
  member,
  signedIn: portal,
}) => {
  test.setTimeout(240_000);
  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
  const open = (place: 0 | 1, username: string, path: string) =>
    staffPage(offices[place], bank.portalUrl, sandbox, username, path);

  await portal.goto("/apply");
  await expect(portal.getByLabel("Last Name", { exact: true })).toHaveValue(member.lastName);
  await portal.getByLabel("Amount of Loan, in pesos").fill("60000");
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
  await test.step("the officer verifies, writes down the pay and proposes", async () => {
    await press("Verify");
    await save();
    await expect(desk.getByText("Done. The member hears of it.")).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread", SOON);
    await press("Pay and deductions");
    await dialog.getByLabel("Pay or pension, a month").fill("40,000");
    await dialog.getByLabel("Deductions, a month").fill("5000.00");
    await expectAccessible(desk);
    await save();
    await press("Propose");
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
    await expect(second.getByText("Approved and carried out.")).toBeVisible();
  });

  await bell.click();
  await expect(portal.getByText(/Your loan of ₱60,000\.00 is approved/)).toBeVisible();
  const { rows } = await database.query<{ state: string; net: string }>(
    `select a.state, o.net_proceeds_centavos as net from loan_application a
     join loan_offer o on o.application_id = a.id join member m on m.id = a.member_id
     where m.username = $1`,
    [member.username],
  );
  expect(rows.map(({ state, net }) => [state, String(net)])).toEqual([["for_signing", "5907000"]]);
  for (const guard of guards) guard.check();
  await Promise.all(offices.map((office) => office.close()));
});
