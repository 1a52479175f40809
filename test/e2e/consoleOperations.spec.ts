import { expect, type Page } from "@playwright/test";
import { paths } from "#console/paths.ts";
import { lockMemberCard } from "#contract/staff/memberActions.ts";
import { callBank } from "#test/client/bankClient.ts";
import { forceCard } from "#test/support/forceCard.ts";
import { expectAccessible, expectContrast } from "./support/axe.ts";
import { expectWords, expectWordsOfRows, follow, untilShown } from "./support/consoleWalk.ts";
import { demoMember } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { resize, setLanguage, setTheme } from "./support/showScreen.ts";
import { staffClient, staffPage } from "./support/staffPage.ts";
import { approve } from "./support/staffRequests.ts";
import { expectToast } from "./support/toasts.ts";

const [WIDE, NARROW] = [1280, 390];

/** Address and title, in the order of the walk: two that follow each other differ. */
const SCREENS = [
  ["/", "Overview"],
  ["/ledger", "Journal"],
  ["/ledger/new-entry", "New entry"],
  ["/ledger/accounts", "Accounts"],
  ["/ledger/trial-balance", "Trial balance"],
  ["/ledger/day-close", "Day close"],
  ["/ledger/earnings", "Interest and dividends"],
  ["/ledger/earnings/rates", "Rates and accrual"],
  ["/cash", "Cash at the counter"],
  ["/calendar", "Calendar"],
  ["/offices", "Offices"],
  ["/banks", "Banks"],
  ["/templates", "Message templates"],
  ["/switches", "Maintenance and features"],
  ["/fees", "Fees and limits"],
  ["/jobs", "Jobs"],
  ["/jobs/texts", "Text messages"],
  ["/jobs/exceptions", "Exceptions"],
  ["/transfers", "Transfers under way"],
  ["/transfers/inward", "Money from other banks"],
  ["/transfer-cases", "Members' cases"],
  ["/accounts-at-risk", "Accounts at risk"],
  ["/reconciliation", "Differences"],
  ["/reconciliation/files", "Settlement files"],
  ["/reconciliation/proof", "Daily proof"],
  ["/card-applications", "Card applications"],
  ["/loan-applications", "Loan applications"],
  ["/payroll", "Payroll deduction"],
  ["/payroll/monthly", "Monthly deductions"],
  ["/payroll/lines", "Deductions"],
  ["/payroll/remittances", "Remittances"],
  ["/payroll/exceptions", "Exceptions"],
  ["/approval-policy", "Approvals by members"],
  ["/card-stock", "Card stock"],
  ["/card-stock/cards", "Cards by serial"],
  ["/card-stock/production", "Card production"],
  ["/health", "Health"],
  ["/members", "Members"],
  ["/imports", "Member import"],
  ["/requests", "For decision"],
  ["/staff", "Staff and roles"],
  ["/roles", "Who may do what"],
  ["/password", "Password and passkeys"],
] as const;

/** What the supervisor may not open: below, as who may. */
const NOT_THE_SUPERVISORS = [paths.audit];
/** What is before a sign-in, or empty until something is looked for: consoleStaff.spec.ts, consoleMembers.spec.ts. */
const ELSEWHERE = [paths.signIn, paths.enrol, paths.search];

/** What is shown fits. */
async function expectFits(page: Page, width: number): Promise<void> {
  await resize(page, width);
  await untilShown(page);
  const reach = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(reach, `${page.url()} at ${width} px`).toBe(width);
}

test("every screen of the console is walked through here, or by whoever else may open it", () => {
  const walked = [...SCREENS.map(([path]) => path), ...NOT_THE_SUPERVISORS, ...ELSEWHERE];
  const known = Object.values(paths).filter((path) => !path.includes(":"));
  expect(walked.toSorted()).toEqual(known.toSorted());
});

test("every screen has its title, fits a phone, is for every eye, and shows nothing as the server has it", async ({
  context,
  bank,
  sandbox,
}) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo", "/password");
  for (const [path, title] of SCREENS) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one screen after the other
    await test.step(title, async () => {
      await resize(page, WIDE);
      await follow(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expectFits(page, WIDE);
      await expectAccessible(page);
      await expectWords(page, path);
      await expectWordsOfRows(page, path);
      await expectFits(page, NARROW);
      await setTheme(page, "dark");
      await expectContrast(page);
      await setTheme(page, "light");
    });
  }
});

test("in Filipino as well every screen fits a phone and shows nothing as the server has it", async ({
  context,
  bank,
  sandbox,
}) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo", "/password");
  await setLanguage(page, "fil");
  for (const [path] of SCREENS) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one screen after the other
    await test.step(path, async () => {
      await resize(page, WIDE);
      await follow(page, path);
      await expectWords(page, path);
      await expectWordsOfRows(page, path);
      await expectFits(page, NARROW);
    });
  }
});

test("the audit trail shows nothing as the server has it but what is marked so", async ({
  context,
  bank,
  sandbox,
}) => {
  const page = await staffPage(context, bank.portalUrl, sandbox, "auditor.demo", paths.audit);
  for (const language of ["en", "fil"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one language after the other
    await setLanguage(page, language);
    await expectWords(page, language);
    await expectWordsOfRows(page, paths.audit);
  }
});

test("S318 two people choose that locked money is released later, and the table says when", async ({
  context,
  bank,
  sandbox,
  database,
}) => {
  const { portalUrl } = bank;
  const page = await staffPage(context, portalUrl, sandbox, "supervisor.demo", "/approval-policy");
  const row = page.getByRole("row", { name: /^Release of locked money/ });
  await expect(row).toContainText("Counts 24 hours later, whatever approves it");
  await row.getByRole("button").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("It counts after").selectOption("48 hours");
  await dialog.getByLabel("Reason").fill("Many calls about strangers on the phone this week");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await dialog.getByRole("link").click();
  await page.waitForURL(/open=/);
  const requestId = new URL(page.url()).searchParams.get("open") ?? "";
  await expect(page.getByText("Hours until it counts").first()).toBeVisible();
  await approve(await staffClient(portalUrl, sandbox, "admin.demo"), requestId);
  await follow(page, "/approval-policy");
  await page.reload();
  await expect(row).toContainText("Counts 48 hours later, whatever approves it");
  // As shipped again, for the tests that come after.
  await database.query("update approval_policy set chosen_hours = null where act = 'release_lock'");
});

test("S260 a line of the trial balance leads to what moved it, and from there to the entries", async ({
  context,
  bank,
  sandbox,
}) => {
  const where = "/ledger/trial-balance";
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo", where);
  await page.getByRole("link", { name: "Member savings deposits" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "How ASSOC 2010 Member savings deposits came about",
  );
  await page.getByRole("radiogroup", { name: "Of" }).getByText("The month so far").click();
  await expect(page.getByRole("cell", { name: "Balance before" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, NARROW);
  await resize(page, WIDE);
  await page
    .getByRole("link", { name: /^See the entries of/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Journal");
  await expect(page.locator("main [data-row]").first()).toBeVisible();
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
