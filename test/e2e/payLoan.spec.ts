import { expect, type Page } from "@playwright/test";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { cutAfter } from "./support/cutAfter.ts";
import { test } from "./support/fixtures.ts";
import { deduct } from "./support/loanScreens.ts";
import { badGateway, cutOff, loseAnswer } from "./support/loseAnswer.ts";

test.use({ username: "arnel.gacutan" });

/** Until the connection is found again, and from then on. */
const UNANSWERED = /We could not reach the server|^Connected again\. Press Try again\.$/;
const PAYMENTS = /\/loans\/[^/]+\/payments$/;

test("S091 S241 S320 a member sees what is due, pays it from savings once though the answer is lost, and finds it on loan and account", async ({
  signedIn: page,
  context,
  sandbox,
  member,
  database,
  guard,
}) => {
  guard.expectMessage(/\/payments|\/automaticDebit|ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await page
    .getByRole("link", { name: /^Details LPRO/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Pay this loan" })).toBeVisible();
  const loanPage = page.url();
  await page.getByRole("button", { name: "Pay now" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Another amount/ }).check();
  const savings = dialog.getByRole("option", { name: /^Savings Deposit/ });
  await dialog.getByLabel("Pay from").selectOption((await savings.getAttribute("value")) ?? "");
  await expect(dialog.getByLabel("Pay from")).toHaveAccessibleDescription(
    /^Savings Deposit \d+, ₱[\d,.]+ available$/,
  );
  await dialog.getByLabel("Amount, in pesos").fill("99999999");
  await dialog.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(dialog.getByText(/^At most ₱[\d,.]+ can be paid now\.$/)).toBeVisible();
  await dialog.getByLabel("Amount, in pesos").fill("1234.56");
  const code = await sandbox.codeAfter(member.mobileNumber, () =>
    dialog.getByRole("button", { name: "Pay", exact: true }).click(),
  );
  await expect(dialog).toContainText(
    /It approves a payment of ₱1,234\.56 on LPRO-\d{4}-\d{7} from Savings Deposit ••••\s\d{4}\./,
  );
  // It is paid, and the answer is lost on the way, or another stands in its place: asked once more, it is the same payment.
  // What never left before goes by itself once the connection is back.
  await cutAfter(context, "**/otp/verify");
  await dialog.getByRole("textbox").first().fill(code);
  await expect(dialog.getByRole("alert")).toHaveText(/^You are offline\. Nothing was sent\./);
  await loseAnswer(page, PAYMENTS, cutOff);
  await context.setOffline(false);
  await expect(dialog.getByRole("alert")).toHaveText(UNANSWERED);
  await loseAnswer(page, PAYMENTS, badGateway);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(/[Ss]omething went wrong/);
  await page.reload();
  // Nor does it end when nothing answers the question what became of it.
  await loseAnswer(page, PAYMENTS, badGateway);
  await page.getByRole("button", { name: "Pay now" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing is paid twice.");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("heading")).toHaveText("Payment received");
  const reference = (await dialog.locator(".refcode").first().textContent()) ?? "";
  expect(reference).toMatch(/^OP\d{6}-\d{7}$/);
  const { rows } = await database.query(
    "select amount_centavos from loan_payment where reference = $1",
    [reference],
  );
  expect(rows).toEqual([{ amount_centavos: "123456" }]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("button", { name: /^\w+ \d+, \d{4} Loan payment$/ })
    .first()
    .click();
  const receipt = page.getByRole("dialog", { name: "Loan payment" });
  const says = async () => {
    await expect(receipt.locator(".refcode")).toHaveText(reference);
    await expect(receipt).toContainText("Paid online");
    await expect(receipt).toContainText(/Pay fromSavings Deposit \.\.\.\d{4}/);
    await expect(receipt).toContainText(/Principal left after it₱[\d,.]+/);
  };
  await says();
  const picture = page.waitForEvent("download");
  await receipt.getByRole("button", { name: "Save image" }).click();
  expect((await picture).suggestedFilename()).toBe(`receipt-${reference}.png`);
  await page.keyboard.press("Escape");
  await expect(receipt).toBeHidden();
  await setUpAutomaticDebit(page, sandbox, member.mobileNumber);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Savings Deposit", exact: true }).click();
  await expect(page.locator(".tx").first()).toContainText("Loan payment");
  await expect(page.locator(".tx").first()).toContainText("−₱1,234.56");
  await page.locator("a.tx").first().click();
  await says();
  await page.goto(loanPage);
  await payOtherAfterLost(page, sandbox, member.mobileNumber);
});

/** Another amount is asked for while it is not known that the first was paid: it is told instead. */
async function payOtherAfterLost(
  page: Page,
  sandbox: SandboxClient,
  mobileNumber: string,
): Promise<void> {
  await page.getByRole("button", { name: "Pay now" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(
    /You paid ₱1,234\.56 on this loan on \w+ \d+, \d{4}, .+ What you pay now comes on top of it\./,
  );
  await dialog.getByRole("radio", { name: /^Another amount/ }).check();
  await dialog.getByLabel("Amount, in pesos").fill("10.00");
  const code = await sandbox.codeAfter(mobileNumber, () =>
    dialog.getByRole("button", { name: "Pay", exact: true }).click(),
  );
  await loseAnswer(page, PAYMENTS, cutOff);
  await dialog.getByRole("textbox").first().fill(code);
  await expect(dialog.getByRole("alert")).toHaveText(UNANSWERED);
  await page.keyboard.press("Escape");
  await dialog.getByLabel("Amount, in pesos").fill("11.00");
  await dialog.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(dialog.getByRole("heading")).toHaveText("Payment received");
  await expect(dialog).toContainText("₱10.00");
}

/** Has what falls due taken from savings, sees it on the loan and among what comes, and stops it. */
async function setUpAutomaticDebit(
  page: Page,
  sandbox: SandboxClient,
  mobileNumber: string,
): Promise<void> {
  await page.getByRole("button", { name: "Set up automatic debit" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Take it from").locator("option:checked")).toContainText(
    "Savings Deposit",
  );
  await expect(dialog).toContainText("we take only what no deduction covers");
  const code = await sandbox.codeAfter(mobileNumber, () =>
    dialog.getByRole("button", { name: "Continue" }).click(),
  );
  await expect(dialog).toContainText(
    /It approves that what no deduction covers of LPRO-.* Savings/,
  );
  // It is set up though the answer is lost: the code is spent, and how it stands is shown.
  await loseAnswer(page, /\/automaticDebit$/, cutOff);
  await dialog.getByRole("textbox").first().fill(code);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Savings Deposit \.\.\.\d{4}$/)).toBeVisible();
  await expect(
    page.getByText(/due \w+ \d+, \d{4}, from your pay, or else by automatic debit$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Stop automatic debit?" });
  await expect(question).toContainText(
    "From then on what falls due is deducted from your pay alone.",
  );
  await question.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("button", { name: "Set up automatic debit" })).toBeVisible();
}

test("S312 whose next payment a deduction under way pays sees it once, need not pay, and may pay something extra", async ({
  signedIn: page,
}) => {
  await expect(page.getByText(/is past due\. The oldest/)).toHaveCount(0);
  await deduct(page, ({ nextDue }) => nextDue?.amount);
  await page
    .getByRole("link", { name: /^Details LPRO/ })
    .first()
    .click();
  const main = page.getByRole("main");
  await expect(main).toContainText("It is paid from your pay. You need not pay anything yourself.");
  await expect(main).toContainText(
    /Next payment\s*due .+, from your pay of October 2026, under way/,
  );
  await expect(main.getByText("Deduction from your pay", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay now" })).toHaveCount(0);
  const extra = page.getByRole("button", { name: "Pay something extra" });
  await expect(extra).not.toHaveClass(/primary/);
  await extra.click();
  await expect(page.getByRole("dialog", { name: "Pay this loan" })).toBeVisible();
});

test("S252 the dashboard tells what comes, what was, and which loans are paid, with their certificate", async ({
  signedIn: page,
}) => {
  const coming = page.getByRole("region", { name: "Coming in the next 30 days" });
  await expect(coming.getByRole("listitem").first()).toContainText("LPRO-");
  const latest = page.getByRole("region", { name: "Latest movements" });
  await expect(latest.getByRole("listitem").first()).toContainText("₱");
  const paid = page.getByRole("region", { name: /^Loans that are paid/ });
  await paid.getByRole("link", { name: /^Details LPRO/ }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download certificate" }).click();
  expect((await download).suggestedFilename()).toMatch(/^certificate-LPRO-\d{4}-\d{7}\.pdf$/);
});

test("S241 the payment that ends a loan is told with its reference, and whose account pays when the first has too little", async ({
  signedIn: page,
  sandbox,
  member,
  database,
  guard,
}) => {
  // Told of the payment before its answer, the page asks for a quote of what has none any more.
  guard.expectMessage(/409/);
  const { rows } = await database.query<{ loanNo: string }>(
    `select loan_no as "loanNo" from loan l join member m on m.id = l.member_id
     where m.username = $1 and l.state = 'active' order by principal_outstanding_centavos limit 1`,
    [member.username],
  );
  const loanNo = rows[0]?.loanNo ?? "";
  await page.getByRole("link", { name: `Details ${loanNo}` }).click();
  await page.getByRole("button", { name: "Pay now" }).click();
  const dialog = page.getByRole("dialog");
  const moved = dialog.getByRole("status").filter({ hasText: "has too little for this" });
  const from = dialog.getByLabel("Pay from");
  const before = await from.locator("option:checked").textContent();
  await dialog.getByRole("radio", { name: /^All of it/ }).check();
  await expect(from.locator("option:checked")).not.toHaveText(before ?? "");
  await expect(moved).toContainText(/so it is paid from [A-Z]/);
  const code = await sandbox.codeAfter(member.mobileNumber, () =>
    dialog.getByRole("button", { name: "Pay", exact: true }).click(),
  );
  await dialog.getByRole("textbox").first().fill(code);
  await expect(dialog.getByRole("heading")).toHaveText("Your loan is fully paid");
  await expect(dialog.locator(".refcode")).toHaveText(/^OP\d{6}-\d{7}$/);
  // It stays until it is put away, over a page that has nothing to pay any more.
  await expect(page.getByText("Fully paid", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Pay now" })).toHaveCount(0);
});

test.describe("a late loan", () => {
  test.use({ username: "catherine.ramos" });

  test("S311 the first screen says that a payment is past due and leads to what comes of it; what is late is paid first", async ({
    signedIn: page,
    database,
    member,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const alert = page.getByText(
      /^LPRO-\d{4}-\d{7}: ₱[\d,.]+ is past due\. The oldest payment was due /,
    );
    await expect(alert).toBeInViewport({ ratio: 1 });
    const { rows } = await database.query<{ overdue: string }>(
      `select to_char(overdue_centavos / 100.0, 'FM999,999,990.00') as overdue from loan l
       join member m on m.id = l.member_id where m.username = $1 and overdue_centavos > 0`,
      [member.username],
    );
    await expect(alert).toContainText(`₱${rows[0]?.overdue ?? "none"}`);
    await page.getByRole("link", { name: /^See what to do LPRO/ }).click();
    const late = page.getByRole("region", { name: "Past due" });
    await expect(late).toContainText(
      /If nothing is paid before .+, a penalty of ₱[\d,.]+ is added/,
    );
    const asked = /The deduction from your pay of .+ will ask for it as well: (₱[\d,.]+) in all/;
    const [, amount = "none"] = asked.exec((await late.textContent()) ?? "") ?? [];
    // The next payment's own row says no less.
    await expect(page.getByText(/asks for all that is due by then/).locator("../..")).toContainText(
      amount,
    );
    await page.getByRole("button", { name: "Pay now" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("radio", { name: /^What is past due/ })).toBeChecked();
    await expect(dialog.getByRole("radio", { name: /^Next payment/ })).toHaveCount(0);
  });
});
