import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import { expectAccessible } from "./support/axe.ts";
import { demoMember } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { joinPages, wrongFor } from "./support/joinPages.ts";
import { holdRequests, loginPage, watchCalls } from "./support/loginPage.ts";
import { makeNewcomer } from "./support/newcomers.ts";
import { expectToast } from "./support/toasts.ts";
import { expectCountdown, pageTime } from "./support/countdown.ts";

const PASSWORD = "four mangoes on the jeepney";
const AGREE = `You must agree to ${brand.provider} Privacy Notice`;

async function fill(page: Page, typed: { number: string; username: string; password?: string }) {
  const { field } = joinPages(page);
  const { password = PASSWORD } = typed;
  await field("Membership No.").fill(typed.number);
  await field("Username").fill(typed.username);
  await field("Set Password").fill(password);
  await field("Confirm Password").fill(password);
  await page.getByRole("checkbox").check();
}

test("B01 B02 B03 B04 B09 what is missing or wrong is said at its field, and nothing is sent", async ({
  page,
}) => {
  const { field, next, heading, alert, open } = joinPages(page);
  await open("/signup");
  await expect(heading).toHaveText("Create an account");
  await expect(heading).toBeFocused();
  const calls = watchCalls(page);
  await expect(field("Username")).toHaveAttribute("placeholder", "At least 8 characters");
  await expect(field("Membership No.")).toHaveAttribute("inputmode", "numeric");
  // What a password is refused for is said before it is typed.
  await expect(field("Set Password")).toHaveAccessibleDescription(
    `At least 8 characters. A few unrelated words are easy to remember and hard to guess. Leave out your names, username, numbers, birth date and the name ${brand.product}. Easy ones are refused: a common word stays easy with digits and signs.`,
  );
  for (const name of ["Set Password", "Confirm Password"]) {
    await expect(field(name)).toHaveAttribute("autocomplete", "new-password");
    await page.getByRole("button", { name: `Show ${name}` }).click();
    await expect(field(name)).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: `Hide ${name}` }).click();
  }

  await next.click();
  await expect(page.locator(".errmsg")).toHaveText([
    ...Array.from({ length: 4 }, () => "This field is required"),
    AGREE,
  ]);
  await expect(field("Membership No.")).toBeFocused();
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await expect(alert).toContainText("There is a problem: 5 answers need fixing");
  await alert.getByRole("link", { name: AGREE }).click();
  await expect(page.getByRole("checkbox")).toBeFocused();

  await fill(page, { number: "1234 5678 9012 3456", username: "short" });
  await field("Confirm Password").fill("three mangoes on the jeepney");
  await expect(page.locator(".errmsg")).toHaveText([
    "Please check the digits: one of them is not right.",
    /^Username should be between 8/,
    "Password and Confirm password do not match",
  ]);
  await field("Confirm Password").press("Enter");
  await expect(field("Membership No.")).toBeFocused();
  expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);

  await page.getByRole("link", { name: "Back to login" }).click();
  await expect(heading).toHaveText("Member Login");
});

test("S154 where no text may go out, the screen says so, and takes the code from the counter", async ({
  page,
  database,
}) => {
  const { next, heading, code, open } = joinPages(page);
  await database.query(
    `insert into throttle (scope, key, window_started_at, count)
     values ('texts_of_source', '127.0.0.1', now(), 1000)
     on conflict (scope, key) do update set window_started_at = now(), count = 1000`,
  );
  try {
    const { membershipNo: number } = await makeNewcomer(database);
    await open("/signup");
    await fill(page, { number, username: "ligaya.mangga" });
    await next.click();
    await expect(heading).toHaveText("Verify your mobile number");
    await expect(page.getByText("Too many codes were asked for over your")).toBeVisible();
    await expect(page.getByText(/We sent a One-Time Password/)).toHaveCount(0);
    await expect(code).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText("Too many codes were asked for over your")).toBeVisible();
  } finally {
    await database.query("delete from throttle where scope = 'texts_of_source'");
  }
});

test("B01 a membership number is grouped as it is typed, pasted and mended", async ({ page }) => {
  const { field, open } = joinPages(page);
  await open("/signup");
  const number = field("Membership No.");
  await number.pressSequentially("0001200900010005");
  await expect(number).toHaveValue("0001 2009 0001 0005");
  await number.press("Home");
  for (let i = 0; i < 5; i += 1) await number.press("Delete");
  await expect(number).toHaveValue("0090 0010 005");
  await number.fill("");
  await page.keyboard.insertText("0001-2009-0001-0005");
  await expect(number).toHaveValue("0001 2009 0001 0005");
  await number.press("End");
  for (let i = 0; i < 5; i += 1) await number.press("Backspace");
  await expect(number).toHaveValue(/^0001 2009 000/);
});

test("B05 B08 D01 D02 D03 D06 a member joins with the code from the phone, and signs in", async ({
  page,
  context,
  sandbox,
  database,
  guard,
}) => {
  guard.expectMessage(/401|ERR_INTERNET_DISCONNECTED/);
  const member = await makeNewcomer(database);
  const { field, code, next, heading, back, open, alert } = joinPages(page);
  await open("/signup");
  await fill(page, { number: member.membershipNo, username: "juana.mangga" });
  const sent = await sandbox.codeAfter(member.mobileNumber, () => next.click());
  await expect(heading).toHaveText("Verify your mobile number");
  await expect(code).toBeFocused();
  await expect(page.getByText(/We sent a One-Time Password to/)).toHaveText(
    `We sent a One-Time Password to +63******${member.mobileNumber.slice(-4)}`,
  );
  await code.fill(wrongFor(sent));
  await expect(page.getByText("Invalid OTP. Please try again. 2 tries left.")).toBeVisible();
  await expect(code).toHaveValue("");

  await back.click();
  await expect(heading).toBeFocused();
  await expect(field("Membership No.")).toHaveValue(/^\d{4} \d{4} \d{4} \d{4}$/);
  await expect(field("Username")).toHaveValue("juana.mangga");
  await expect(field("Set Password")).toHaveValue(PASSWORD);
  await expect(page.getByRole("checkbox")).toBeChecked();
  const kept = await page.evaluate(() =>
    JSON.stringify([sessionStorage, localStorage, history.state]),
  );
  expect(kept).not.toContain(PASSWORD);
  expect(kept).not.toContain("juana.mangga");

  // Nothing changed: the code on the phone is still the one to type.
  const calls = watchCalls(page);
  await next.click();
  await expect(code).toBeFocused();
  expect(calls).toEqual([]);
  // The browser's own Back is a step back as well.
  await page.goBack();
  await expect(field("Username")).toHaveValue("juana.mangga");
  await page.goForward();
  await code.fill(wrongFor(sent));
  await expect(page.getByText("Invalid OTP. Please try again. 1 try left.")).toBeVisible();
  // Without a connection it stays as typed, and goes by itself with the next one.
  await context.setOffline(true);
  await code.fill(sent);
  await expect(alert).toHaveText(/^You are offline\. Nothing was sent\./);
  await expect(code).toHaveValue(sent);
  await context.setOffline(false);
  await expectToast(page, "Account successfully created");
  await expect(page).toHaveURL(/\/login$/);
  const login = loginPage(page);
  await expect(login.username).toHaveValue("juana.mangga");
  // The phone has just proved who this is, in this browser.
  await login.submit("Juana.Mangga", PASSWORD);
  await expect(heading).toHaveText("Member Dashboard");
});

test("B06 B07 what the server refuses is said where it belongs, and what was typed stays", async ({
  page,
  database,
  guard,
}) => {
  guard.expectMessage(/409|422|503/);
  const { field, next: button, alert, open } = joinPages(page);
  await page.clock.install();
  const next = {
    // A second press within a second is taken for the same one.
    click: async () => {
      await page.clock.runFor(1_100);
      await button.click();
    },
  };
  const taken = demoMember("florante.yambao");
  const { membershipNo: number } = await makeNewcomer(database);
  const noMobile = await makeNewcomer(database, { hasMobile: false });
  await open("/signup");
  await fill(page, { number, username: taken.username });
  await next.click();
  await expect(alert).toContainText("Username: This username is taken. Please choose another.");
  await expect(field("Username")).toBeFocused();
  await expect(field("Username")).toHaveAttribute("aria-invalid", "true");
  await expect(field("Set Password")).toHaveValue(PASSWORD);
  await expectAccessible(page);

  await fill(page, { number, username: "ligaya.mangga", password: "password1" });
  await next.click();
  await expect(alert).toContainText("Set Password: This password is easy to guess: a common word");
  await expect(field("Set Password")).toBeFocused();

  await fill(page, { number: noMobile.membershipNo, username: "ligaya.mangga" });
  await next.click();
  const dialog = page.getByRole("dialog", { name: "No Mobile Number Registered" });
  for (const text of [hotline, "Head Office", "Camp Crame branch", "satellite office"]) {
    await expect(dialog).toContainText(text);
  }
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await expect(field("Username")).toHaveValue("ligaya.mangga");

  await page.route(/\/api\/signup$/, (route) =>
    route.fulfill({
      status: 503,
      headers: { "Retry-After": "301" },
      json: { status: false, code: "busy", message: "We are busy right now." },
    }),
  );
  const askedAt = await pageTime(page);
  await next.click();
  await expect(alert).toContainText("We are busy right now. Please try again in a moment.");
  await expect(alert).toBeInViewport();
  await expectCountdown(alert.getByText(/You can try again in/), { of: 301, since: askedAt });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
});

test("a sign-up without network or with a slow one says so and keeps what was typed", async ({
  page,
  context,
  database,
  guard,
}) => {
  guard.expectMessage(/ERR_INTERNET_DISCONNECTED/);
  const { membershipNo: number } = await makeNewcomer(database);
  const { field, next, alert, open, button } = joinPages(page);
  await page.clock.install();
  await open("/signup");
  await fill(page, { number, username: "ligaya.mangga" });
  await context.setOffline(true);
  await next.click();
  await expect(alert).toContainText("You are offline. Nothing was sent.");
  await expect(field("Confirm Password")).toHaveValue(PASSWORD);
  await context.setOffline(false);
  const held = await holdRequests(page, /\/api\/signup$/);
  const asked = page.waitForRequest(/\/api\/signup$/);
  await page.clock.runFor(1_100);
  await next.click();
  await asked;
  await expect(button("Sending the code")).toBeVisible();
  await page.clock.runFor(6_100);
  await expect(page.getByText("Your connection is slow. This may take a while.")).toBeVisible();
  held.release();
  await expect(page.getByRole("heading", { name: "Verify your mobile number" })).toBeVisible();
});
