import { referenceText } from "#common/reference.ts";
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { addDays, manilaDate } from "#common/manila.ts";
import { formatPesos } from "#common/money.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { goTo } from "./support/screen.ts";
import { resize, setLanguage } from "./support/showScreen.ts";
import { expectToast } from "./support/toasts.ts";

const HISTORY = "/transaction-history";
const rows = (page: Page) => page.locator("main .panel ul a.tx");
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** What the file is called, and what is in it. */
async function downloaded(page: Page, act: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test.describe("the list and one of its rows", () => {
  test.use({ username: "zaldy.ecal" });
  test("R01 R02 R03 R07 R08 a member scrolls to the end, opens a purchase and comes back to the very row", async ({
    signedInTab: page,
    database,
    member,
    guard,
  }) => {
    // Enough for three pages: what a demo member spends in a month is less. The newest is of this very month.
    await database.query(
      `insert into card_transaction (card_id, transaction_date, description, sub_description, amount_centavos, ref_no, status, source_event)
       select c.id, now() - (n - 1) * interval '5 hours', 'POS Purchase', 'Tindahan ' || n, -100 - n, 'PO-SCROLL-' || n,
         case when n = 2 then 'pending' else 'posted' end, 'e2e:scroll:' || n
       from generate_series(1, 50) n, card c join member m on m.id = c.member_id where m.username = $1`,
      [member.username],
    );
    const calls: URL[] = [];
    page.on("request", (request) => {
      if (/\/card\/transactionHistory/.test(request.url())) calls.push(new URL(request.url()));
    });
    await goTo(page, HISTORY);
    await expect(rows(page).first()).toBeVisible();
    const today = manilaDate(new Date());
    expect(calls[0]?.searchParams.get("fromDate")).toBe(addDays(today, -29));
    const first = await rows(page).count();

    await test.step("pending and posted are told apart in words", async () => {
      await expect(rows(page).filter({ hasText: "PO-SCROLL-2" }).first()).toContainText("Pending");
      await expect(rows(page).filter({ hasText: "Tindahan 1" }).first()).not.toContainText(
        "Pending",
      );
    });

    await test.step("scrolling loads what is older, after the last row and each row once", async () => {
      const end = page.getByText("No more records to display");
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await expect(end).toBeVisible({ timeout: 500 });
      }).toPass();
      expect(await rows(page).count()).toBeGreaterThan(first);
      const ids = await rows(page).evaluateAll((all) => all.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThanOrEqual(50);
    });

    const row = rows(page).filter({ hasText: "PO-SCROLL-40" });
    await row.scrollIntoViewIfNeeded();
    const before = await row.boundingBox();
    await row.focus();
    await page.keyboard.press("Enter");
    await test.step("its details say what moved, from where to where", async () => {
      await expect(page.getByRole("heading", { name: "Transaction Details" })).toBeFocused();
      const sheet = page.locator("main dl");
      await expect(sheet).toContainText("Tindahan 40");
      await expect(sheet).toContainText("₱1.40");
      await expect(sheet).toContainText("POS Purchase");
      await expect(page.locator("main")).toContainText("Posted");
      await expectAccessible(page);
    });
    const back = async (go: () => Promise<unknown>) => {
      await go();
      await expect(row).toBeFocused();
      const after = await row.boundingBox();
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4);
    };
    await back(() => page.getByRole("link", { name: "Back to Transaction History" }).click());
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Transaction Details" })).toBeVisible();
    await back(() => page.goBack());

    await test.step("without its reference or day there are no details, and of none that exists a message", async () => {
      await page.goto("/transaction-details/PO-SCROLL-40");
      await expect(page).toHaveURL(new RegExp(`${HISTORY}$`));
      guard.expectMessage(/404/);
      await page.goto("/transaction-details/PO-NOBODY/2026-01-01");
      await expect(page).toHaveURL(new RegExp(`${HISTORY}$`));
      await expect(page.getByRole("heading", { name: "Transaction History" })).toBeVisible();
    });

    await test.step("each month says what went out for what, and each bar leads to its rows", async () => {
      await page.getByRole("link", { name: "Month by month" }).click();
      const year = page.getByRole("table", { name: "The last 12 months" });
      await expect(year.getByRole("row")).toHaveCount(13);
      await page.getByRole("link", { name: /^Purchases/ }).click();
      const behind = page.getByRole("region", { name: /^Purchases, / });
      await expect(behind).toBeFocused();
      await expect(behind.getByRole("link").first()).toContainText(/Tindahan \d/);
      await expectAccessible(page);
      await page.goBack();
      await expect(behind).toHaveCount(0);
      await page.goBack();
      await expect(rows(page).first()).toBeVisible();
    });
  });
});

test.describe("search and download", () => {
  test.use({ username: "sheila.guzman" });
  test("R04 R05 R06 R07 a member finds a payment, and takes the month home as PDF and CSV, by keyboard", async ({
    signedInTab: page,
    database,
    member,
    guard,
  }) => {
    await page.clock.install();
    await resize(page, 390);
    const { rows: booked } = await database.query<{ ref: string; amount: bigint; balance: bigint }>(
      `select e.reference as ref, p.amount_centavos::bigint as amount, p.balance_after_centavos as balance
       from posting p join journal_entry e on e.id = p.journal_entry_id
       join ledger_account a on a.id = p.ledger_account_id join card c on c.ledger_account_id = a.id
       join member m on m.id = c.member_id
       where m.username = $1
         and e.booked_at >= (now() at time zone 'Asia/Manila')::date::timestamp at time zone 'Asia/Manila' - interval '29 days'
       order by p.id`,
      [member.username],
    );
    await database.query(
      `insert into card_transaction (card_id, transaction_date, description, sub_description, amount_centavos, ref_no, status, source_event)
       select c.id, now() - interval '400 days', 'POS Purchase', 'Tindahan ni Aling Nena', -32100, 'PO-OLD-1', 'posted', 'e2e:old:1'
       from card c join member m on m.id = c.member_id where m.username = $1`,
      [member.username],
    );
    await goTo(page, HISTORY);
    const found = rows(page).first();
    const [, reference = ""] = /REF: ([A-Z0-9-]+)/.exec((await found.textContent()) ?? "") ?? [];

    await test.step("a search goes to the server and takes signs as they are", async () => {
      const search = page.getByRole("searchbox", { name: "Search" });
      await search.fill(reference.toLowerCase());
      await expect(rows(page).filter({ hasNotText: reference })).toHaveCount(0);
      await expect(rows(page).first()).toContainText(reference);
      await expect(page.getByText(/transactions? shown$/)).toBeAttached();
      await search.fill("100%_");
      await expect(page.getByText("Nothing in the last 30 days fits “100%_”.")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Search older transactions" }).click();
      await expect(
        page.getByText("Nothing in all the years of your card fits “100%_”."),
      ).toBeVisible();
      await page.getByRole("button", { name: "Show all" }).click();
      await expect(page.getByText("Last 30 days:")).toBeVisible();
      await search.fill("Tindahan ni Aling Nena");
      await page.getByRole("button", { name: "Search older transactions" }).click();
      await expect(rows(page)).toHaveCount(1);
      await rows(page).first().click();
      await expect(page.locator("main dl")).toContainText("₱321.00");
      await page.goBack();
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page).first()).toBeFocused();
      await search.fill("100%_");
      await page.getByRole("button", { name: "Show all" }).click();
      await expect(search).toHaveValue("");
      const show = page.getByRole("radiogroup", { name: "Show" });
      await show.getByText("Money in").click();
      await expect(page.locator("main .panel ul .a > :not(.money-in)")).toHaveCount(0);
      await show.getByText("All").click();
    });

    await page.getByRole("button", { name: "Download to PDF" }).click();
    const select = dialog(page, "Select Dates");
    const today = manilaDate(new Date());

    await test.step("days that cannot be are refused at their field, by the page and by the server", async () => {
      await expect(select).toContainText("You can only select dates within 30 days");
      const [start, end] = [select.getByLabel("Start date"), select.getByLabel("End date")];
      // A second press within a second is taken for the same press (src/ui/Button.tsx).
      const refuses = async (field: Locator, text: string | RegExp) => {
        await page.clock.runFor(1_100);
        await select.getByRole("button", { name: "Download", exact: true }).press("Enter");
        await expect(field).toHaveAccessibleDescription(text);
      };
      await end.fill("");
      await refuses(end, "This field is required");
      await end.fill(today);
      await start.fill(addDays(today, -30));
      await refuses(end, "You can only select dates within 30 days");
      await expectAccessible(page);
      await start.fill("2020-01-01");
      await end.fill("2020-01-02");
      guard.expectMessage(/422/);
      await refuses(start, /This account was opened on/);
    });

    await test.step("the PDF has every entry of the books, and the file its days", async () => {
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Download to PDF" }).press("Enter");
      // Said at the last day, and mended at the first.
      await page.route(/downloadTransactionHistory/, (route) =>
        route.fulfill({ status: 422, json: refusedAt("endDate", "Choose fewer days") }),
      );
      await select.getByRole("button", { name: /CSV/ }).press("Enter");
      await expect(select.getByLabel("End date")).toHaveAccessibleDescription(/Choose fewer days/);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await select.getByLabel("Start date").fill(addDays(today, -20));
      await expect(select.getByLabel("End date")).not.toHaveAttribute("aria-invalid", "true");
      await select.getByRole("button", { name: "Last 30 days" }).press("Enter");
      const button = select.getByRole("button", { name: "Download", exact: true });
      const pdf = await downloaded(page, () => button.press("Enter"));
      expect(pdf.name).toBe(`Card Transaction History - ${addDays(today, -29)} to ${today}.pdf`);
      const said = pdfText(pdf.bytes);
      expect(booked.length).toBeGreaterThan(0);
      for (const { ref, amount, balance } of booked) {
        expect(said).toContain(`REF: ${referenceText(ref)}`);
        expect(said).toContain(formatPesos(BigInt(amount)));
        expect(said).toContain(formatPesos(BigInt(balance)));
      }
      await expectToast(page, "Successfully Downloaded PDF");
      await expect(select).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Download to PDF" })).toBeFocused();
    });

    // The switch of the language stands open on a wide screen.
    await resize(page, 1280);
    await setLanguage(page, "fil");
    await test.step("in Filipino as CSV; what fails is said above the dates, of which none is wrong", async () => {
      await page.getByRole("button", { name: /download bilang PDF/ }).click();
      const piliin = dialog(page, "Pumili ng petsa");
      await page.route(/downloadTransactionHistory/, (route) =>
        route.fulfill({ status: 502, contentType: "text/html", body: "<p>Bad gateway</p>" }),
      );
      guard.expectMessage(/502/);
      await piliin.getByRole("button", { name: /download$/ }).click();
      // A word that must not break has a joiner in it.
      await expect(piliin.getByRole("alert")).toHaveText(
        /^Hindi na-\u2060?download\. Subukan ulit\.$/,
      );
      await expect(piliin.locator("[aria-invalid=true]")).toHaveCount(0);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const csv = await downloaded(page, () =>
        piliin.getByRole("button", { name: /bilang CSV/ }).click(),
      );
      expect(csv.name).toMatch(/^Card Transaction History - .*\.csv$/);
      expect(csv.bytes.toString()).toContain("Panimulang balanse");
    });
  });
});

/** What the server answers where one field is wrong. */
function refusedAt(param: string, msg: string) {
  const correlationId = "00000000-0000-4000-8000-000000000000";
  return {
    status: false,
    message: msg,
    code: "statement_too_long",
    correlationId,
    errors: [{ param, msg }],
  };
}

test.describe("a screen that could not be read", () => {
  test.use({ username: "elena.ocampo" });
  test("when the network comes back it is read again, and the focus stays where the member has put it", async ({
    signedInTab: page,
    guard,
  }) => {
    guard.expectMessage(/ERR_FAILED/);
    const isDetails = (url: string) => url.includes("/fundTransferDetails/");
    await page.route(/\/fundTransferDetails\//, (route) => route.abort());
    await page.goto("/transaction-details/OT261121-0000000001/2026-11-21");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    const toggle = page.getByRole("button", { name: "Hide amounts" });
    await toggle.focus();
    // All other calls are answered, so the network is taken to be back, time and again.
    await page.waitForEvent("requestfailed", (request) => isDetails(request.url()));
    await page.waitForEvent("requestfailed", (request) => isDetails(request.url()));
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await expect(toggle).toBeFocused();
  });
});
