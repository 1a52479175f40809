import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { resize } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";

const AUDITOR = "auditor.demo";
const ROWS = 120;
/** The list with those rows first. */
const NEWEST_FIRST = "/transfers?sort=-at";

test.beforeEach(async ({ database }) => {
  // Ordered in years to come: what was ordered before now may never be deleted, and the check of the books finds it.
  await database.query(
    `insert into transfer (ref_no, kind, member_id, card_id, source_account_id,
       source_account_number, source_name, destination_account_number, amount_centavos, state,
       load_month, accepted_at, next_inquiry_at, correlation_id)
     select 'KEYS-' || lpad(n::text, 3, '0'), 'own', (select min(id) from member), 0, 0,
       '100200000001', 'Savings', '990112345006', n * 100, 'sent', '2026-11',
       '2099-01-01T00:00:00Z'::timestamptz - n * interval '1 minute', '2099-01-01', 'keys-of-a-table'
     from generate_series(1, $1::int) n`,
    [ROWS],
  );
});

test.afterEach(async ({ database }) => {
  await database.query("delete from transfer where ref_no like 'KEYS-%'");
});

const press = async (page: Page, ...keys: string[]) => {
  // oxlint-disable-next-line no-await-in-loop -- keys are pressed one after the other
  for (const key of keys) await page.keyboard.press(key);
};
const focused = (page: Page) => page.locator(":focus");
const references = (page: Page) => page.locator("tbody [data-row]");

test("a list is worked through by keyboard alone: rows, panel, pages, filter, back", async ({
  context,
  bank,
  sandbox,
}) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, AUDITOR, NEWEST_FIRST);
  const panel = page.getByRole("region", { name: /, / });
  await expect(references(page)).toHaveCount(50);

  await test.step("rows and panel", async () => {
    await press(page, "j", "j");
    await expect(focused(page)).toHaveAttribute("data-row", "KEYS-002");
    await press(page, "Enter");
    await expect(panel).toContainText("KEYS-002");
    await press(page, "j");
    await expect(panel).toContainText("KEYS-003");
    await expectAccessible(page);
    await press(page, "Escape");
    await expect(panel).toHaveCount(0);
    await expect(focused(page)).toHaveAttribute("data-row", "KEYS-003");
    await press(page, "k");
    await expect(focused(page)).toHaveAttribute("data-row", "KEYS-002");
  });

  await test.step("pages", async () => {
    // Transfers of other tests that are still under way come last.
    await expect(page.getByText(/^1 to 50 of 1[2-4]\d$/)).toBeVisible();
    await press(page, "]");
    await expect(page.getByText(/^51 to 100 of 1[2-4]\d$/)).toBeVisible();
    await expect(references(page).first()).toHaveAttribute("data-row", "KEYS-051");
    await press(page, "]");
    await expect(references(page).first()).toHaveAttribute("data-row", "KEYS-101");
    await expect(references(page).nth(19)).toHaveAttribute("data-row", "KEYS-120");
    await press(page, "[");
    await expect(references(page).first()).toHaveAttribute("data-row", "KEYS-051");
    await page.goBack();
    await expect(references(page).first()).toHaveAttribute("data-row", "KEYS-101");
  });

  await test.step("order by a head, with the keyboard", async () => {
    await page.getByRole("button", { name: "Amount" }).focus();
    await press(page, "Enter");
    const amount = page.getByRole("columnheader", { name: "Amount" });
    await expect(amount).toHaveAttribute("aria-sort", "ascending");
    await press(page, "Enter");
    await expect(amount).toHaveAttribute("aria-sort", "descending");
    await expect(page.locator('[data-row="KEYS-120"]')).toBeVisible();
  });

  await test.step("a filter, its chip, and back", async () => {
    await page.getByRole("button", { name: "Filter", exact: true }).focus();
    await press(page, "Enter");
    await page.getByLabel("Filter by").selectOption("Reference");
    await page.getByLabel("contains").focus();
    await page.keyboard.type("KEYS-07");
    await press(page, "Enter");
    await expect(page.getByText("1 to 10 of 10")).toBeVisible();
    await expect(page).toHaveURL(/refNo=KEYS-07/);
    await page.getByRole("button", { name: "Remove the filter Reference" }).focus();
    await press(page, "Enter");
    await expect(references(page)).toHaveCount(50);
    await page.goBack();
    await expect(page.getByText("1 to 10 of 10")).toBeVisible();
  });

  await test.step("the list of keys, and switching them off", async () => {
    await press(page, "?");
    await page.getByRole("checkbox", { name: "Shortcuts of one key are on" }).focus();
    await press(page, "Space", "Escape");
    await press(page, "?");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test("a view is kept under a name, shown again, and deleted; the file holds what is filtered", async ({
  context,
  bank,
  sandbox,
}) => {
  const address = "/transfers?refNo=KEYS-1&sort=-amount";
  const page = await staffPage(context, bank.portalUrl, sandbox, AUDITOR, address);
  await expect(references(page).first()).toHaveAttribute("data-row", "KEYS-120");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name of the view").fill("Hundreds");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(references(page)).toHaveCount(50);
  await page.getByRole("button", { name: "Hundreds", exact: true }).click();
  await expect(references(page)).toHaveCount(21);

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^open-transfers-\d{4}-\d\d-\d\d\.csv$/);

  await page.getByRole("button", { name: "Delete the view Hundreds" }).click();
  await expect(page.getByRole("button", { name: "Hundreds", exact: true })).toHaveCount(0);
});

test("on a phone rows are cards, and nothing sticks out", async ({ context, bank, sandbox }) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, AUDITOR, NEWEST_FIRST);
  for (const width of [390, 320]) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one width after the other
    await resize(page, width);
    await expect(page.getByRole("list", { name: "Transfers under way" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.getByRole("button", { name: /KEYS-001/ }).click();
  await expect(page.getByRole("dialog")).toContainText("KEYS-001");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("what a role may not open is said, and an address of nothing too", async ({
  context,
  bank,
  sandbox,
}) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, "loan.demo", "/transfers");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not for your role");
  await page.goto(`${bank.portalUrl}/console/nothing/here`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});
