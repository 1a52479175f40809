import { expect, type Page } from "@playwright/test";
import { test } from "./support/fixtures.ts";
import { holdRequests } from "./support/loginPage.ts";
import { reviewBank, TO } from "./support/sendMoney.ts";
import { staffPage } from "./support/staffPage.ts";
import { toastsSeen } from "./support/toasts.ts";
import { codesTo, send, typeCode } from "./support/topUp.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

test.describe("on a phone", () => {
  test.use({ username: "catherine.ramos", viewport: { width: 390, height: 844 } });

  test("S174 Back closes what is open above the page first, and then is one step again", async ({
    signedInTab: page,
  }) => {
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Transfer", exact: true }).first().click();
    await expect(heading(page, "Transfer Funds")).toBeVisible();
    const dialog = page.getByRole("dialog");
    const menu = page.getByRole("button", { name: "Open menu" });
    for (const open of [
      menu,
      page.getByRole("button", { name: /^Notifications/ }),
      page.getByRole("combobox", { name: "Destination bank" }),
    ]) {
      await open.click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(open).toBeFocused();
      await expect(heading(page, "Transfer Funds")).toBeVisible();
    }
    // Closed otherwise, it leaves nothing that Back would have to go through.
    await menu.click();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await menu.click();
    await dialog.getByRole("link", { name: /Card Settings/ }).click();
    await expect(heading(page, "Card Settings")).toBeVisible();
    await page.goBack();
    await expect(heading(page, "Transfer Funds")).toBeVisible();
    await page.goBack();
    await expect(heading(page, "Member Dashboard")).toBeVisible();
  });

  test("S174 the heading has the focus in the moment it is drawn, so that the first press keeps its own", async ({
    signedInTab: page,
  }) => {
    await page.goto("/dashboard");
    const link = page.getByRole("link", { name: "Transfer", exact: true }).first();
    await expect(link).toBeVisible();
    const hasFocus = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          new MutationObserver((_, observer) => {
            const drawn = document.querySelector("h1");
            if (drawn?.textContent !== "Transfer Funds") return;
            observer.disconnect();
            resolve(document.activeElement === drawn);
          }).observe(document, { subtree: true, childList: true, characterData: true });
        }),
    );
    await link.click();
    expect(await hasFocus).toBe(true);
  });

  test("S174 where the focus was taken while a page still loads, what is loaded does not take it away", async ({
    signedInTab: page,
  }) => {
    const held = await holdRequests(page, /\/transfer\/details$/);
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Transfer", exact: true }).first().click();
    await expect(heading(page, "Transfer Funds")).toBeFocused();
    const menu = page.getByRole("button", { name: "Open menu" });
    await menu.focus();
    held.release();
    await expect(page.getByRole("combobox", { name: "Destination bank" })).toBeVisible();
    await expect(menu).toBeFocused();
  });

  test("S174 the second press on View receipt hits nothing beneath it, and the focus stays on the page", async ({
    signedInTab: page,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/a press within a second of the last: dropped/);
    await reviewBank(page, {
      via: "InstaPay",
      bank: "bdo",
      accountNumber: TO.credited,
      accountName: "Maria L. Cordero",
      amount: "101.50",
    });
    const before = (await codesTo(sandbox, member)).length;
    await send(page);
    await expect.poll(async () => (await codesTo(sandbox, member)).length).toBe(before + 1);
    await typeCode(page, (await codesTo(sandbox, member))[0]?.slice(0, 6) ?? "");
    const view = page.getByRole("button", { name: "View receipt" });
    await expect(view).toBeVisible();
    // The bell tells of the member's own transfer, and no toast lies over what it became.
    const bell = page.locator(".mhead [aria-label='Notifications, new ones unread']");
    await expect(bell).toHaveCount(1);
    expect(await toastsSeen(page)).not.toContain("You have a new notification");
    const box = await view.boundingBox();
    // Where the tab bar lies beneath it.
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) - 4];
    const bar = await page.locator(".tabbar").boundingBox();
    expect(y).toBeGreaterThan(bar?.y ?? Infinity);
    await page.mouse.dblclick(x, y);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/transaction-details\//);
    await expect(page.locator("h1")).toBeFocused();
    // A press that is meant goes through.
    await page.waitForFunction(
      (from) => performance.now() - from > 600,
      await page.evaluate(() => performance.now()),
    );
    await page
      .getByRole("navigation", { name: "Shortcuts" })
      .getByRole("link", { name: "Dashboard" })
      .click();
    await expect(heading(page, "Member Dashboard")).toBeVisible();
  });

  test("S174 the account of a movement that only the issuer knows is named by its direction", async ({
    signedInTab: page,
    database,
    member,
  }) => {
    await database.query(
      `insert into card_transaction (card_id, transaction_date, description, sub_description, amount_centavos, ref_no, status, source_event)
       select c.id, now(), 'Instapay Send', 'Bank …1234', -50000, 'PO00010000058', 'posted', 'e2e:issuer-only'
       from card c join member m on m.id = c.member_id where m.username = $1`,
      [member.username],
    );
    await page.goto("/transaction-history");
    await page.getByRole("link", { name: /Bank …1234/ }).click();
    const sheet = page.locator("main dl");
    await expect(sheet).toContainText(/From account name/);
    await expect(sheet).toContainText(/DestinationBank …1234/);
    await expect(sheet).not.toContainText(/Account Name/);
    const reference = page.locator(".refcode");
    await expect(reference.locator("span")).toHaveText(["PO", "000", "1000", "0058"]);
    await expect(reference).toHaveText("PO00010000058");
  });
});

test("S174 Back closes the row that lies above a list of the console, and the list stays", async ({
  browser,
  bank,
  sandbox,
}) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await staffPage(phone, bank.portalUrl, sandbox, "auditor.demo", "/audit");
  await page.getByRole("list", { name: "Audit trail" }).getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const url = page.url();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(new URL(url).pathname);
  await phone.close();
});
