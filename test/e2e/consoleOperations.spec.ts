import { expect, type Page } from "@playwright/test";
import { lockMemberCard } from "#contract/staff/memberActions.ts";
import { callBank } from "#test/client/bankClient.ts";
import { forceCard } from "#test/support/forceCard.ts";
import { expectAccessible, expectContrast } from "./support/axe.ts";
import { demoMember } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { resize, setLanguage, setTheme } from "./support/showScreen.ts";
import { staffClient, staffPage } from "./support/staffPage.ts";
import { expectToast } from "./support/toasts.ts";

const [WIDE, NARROW] = [1280, 390];

/** Address and title, in the order of the walk. */
const SCREENS = [
  ["/ledger", "Journal"],
  ["/ledger/accounts", "Accounts"],
  ["/ledger/trial-balance", "Trial balance"],
  ["/ledger/day-close", "Day close"],
  ["/calendar", "Calendar"],
  ["/offices", "Offices"],
  ["/banks", "Banks"],
  ["/templates", "Message templates"],
  ["/switches", "Maintenance and features"],
  ["/fees", "Fees and limits"],
  ["/jobs", "Jobs"],
  ["/jobs/exceptions", "Exceptions"],
  ["/transfer-cases", "Members' cases"],
  ["/reconciliation", "Differences"],
  ["/reconciliation/files", "Settlement files"],
  ["/reconciliation/proof", "Daily proof"],
  ["/card-applications", "Card applications"],
  ["/loan-applications", "Loan applications"],
  ["/payroll", "Payroll deduction"],
  ["/payroll/lines", "Deductions"],
  ["/payroll/remittances", "Remittances"],
  ["/payroll/exceptions", "Exceptions"],
  ["/card-stock", "Card stock"],
  ["/card-stock/cards", "Cards by serial"],
  ["/card-stock/production", "Card production"],
  ["/health", "Health"],
  ["/members", "Members"],
  ["/imports", "Member import"],
  ["/requests", "For decision"],
  ["/roles", "Who may do what"],
  ["/password", "Change password"],
] as const;

/** Nothing is on its way any more, and what came fits. */
async function expectFits(page: Page, width: number): Promise<void> {
  await resize(page, width);
  await page.waitForFunction(() => !document.querySelector("main .sk"));
  const reach = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(reach, `${page.url()} at ${width} px`).toBe(width);
}

/** Leads to an address as a link of the page would: the program stays. */
async function follow(page: Page, path: string): Promise<void> {
  const title = page.getByRole("heading", { level: 1 });
  const before = (await title.textContent()) ?? "";
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/console${path}`);
  await expect(title).not.toHaveText(before);
}

test("every screen of operations has its title, fits a phone in both languages, and is for every eye", async ({
  context,
  bank,
  sandbox,
}) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo");
  for (const [path, title] of SCREENS) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one screen after the other
    await test.step(title, async () => {
      await resize(page, WIDE);
      await follow(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expectFits(page, WIDE);
      await expectAccessible(page);
      await expectFits(page, NARROW);
      await setTheme(page, "dark");
      await expectContrast(page);
      await setTheme(page, "light");
    });
  }
  await setLanguage(page, "fil");
  for (const [path] of SCREENS) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one screen after the other
    await test.step(path, async () => {
      await follow(page, path);
      await expectFits(page, NARROW);
    });
  }
});

test("an office without a name is refused in our own words, at its field", async ({
  context,
  bank,
  sandbox,
  guard,
}) => {
  // What the server refuses below.
  guard.expectMessage(/status of 422/);
  const page = await staffPage(context, bank.portalUrl, sandbox, "admin.demo", "/offices");
  await page.getByRole("button", { name: "Change" }).first().click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel("Name of the branch");
  await name.fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("This field is required")).toBeVisible();
  await expect(name).toBeFocused();
});

test("S103 what the issuer refused of a lock is asked for again by a press, and then holds", async ({
  context,
  bank,
  sandbox,
  database,
}) => {
  const member = demoMember("gilbert.samonte");
  const { rows } = await database.query<{ guid: string }>(
    "select guid from member where username = $1",
    [member.username],
  );
  const memberGuid = rows[0]?.guid ?? "";
  const open = (path: string) =>
    staffPage(context, bank.portalUrl, sandbox, "supervisor.demo", path);
  await sandbox.fault("issuer", "reject");
  const client = await staffClient(bank.portalUrl, sandbox, "supervisor.demo");
  await callBank(client, lockMemberCard, {
    params: { memberGuid },
    body: { reason: "Reported at the counter" },
  });
  const exceptions = async () => {
    const { rowCount } = await database.query(
      `select from card_order_exception x join card_order o on o.id = x.order_id
       join card c on c.id = o.card_id join member m on m.id = c.member_id
       where m.guid = $1 and x.resolved_at is null`,
      [memberGuid],
    );
    return rowCount;
  };
  await expect.poll(exceptions).toBe(1);
  const page = await open("/jobs/exceptions?state=open");
  const row = page.getByRole("row", { name: /lock, member/ });
  await sandbox.fault("issuer", "ok");
  await row.getByRole("button").first().click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ask the issuer again" }).click();
  await expectToast(page, "The issuer is asked again.");
  await expect(row).toHaveCount(0);
  await expect
    .poll(() =>
      sandbox
        .purchase({ accountNo: member.card.accountNo ?? "", amount: "1", merchant: "AGOS" })
        .then(() => "paid", String),
    )
    .toMatch(/locked/);
  await forceCard(database, memberGuid, { admin_locked: false });
});
