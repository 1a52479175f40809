import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { untilAtRest } from "./support/callsUnderWay.ts";
import { test } from "./support/fixtures.ts";
import { holdRequests } from "./support/loginPage.ts";
import { offerLoan } from "./support/offerLoan.ts";
import { handOver, signInBrowser } from "./support/signInPage.ts";
import { setLanguage } from "./support/showScreen.ts";
import { expectAnnounced, expectToast } from "./support/toasts.ts";

const SEND = /\/api\/members\/[0-9a-f-]{36}\/sendLoanApplication$/;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const amount = (page: Page) => page.getByLabel("Amount of Loan, in pesos");
const months = (page: Page) => field(page, "Over how many months");
const submit = (page: Page) => page.getByRole("button", { name: "Submit loan application" });
const applications = (page: Page) => page.getByRole("region", { name: /^Loan Applications/ });

async function openForm(page: Page): Promise<void> {
  await page.goto("/apply");
  await expect(page.getByRole("heading", { name: "Apply for Loans", level: 1 })).toBeFocused();
  await expect(field(page, "Last Name")).not.toHaveValue("");
}

test.describe("what is known of the member comes late", () => {
  test.use({ username: "marlon.cabrera" });

  test("J01 it fills in what is still empty, and takes nothing away that was typed meanwhile", async ({
    signedInTab: page,
    member,
  }) => {
    const profile = await holdRequests(page, /\/api\/members\/[0-9a-f-]{36}$/);
    await page.goto("/apply");
    await amount(page).fill("12345");
    await field(page, "First Name").fill("Marlon Jose");
    profile.release();
    await expect(field(page, "Last Name")).toHaveValue(member.lastName);
    await expect(field(page, "First Name")).toHaveValue("Marlon Jose");
    await expect(amount(page)).toHaveValue("12,345.00");
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Member Dashboard" })).toBeVisible();
  });
});

test.describe("a member asks for a loan", () => {
  test.use({ username: "marlon.cabrera" });

  test("J01 J02 J03 J04 J05 J06 J07 by keyboard alone: errors on their fields, one application though it is sent twice, and its withdrawal", async ({
    signedInTab: page,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(/ERR_FAILED|422|a press within a second of the last/);
    await openForm(page);
    await expect(field(page, "Last Name")).toHaveValue(member.lastName);
    await expect(field(page, "First Name")).toHaveValue(member.firstName);
    await expect(field(page, "Contact Number")).toHaveValue(member.mobileNumber);
    await expect(page.getByRole("radio", { name: "Salary Loan" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "Others" })).toBeChecked();
    await expect(amount(page)).toHaveAttribute("placeholder", "0.00");

    // The arrows move the choice; what it costs follows.
    await page.getByRole("radio", { name: "Salary Loan" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Emergency Loan" })).toBeChecked();
    const cost = page
      .getByRole("complementary")
      .filter({ hasText: "Emergency Loan: what it costs" });
    await expect(cost).toContainText("12.00%");
    await page.keyboard.press("Tab");
    await page.keyboard.type("-5");
    await page.keyboard.press("Tab");
    await expect(amount(page)).toHaveValue("-5");
    await expect(amount(page)).toHaveAccessibleDescription(/Enter ₱0\.00 or more/);
    await page.keyboard.press("Shift+Tab");
    await amount(page).fill("");
    await page.keyboard.type("50000");
    await expect(amount(page)).toHaveValue("50,000");
    const example = page.getByRole("region", { name: "Example" });
    await expect(example).toContainText("₱2,353.67");
    await expect(example).toContainText(/All interest together\s*₱\d,\d{3}\.\d\d/);
    await expect(example).toContainText(/All payments together\s*₱5\d,\d{3}\.\d\d/);
    await expect(example).toContainText(/What the loan costs in all.*₱\d,\d{3}\.\d\d/);
    await page.keyboard.press("Tab");
    await expect(amount(page)).toHaveValue("50,000.00");
    // The other way round: what can be paid a month finds the amount.
    const monthly = example.getByLabel("Monthly payment, in pesos");
    await expect(monthly).toHaveValue("2,353.67");
    await monthly.fill("1");
    await expect(monthly).toHaveAccessibleDescription(
      /The smallest such loan costs ₱[\d,.]+ a month/,
    );
    await monthly.fill("4707.35");
    await expect(amount(page)).toHaveValue("100,000.00");
    await expect(example).toContainText("₱4,707.35");
    await amount(page).fill("50000");
    await expect(monthly).toHaveValue("2,353.67");
    // The months are asked for: what a month costs follows them.
    await expect(months(page)).toHaveValue("24");
    await months(page).selectOption("12");
    await expect(monthly).toHaveValue("4,442.44");
    await amount(page).press("Tab");

    await field(page, "Email Address").fill("");
    await page.keyboard.press("Tab");
    await expect(page.getByText("This field is required")).toBeVisible();
    await field(page, "Email Address").fill("marlon@example");
    await page.keyboard.press("Tab");
    await expect(page.getByText("Invalid email address", { exact: true })).toBeVisible();
    await field(page, "First Name").fill("");
    await page.getByLabel("Middle Name").fill("   ");
    await page.keyboard.press("Enter");
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem: 3 answers" });
    await expect(summary).toContainText("First Name: This field is required");
    await expect(summary).toContainText("Middle Name: This field cannot be empty");
    await expect(field(page, "First Name")).toBeFocused();
    await expectAccessible(page);
    await field(page, "First Name").fill(member.firstName);
    await page.getByLabel("Middle Name").fill("");
    await field(page, "Email Address").fill("marlon@example.com");

    // It arrives, and the answer does not.
    await page.route(
      SEND,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.keyboard.press("Enter");
    await expect(page.getByText("We have not had an answer yet.")).toBeVisible();
    await expect(field(page, "Email Address")).toHaveValue("marlon@example.com");
    await page.reload();
    await expect(page.getByText("We kept your answers.")).toBeVisible();
    await expect(page.getByText("Your application may have reached us already.")).toBeVisible();
    await expect(amount(page)).toHaveValue("50,000.00");
    await expect(months(page)).toHaveValue("12");
    await submit(page).dblclick();
    await expectToast(page, "Loan application submitted");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(applications(page).getByRole("listitem")).toHaveCount(1);
    await expect(applications(page)).toBeInViewport();
    const { rows } = await database.query<{ application_no: string }>(
      `select application_no from loan_application a join member m on m.id = a.member_id
       where m.username like 'marlon.cabrera%'`,
    );
    expect(rows).toHaveLength(1);
    const number = rows[0]?.application_no ?? "none";
    await expect(applications(page)).toContainText(number);
    await expect(applications(page)).toContainText("₱50,000.00");
    await expect(applications(page)).toContainText("Submitted");
    await expect(applications(page)).toContainText("12 months, about ₱4,442.44 a month (estimate)");

    await applications(page)
      .getByRole("link", { name: `Details ${number}` })
      .click();
    await expect(page.getByRole("heading", { name: "Loan Application", level: 1 })).toBeFocused();
    await expect(page.getByRole("region", { name: "Stages" })).toContainText("Submitted");
    await expect(page.getByRole("region", { name: "Stages" }).getByRole("listitem")).toHaveText([
      /^Submitted/,
      "Being checkedusually within 2 working days",
      /^Waiting for approval/,
      /^An offer for you/,
      /^Offer accepted/,
      /^Released/,
    ]);
    const asked = page.getByRole("main");
    await expect(asked).toContainText(/Over how many months\s*12 months/);
    await expect(asked).toContainText(
      /Monthly payment\s*an estimate until there is an offer\s*about ₱4,442\.44/,
    );
    await page.getByRole("button", { name: "Withdraw application" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Withdraw this application?" });
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await page.getByRole("button", { name: "Withdraw application" }).click();
    await dialog.getByRole("button", { name: "Withdraw application" }).click();
    await expectAnnounced(page, "Loan application withdrawn");
    await expect(page.getByRole("region", { name: "Stages" })).toContainText("Cancelled");
    await expect(page.getByRole("button", { name: "Withdraw application" })).toHaveCount(0);
    // The form is empty again: what was sent is no draft.
    await openForm(page);
    await expect(amount(page)).toHaveValue("");
  });
});

test.describe("a session runs out meanwhile", () => {
  test.use({ username: "isagani.escalona" });

  test("J07 F04 what was typed is there after signing in again, and goes out in Filipino", async ({
    signedInTab: page,
    context,
    bank,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/401|WebSocket is closed before the connection is established/);
    await context.clock.install();
    await openForm(page);
    await page.getByRole("radio", { name: "AffordaLoan" }).check();
    await amount(page).fill("25000.5");
    await page.getByRole("radio", { name: "PNP" }).check();
    await untilAtRest(page);
    await context.clock.fastForward("05:01");
    await expect(page.getByRole("alertdialog", { name: "Are you still there?" })).toBeVisible();
    // It ends all sessions of the browser's cookie: the next one too, if it came after its sign-in.
    const left = page.waitForResponse(/\/api\/logout$/);
    await context.clock.fastForward("00:31");
    await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
    await left;

    const { identity } = await signInBrowser(context, bank.portalUrl, sandbox, member);
    const tab = await handOver(context, bank.portalUrl, identity);
    await expect(page.getByText("We kept your answers.")).toBeVisible();
    await tab.close();
    await expect(page).toHaveURL(/\/apply$/);
    await expect(amount(page)).toHaveValue("25,000.50");
    await expect(page.getByRole("radio", { name: "AffordaLoan" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "PNP" })).toBeChecked();

    await setLanguage(page, "fil");
    await page.getByRole("button", { name: "Isumite ang loan application" }).click();
    await expectToast(page, "Naisumite ang loan application");
    const list = page.getByRole("region", { name: /^Mga Loan Application/ });
    await expect(list).toContainText("₱25,000.50");
    await expect(list).toContainText("Naisumite");
    await setLanguage(page, "en");
    await expect(applications(page)).toContainText("AffordaLoan");
  });
});

test.describe("an offer", () => {
  test.use({ username: "glenn.ramos" });

  test("J07 Q01 Q03 it shows every charge and the schedule, and a code accepts exactly it", async ({
    signedInTab: page,
    bank,
    sandbox,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await openForm(page);
    await amount(page).fill("150000");
    await submit(page).click();
    await expect(applications(page)).toContainText("Submitted");
    const number =
      (await applications(page)
        .locator(".refcode", { hasText: /^LA-\d/ })
        .first()
        .textContent()) ?? "";
    const desk = { portalUrl: bank.portalUrl, sandbox };
    // Two people approve it: it is above what one may.
    await offerLoan(desk, number, { principal: "120000.00", months: 24 });
    await page.reload();
    await applications(page)
      .getByRole("link", { name: `See the offer ${number}` })
      .click();

    const offer = page.getByRole("region", { name: "Your offer" });
    await expect(offer).toContainText("You asked for ₱150,000.00. This is what was approved.");
    for (const figure of ["₱120,000.00", "₱1,200.00", "₱1,320.00", "₱2,520.00", "₱117,480.00"])
      await expect(offer).toContainText(figure);
    await expect(offer).toContainText("₱5,648.82");
    await expect(offer).toContainText("15.10%");
    const figures = offer.getByText(/^First payment/).locator("..");
    await expect(figures).toContainText(
      /due \w{3} \d{1,2}, \d{4}, if released today\s*₱\d,\d{3}\.\d\d/,
    );
    const schedule = page.getByRole("region", { name: /^Schedule of payments/ });
    await schedule.getByRole("button", { name: "Show all 24 payments" }).click();
    await expect(schedule.getByRole("listitem")).toHaveCount(24);
    await expect(schedule.getByRole("listitem").last()).toContainText("Balance ₱0.00");
    await expectAccessible(page);

    const accept = () => page.getByRole("button", { name: "Accept the offer" }).click();
    const code = await sandbox.codeAfter(member.mobileNumber, accept);
    const dialog = page.getByRole("dialog", { name: "Verify One-Time Password" });
    await expect(dialog).toContainText("you receive ₱117,480.00 and pay for 24 months");
    const digits = page.getByLabel("6-digit code");
    await digits.fill(code === "111111" ? "222222" : "111111");
    await expect(dialog).toContainText("2 tries left");
    await digits.fill(code);
    await expectAnnounced(page, "Loan offer accepted");
    await expect(page.getByText("Offer accepted", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Accept the offer" })).toHaveCount(0);
    await expect(offer).toContainText("You accepted this offer on");
    const stages = page.getByRole("region", { name: "Stages" }).getByRole("listitem");
    await expect(stages.and(page.locator("[aria-current]"))).toContainText("Offer accepted");
    await expect(stages.last()).toContainText("Released");
    const { rows } = await database.query(
      `select 1 from loan_offer o join loan_application a on a.id = o.application_id
       where a.application_no = $1 and o.accepted_at is not null`,
      [number],
    );
    expect(rows).toHaveLength(1);
  });
});

test("J07 what the server has against a field stands at it, and offline nothing is lost", async ({
  signedInTab: page,
  context,
  guard,
}) => {
  guard.expectMessage(/422|ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
  await context.clock.install();
  await openForm(page);
  await amount(page).fill("1000");
  await page.route(SEND, (route) =>
    route.fulfill({
      status: 422,
      json: {
        status: false,
        message: "Please check the form",
        errors: [{ param: "contact_no", msg: "This is too long" }],
      },
    }),
  );
  await submit(page).click();
  const contact = field(page, "Contact Number");
  await expect(contact).toBeFocused();
  await expect(contact).toHaveAccessibleDescription(/This is too long/);
  await page.unroute(SEND);
  await contact.fill("0917 555 4821");
  await context.setOffline(true);
  // A press within a second is the same press.
  await context.clock.fastForward(1500);
  await submit(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "You are offline." })).toBeVisible();
  await expect(amount(page)).toHaveValue("1,000.00");
  await context.setOffline(false);
  // Nothing left: neither does a page after this one say that it may have.
  await page.reload();
  await expect(page.getByText("We kept your answers.")).toBeVisible();
  await expect(page.getByText(/may have reached/)).toHaveCount(0);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await openForm(page);
  await expect(amount(page)).toHaveValue("");
});
