import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { resize } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";
import { expectToast, rememberToasts } from "./support/toasts.ts";

/**
 * The demo's books begin this year, and no earlier day takes an entry any more: what the dry run of the year before
 * would have found, had somebody had a contribution of 36,500.00 all through it.
 */
const CONTRIBUTED = `
  with person as (
    insert into member (guid, membership_no, first_name, last_name, created_at)
      values (gen_random_uuid(), '0001202500900018', 'Rosalinda', 'Makiling', now()) returning id
  ), account as (
    insert into member_account (member_id, product, account_number, ledger_account_id, opened_at)
      select id, 'me', '203900000018', ledger_open_account('ASSOC', '2030', 'EARNS', '2025-01-01'), '2025-01-01'
      from person returning id, ledger_account_id
  ), run as (
    update earning_run set accounts = 1, lines = 1, gross_centavos = 264625
      where kind = 'dividend' and period_to = '2025-12-31' returning id
  )
  insert into earning_line (run_id, line, account_id, ledger_account_id, day_centavos, days, gross_centavos, tax_centavos)
    select r.id, 1, a.id, a.ledger_account_id, 1332250000, 365, 264625, 0 from run r, account a`;

test("S245 S246 a dividend is tried dry, declared by two people, credited, and taken back", async ({
  browser,
  bank,
  sandbox,
  database,
}) => {
  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
  await Promise.all(offices.map(rememberToasts));
  const open = (place: 0 | 1, username: string, path: string) =>
    staffPage(offices[place], bank.portalUrl, sandbox, username, path);
  const desk = await open(0, "supervisor.demo", "/ledger/earnings");
  const second = await open(1, "supervisor2.demo", "/requests");
  const dialog = desk.getByRole("dialog");
  const panel = desk.getByRole("region", { name: /^DV2025-\d+$/ });
  const state = panel.locator("dl > div").filter({ hasText: /^State/ });
  const ask = async (button: string, reason: string) => {
    await panel.getByRole("button", { name: button }).click();
    await expectAccessible(desk);
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
    const request = second.getByRole("region", { name: kind });
    await expect(request.getByRole("row", { name: change })).toBeVisible();
    await request.getByRole("button", { name: "Approve" }).click();
    await expectToast(second, "Approved.");
  };

  await test.step("the dry run says what each account would get", async () => {
    await desk.getByRole("button", { name: "New dividend" }).click();
    await dialog.getByLabel("Year", { exact: true }).fill("2025");
    await dialog.getByLabel("Rate, in percent a year").fill("7.25");
    await expectAccessible(desk);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(desk, "It is being reckoned.");
    await desk
      .getByRole("row", { name: /DV2025/ })
      .getByRole("button")
      .first()
      .click();
    await expect(state).toHaveText(/Dry run$/);
    await expect(panel.getByRole("button", { name: "Ask for its declaration" })).toHaveCount(0);
    await database.query(CONTRIBUTED);
    await desk.reload();
    await expect(panel).toContainText("₱2,646.25");
    await resize(desk, 390);
    await expectAccessible(desk);
    await resize(desk, 1280);
  });

  await test.step("its accounts are a list, and a file", async () => {
    await panel.getByRole("link", { name: "Show the accounts" }).click();
    await expect(desk.getByRole("row", { name: /203900000018/ })).toContainText("₱36,500.00");
    await expectAccessible(desk);
    const [file] = await Promise.all([
      desk.waitForEvent("download"),
      desk.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(await readFile(await file.path(), "utf8")).toContain("203900000018");
    await desk.goBack();
  });

  await test.step("two people declare it, and the worker credits it", async () => {
    await ask("Ask for its declaration", "The board declared it.");
    await approve("Declare a dividend", "State Dry run Being posted");
    await desk.reload();
    await expect(state).toHaveText(/Posted$/);
    const { rows } = await database.query<{ balance: string }>(
      "select balance_centavos as balance from ledger_account where subledger = 'EARNS'",
    );
    expect(BigInt(rows[0]?.balance ?? 0)).toBe(2_646_25n);
  });

  await test.step("two people take it back, and the account is as it was", async () => {
    await ask("Ask to take it back", "The board declared another rate.");
    await approve("Take back interest or a dividend", "State Posted Being taken back");
    await desk.reload();
    await expect(state).toHaveText(/Taken back$/);
    const { rows } = await database.query<{ balance: string }>(
      "select balance_centavos as balance from ledger_account where subledger = 'EARNS'",
    );
    expect(BigInt(rows[0]?.balance ?? 0)).toBe(0n);
  });
  for (const guard of guards) guard.check();
  await Promise.all(offices.map((office) => office.close()));
});
