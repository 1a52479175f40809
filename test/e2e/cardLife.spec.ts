import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import { brand } from "#brand";
import { refusalText } from "#contract/refusals.ts";
import type { Plastic, SandboxClient } from "#test/client/sandboxClient.ts";
import { expectAccessible } from "./support/axe.ts";
import { untilListening } from "./support/bells.ts";
import type { DemoPerson } from "./support/demoMembers.ts";
import { changeCvv, expectKeptNowhere, NOBODYS } from "./support/newCvv.ts";
import { test } from "./support/fixtures.ts";
import { expectToast } from "./support/toasts.ts";
import { review, send, typeCode } from "./support/topUp.ts";

// One member's card from a second application to its suspension: what each screen brings about is what the
// next one finds. The sandbox is the issuer, and the machine where the card is used.

test.use({ username: "imelda.yambao" });

const FIRST_PIN = "482913";
const SECOND_PIN = "739164";
const THIRD_PIN = "602814";

const card = (page: Page) => page.getByRole("region", { name: "Card" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** The field alone: its form has the same name. */
const pinField = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("H06 K07 L01 L02 L04 M05 M06 N02 N04 N06 N07 N08 N09 N11 U06 S086 S321 S334 S335 S174 S356 S357 S358 S359 a card from the application to its suspension, its loss and the new one", async ({
  signedIn: page,
  database,
  sandbox,
  member,
  guard,
}) => {
  guard.expectMessage(/409|422|401|503/);
  await test.step("applies again for the default card", () => applyAgain(page));
  const plastic = await test.step("the card is ready", () =>
    fetchCard(page, database, sandbox, member));
  await test.step("activates it", () => activate(page, plastic));
  const accountNo = await accountOf(database, member);
  await test.step("puts money on it and buys something", () =>
    useCard(page, { sandbox, member, accountNo }));
  await test.step("locks and unlocks it", () => lockAndUnlock(page, { sandbox, accountNo }));
  await test.step("switches purchases online off and on", () =>
    switchOnlineOff(page, { sandbox, accountNo }));
  await test.step("makes a new CVV and looks at it", () =>
    changeCvv(page, { sandbox, member, plastic }));
  await test.step("raises and cuts the limit", () => changeLimit(page, { sandbox, member }));
  await test.step("changes the PIN", () => changePin(page));
  await test.step("forgets the PIN and sets a new one", () =>
    resetPin(page, { sandbox, member, plastic }));
  await test.step("three wrong PINs suspend it", () => suspend(page));
  await test.step("reports it lost and orders a new one", () =>
    replaceLost(page, { sandbox, member, accountNo }));
});

async function applyAgain(page: Page): Promise<void> {
  await expect(card(page)).toContainText("Your last application did not go through.");
  await button(page, "Apply again").click();
  await page.getByLabel("Default (Same Day)").check();
  await button(page, "Next").click();
  await expect(page.getByRole("heading", { name: /VISA Card Application$/ })).toBeVisible();
  await expect(page.getByText("₱0.00")).toBeVisible();
  await expect(page.locator("nav [aria-current=page]").first()).toHaveText("Dashboard");
  await button(page, "Confirm Application").click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const said = card(page).locator(":focus");
  await expect(said).toHaveText(/^Application sent with reference #CA\d{6}-[\d ]+$/);
}

/** Waits, without touching anything, until the card lies at the office, and reads what is printed on it. */
async function fetchCard(
  page: Page,
  database: pg.Client,
  sandbox: SandboxClient,
  member: DemoPerson,
): Promise<Plastic> {
  await expect(card(page)).toContainText("Your card is ready for pick-up");
  const { rows } = await database.query<{ token: string }>(
    `select k.token from card_kit k join card_application a on a.id = k.application_id
      join member m on m.id = a.member_id where m.username = $1 and k.state in ('reserved', 'released')`,
    [member.username],
  );
  const [plastic] = await sandbox.plastics({ token: rows[0]?.token ?? "" });
  if (plastic === undefined) throw new Error("No card was reserved");
  return plastic;
}

async function activate(page: Page, plastic: Plastic): Promise<void> {
  const number = page.getByLabel("Card number");
  await number.fill("4000 0099 9999 9994");
  await button(page, "Activate card").click();
  await expect(page.getByText("one of them is not right")).toBeVisible();

  await number.fill(NOBODYS);
  await button(page, "Activate card").click();
  await expect(page).toHaveURL(/\/set-atm-pin$/);
  await expect(page.getByText("Card ending in 9991")).toBeVisible();
  const pin = pinField(page, "6-digit ATM PIN");
  const submit = button(page, "Set New ATM PIN");
  await pin.fill("12345");
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await pin.fill("123456");
  await submit.click();
  await expect(page.getByText("Do not use digits in a row")).toBeVisible();
  await expect(pin).toHaveValue("");
  await pin.fill(FIRST_PIN);
  await button(page, "Set New ATM PIN").click();
  await expect(page.getByText(`Invalid ${brand.cardDisplayName}`)).toBeVisible();

  await number.fill(plastic.cardNumber);
  await button(page, "Activate card").click();
  await expectKeptNowhere(page, [plastic.cardNumber, NOBODYS]);
  await pin.fill(FIRST_PIN);
  await button(page, "Show 6-digit ATM PIN").click();
  await expect(page.locator(".otp > span")).toHaveText(FIRST_PIN.split(""));
  await button(page, "Set New ATM PIN").click();
  await expectToast(page, "Card successfully activated!");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(card(page).locator(".amt")).toHaveText("₱0.00");
  await expect(card(page).getByRole("img")).toHaveAccessibleName(
    new RegExp(`${plastic.cardNumber.slice(-4)}, Blue$`),
  );
  await expectKeptNowhere(page, [plastic.cardNumber, FIRST_PIN]);
}

async function accountOf(database: pg.Client, member: DemoPerson): Promise<string> {
  const { rows } = await database.query<{ no: string }>(
    "select c.account_no as no from card c join member m on m.id = c.member_id where m.username = $1",
    [member.username],
  );
  return rows[0]?.no ?? "";
}

type Used = { sandbox: SandboxClient; member: DemoPerson; accountNo: string };

async function useCard(page: Page, { sandbox, member, accountNo }: Used): Promise<void> {
  await review(page, "500");
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
  await expect(page.getByRole("heading", { name: "Transfer sent" })).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(card(page).locator(".amt")).toHaveText("₱500.00");
  await untilListening(page);
  await sandbox.purchase({ accountNo, amount: "120.50", merchant: "BOTIKA MAGALING" });
  // Nothing is pressed: the news of the issuer comes by itself.
  await expect(card(page).locator(".amt")).toHaveText("₱379.50");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const notices = page.getByRole("dialog");
  await expect(notices).toContainText(/You paid \S*120\.50 with your card at BOTIKA MAGALING\./);
  await page.keyboard.press("Escape");
  await card(page).getByRole("link", { name: "Card settings" }).click();
  const latest = page.getByRole("region", { name: "Latest transactions" });
  await expect(latest.getByRole("listitem").first()).toContainText("BOTIKA MAGALING");
}

type Machine = { sandbox: SandboxClient; accountNo: string };

async function lockAndUnlock(page: Page, { sandbox, accountNo }: Machine): Promise<void> {
  await page.goto("/card-settings");
  const lock = page.getByRole("switch", { name: "Lock Card" });
  const buy = () => sandbox.purchase({ accountNo, amount: "20.00", merchant: "AGOS" });
  await expect(lock).not.toBeChecked();
  await lock.press("Space");
  await expectToast(page, "Successfully locked the card");
  await expect(lock).toBeChecked();
  await expect(page.getByText("Card is user locked")).toBeVisible();
  await button(page, "Change When the lock ends").click();
  await page.getByLabel("In 1 hour").check();
  await button(page, "Save").click();
  await expect(page.getByText(/^The lock ends by itself on .+ [AP]M\.$/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Change ATM PIN" })).toHaveCount(0);
  await expect(buy()).rejects.toThrow(/409.*locked by its holder/);
  await page.reload();
  await expect(lock).toBeChecked();
  await lock.click();
  await expectToast(page, "Successfully unlocked the card");
  await expect(lock).not.toBeChecked();
  await expect(page.getByRole("link", { name: "Change ATM PIN" })).toBeVisible();
  await buy();
}

/** S334 S335 Off for purchases online, told of one that was declined, and led back to the switch. */
async function switchOnlineOff(page: Page, { sandbox, accountNo }: Machine): Promise<void> {
  const online = page.getByRole("switch", { name: "Online" });
  const buy = () =>
    sandbox.purchase({ accountNo, amount: "20.00", merchant: "TINDAHAN", channel: "online" });
  await expect(online).toBeChecked();
  await online.press("Space");
  await expect(online).not.toBeChecked();
  await expect(online).not.toHaveAttribute("aria-busy");
  await expect(buy()).rejects.toThrow(/409.*switched off purchases online/);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const told = page.getByRole("listitem").filter({ hasText: "you switched off purchases online" });
  await told.getByRole("link", { name: "Card Settings" }).click();
  await expect(online).not.toBeChecked();
  // It stands beside the card's movements, too, where one looks for it.
  const declined = page.getByRole("region", { name: "Declined in the last 30 days" });
  await expect(declined).toContainText("₱20.00 at TINDAHAN was declined");
  await expectAccessible(page);
  await page.goto("/transaction-history");
  await page.getByText("2 declined with the card, no money moved").click();
  const kept = page.getByRole("listitem").filter({ hasText: "₱20.00 at TINDAHAN was declined" });
  await expect(kept.filter({ hasText: "you switched off purchases online" })).toBeVisible();
  await expectAccessible(page);
  await kept.first().getByRole("link", { name: "Card Settings" }).click();
  await online.click();
  await expect(online).toBeChecked();
  await expect(online).not.toHaveAttribute("aria-busy");
  await buy();
}

type Holder = { sandbox: SandboxClient; member: DemoPerson };

/** From now on the server says that a pause runs. */
async function beginPause(page: Page): Promise<void> {
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  await page.route(/\/safety$/, async (route) => {
    const answer = await route.fetch();
    const { result, ...rest } = await answer.json();
    const paused = { ...result, pause: { endsAt, reason: "new_device", isAfterRemoval: false } };
    await route.fulfill({ response: answer, json: { ...rest, result: paused } });
  });
}

/** That a pause holds a raise back is said once, before and after it was refused. */
async function raiseInPause(page: Page): Promise<void> {
  await beginPause(page);
  const message = refusalText("raise_paused", "en", { from: "tomorrow" });
  const refused = { status: false, code: "raise_paused", message, errors: [] };
  await page.route(/\/otp\/send$/, (route) => route.fulfill({ status: 409, json: refused }));
  await page.reload();
  const said = page.getByText(/Your limits can go up from/);
  await expect(said).toHaveCount(1);
  await page.getByLabel("Limit per day, in pesos").fill("30000");
  await button(page, "Save Daily Withdrawal Limit").click();
  await expect(said).toContainText("tomorrow");
  await expect(said).toHaveCount(1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
}

async function changeLimit(page: Page, { sandbox, member }: Holder): Promise<void> {
  await page.getByRole("link", { name: "Change Daily Withdrawal Limit" }).click();
  const amount = page.getByLabel("Limit per day, in pesos");
  const save = button(page, "Save Daily Withdrawal Limit");
  await save.click();
  await expect(page.getByText("This field is required").first()).toBeVisible();
  // What its code is refused for is said where it is mended.
  await amount.fill("50000.01");
  await save.click();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/The most is ₱50,000\.00 a day\./);
  await raiseInPause(page);
  await amount.fill("30000");
  const code = await sandbox.codeAfter(member.mobileNumber, () => save.click());
  await expect(page.getByRole("dialog")).toContainText("₱30,000.00 per day");

  // Who leaves and comes back goes on with the code that was sent.
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Change Daily Withdrawal Limit" }).click();
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await amount.fill("30000");
  await save.click();
  await expect(page.getByRole("dialog")).toContainText("₱30,000.00 per day");
  expect(asked).not.toContain("/api/otp/send");
  await typeCode(page, code);
  await expect(page).toHaveURL(/\/card-settings$/);
  await expect(page.getByText(/₱30,000\.00 holds from/)).toBeVisible();

  await page.getByRole("link", { name: "Change Daily Withdrawal Limit" }).click();
  await amount.fill("5000");
  await save.click();
  await expect(page).toHaveURL(/\/card-settings$/);
  await expect(page.getByText("₱5,000.00", { exact: true })).toBeVisible();
  await expect(page.getByText(/holds from/)).toHaveCount(0);
}

async function changePin(page: Page): Promise<void> {
  await page.goto("/change-pin");
  await enterPins(page, FIRST_PIN, SECOND_PIN);
  await expectToast(page, "Successfully changed ATM PIN");
  await expect(page).toHaveURL(/\/card-settings$/);
  const row = page.locator(".setrow", { hasText: "ATM PIN" });
  await expect(row).toContainText(/Updated last [A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(row.getByRole("link", { name: "Change ATM PIN" })).toBeVisible();
}

async function resetPin(
  page: Page,
  { sandbox, member, plastic }: Holder & { plastic: Plastic },
): Promise<void> {
  await resetInPause(page);
  await page.goto("/change-pin");
  await page.getByRole("link", { name: "Set a new one with your card's number" }).click();
  await page.getByLabel("Card number").fill(plastic.cardNumber);
  await button(page, "Next").click();
  await pinField(page, "Set New ATM PIN").fill(THIRD_PIN);
  const submit = () => button(page, "Set New ATM PIN").click();
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, submit));
  await expectToast(page, "Successfully changed ATM PIN");
  await expectKeptNowhere(page, [plastic.cardNumber, THIRD_PIN]);
}

/** In a pause nothing is asked for that would be refused: what is left to do is. */
async function resetInPause(page: Page): Promise<void> {
  await beginPause(page);
  await page.goto("/reset-pin");
  await expect(page.getByText(/^You can set a new ATM PIN without the old one from/)).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  await page.getByRole("link", { name: "Change it with the old PIN" }).click();
  await expect(pinField(page, "Current ATM PIN")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

async function enterPins(page: Page, current: string, next: string): Promise<void> {
  await pinField(page, "Current ATM PIN").fill(current);
  await button(page, "Next").click();
  await pinField(page, "Set New ATM PIN").fill(next);
  await button(page, "Set New ATM PIN").click();
}

async function suspend(page: Page): Promise<void> {
  await page.goto("/change-pin");
  // Cancel goes a step back, then to the settings.
  await pinField(page, "Current ATM PIN").fill(SECOND_PIN);
  await button(page, "Next").click();
  await button(page, "Cancel").click();
  await expect(pinField(page, "Current ATM PIN")).toHaveValue("");
  for (const wrong of ["111119", "222229"]) {
    await enterPins(page, wrong, "840275");
    await expect(page.getByText("Your current ATM PIN is not right.")).toBeVisible();
    await expect(pinField(page, "Current ATM PIN")).toHaveValue("");
  }
  await enterPins(page, "333339", "840275");
  const dialog = page.getByRole("alertdialog", { name: "Card Suspended" });
  await expect(dialog).toContainText("Card is suspended due to 3 failed current PIN entry.");
  await expect(dialog).toContainText(
    /It can be used again from \w{3} \d+, \d{4}, \d+:\d\d [AP]M\./,
  );
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL(/\/card-settings$/);
  await expect(page.getByText("Card is suspended", { exact: true })).toBeVisible();
  await expect(page.getByRole("switch")).toHaveCount(0);
}

/** Suspended as it is: blocked for good first, then a new one for the price that was shown, and its way. */
async function replaceLost(
  page: Page,
  { sandbox, member, accountNo }: Holder & { accountNo: string },
): Promise<void> {
  await page.getByRole("link", { name: "Report it" }).click();
  await page.getByLabel("I lost it").check();
  await button(page, "Block the card for good").click();
  const question = page.getByRole("alertdialog", { name: "Block this card for good?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Yes, block it for good" }).click();
  await expect(
    page.getByText(/^You reported this card on .+ It is blocked for good\.$/),
  ).toBeVisible();
  const buying = sandbox.purchase({ accountNo, amount: "10.00", merchant: "AGOS" });
  await expect(buying).rejects.toThrow(/409/);
  await page.getByLabel("Personalized (7-10 Working Days)").check();
  await button(page, "Order for ₱150.00").click();
  await expect(page.locator(".errmsg", { hasText: "Choose an office" })).toBeVisible();
  await page.getByLabel("Default (Same Day)").check();
  const order = button(page, "Order for ₱100.00");
  await expectAccessible(page);
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => order.click()));
  await expect(page).toHaveURL(/\/card-settings$/);
  const way = page.getByRole("region", { name: "Your new card" });
  await expect(way.getByRole("listitem").filter({ hasText: "Ordered" })).toContainText(/\d{4}/);
  await expect(way.getByRole("listitem").filter({ hasText: "Ready at" })).toContainText(
    "Bring a valid ID.",
  );
  await expect(way.getByRole("listitem").last()).toContainText("To come");
  // The card that is drawn is the old one.
  await expect(page.getByText("Old card, blocked for good")).toBeVisible();
  await expectAccessible(page);
}
