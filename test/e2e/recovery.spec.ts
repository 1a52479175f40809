import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { joinPages, wrongFor } from "./support/joinPages.ts";
import { loginPage, watchCalls } from "./support/loginPage.ts";
import { logIn, makeJoined } from "./support/newcomers.ts";
import { expectToast } from "./support/toasts.ts";
import { expectCountdown, pageTime } from "./support/countdown.ts";

const PASSWORD = "seven carabaos in the rain";
const OLD_PASSWORD = "eight carabaos in the sun";

test("C01 C02 C03 the two ways and their forms", async ({ page }) => {
  const { field, next, heading, open } = joinPages(page);
  await open("/forgot");
  await expect(heading).toHaveText("Login Problem?");
  await page.getByRole("link", { name: "I forgot my username" }).click();
  await expect(page).toHaveURL(/\/forgot-username$/);
  await expect(heading).toBeFocused();
  await expect(field("Membership No.")).toHaveAttribute("placeholder", "16-digit");
  const calls = watchCalls(page);
  await next.click();
  await expect(page.locator(".errmsg")).toHaveText(["This field is required"]);
  await expect(field("Membership No.")).toBeFocused();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.getByRole("link", { name: "I forgot my password" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await field("Username or Membership No.").fill("   ");
  await next.click();
  await expect(page.locator(".errmsg")).toHaveText(["This field is required"]);
  expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);
});

test("C02 C04 C05 D03 D04 D05 D07 a code from the phone, then a new password", async ({
  page,
  sandbox,
  database,
  bank,
  guard,
}) => {
  guard.expectMessage(/400|401|409|422|423/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "perla.mangga",
    password: OLD_PASSWORD,
  });
  const login = loginPage(page);
  await login.open();
  for (const wrong of ["first guess", "second guess", "third guess"])
    await login.submit("perla.mangga", wrong);
  await expect(login.alert).toContainText("suspended due to multiple failed login attempts");
  await page.clock.install();
  const { field, button, code, next, heading, alert, open } = joinPages(page);
  // What was typed at the login is there again, and not in the address.
  await page.getByRole("link", { name: "Forgot username or password?" }).click();
  await page.getByRole("link", { name: /^I forgot my password/ }).click();
  await expect(field("Username or Membership No.")).toHaveValue("perla.mangga");
  expect(page.url()).not.toContain("perla");
  await open("/forgot-password");
  await expect(field("Username or Membership No.")).toHaveValue("");
  await field("Username or Membership No.").fill("  Perla.Mangga ");
  const first = await sandbox.codeAfter(member.mobileNumber, () => next.click());
  await expect(heading).toHaveText("Verify your mobile number");
  for (const left of ["2 tries left.", "1 try left."]) {
    await code.fill(wrongFor(first));
    await expect(page.getByText(`Invalid OTP. Please try again. ${left}`)).toBeVisible();
  }
  await code.fill(wrongFor(first));
  await expect(alert).toHaveText(
    "Invalid OTP attempt reached. Please click resend link below to get a new OTP.",
  );
  await expect(code).toHaveCount(0);
  await expectAccessible(page);

  const resend = button("Resend code");
  const resentAt = await pageTime(page);
  const second = await sandbox.codeAfter(member.mobileNumber, () => resend.click());
  await expectToast(page, "New OTP code sent");
  await expectCountdown(page.getByText(/^Resend in /), { of: 300, since: resentAt });
  await code.fill(second);

  await expect(heading).toHaveText("Set New Password");
  await expect(heading).toBeFocused();
  const again = field("Confirm Password");
  const submit = async () => {
    // A second press within a second is taken for the same one.
    await page.clock.runFor(1_100);
    await again.press("Enter");
  };
  await submit();
  await expect(page.locator(".errmsg")).toHaveText([
    "This field is required",
    "This field is required",
  ]);
  await field("New Password").fill(PASSWORD);
  await again.fill(OLD_PASSWORD);
  await submit();
  await expect(alert).toContainText("Password and Confirm password do not match");
  await expectAccessible(page);
  await field("New Password").fill("perla.mangga at the beach");
  await again.fill("perla.mangga at the beach");
  await submit();
  await expect(alert).toContainText("New Password: Do not make your password of your username");
  await field("New Password").fill(PASSWORD);
  await again.fill(PASSWORD);
  await submit();
  await expectToast(page, "Your password is updated");
  await expect(page).toHaveURL(/\/login$/);
  await expect(login.username).toHaveValue("Perla.Mangga");
  await logIn(page, sandbox, { ...member, password: PASSWORD });
});

test("C07 without the grant nothing is set", async ({ page, sandbox, database, bank, guard }) => {
  guard.expectMessage(/401/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "ramona.mangga",
    password: OLD_PASSWORD,
  });
  const { field, code, next, heading, open } = joinPages(page);
  await open("/forgot-password");
  await field("Username or Membership No.").fill(member.membershipNo);
  await code.fill(await sandbox.codeAfter(member.mobileNumber, () => next.click()));
  await expect(heading).toHaveText("Set New Password");
  await page.context().clearCookies();
  for (const again of ["New Password", "Confirm Password"]) await field(again).fill(PASSWORD);
  await field("Confirm Password").press("Enter");
  await expectToast(page, "Unable to process request");
  await expect(page).toHaveURL(/\/login$/);
  await expect(heading).toHaveText("Member Login");
  await logIn(page, sandbox, member);
});

test("C03 C04 C06 a code from the phone, then a new username; Cancel changes nothing", async ({
  page,
  sandbox,
  database,
  bank,
  clock,
  guard,
}) => {
  guard.expectMessage(/422/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "corazon.mangga",
    password: OLD_PASSWORD,
  });
  await page.clock.install();
  const { field, code, next, heading, alert, open } = joinPages(page);
  const ask = async () => {
    await open("/forgot-username");
    await field("Membership No.").fill(member.membershipNo);
    const sent = await sandbox.codeAfter(member.mobileNumber, () => next.click());
    await expect(code).toBeVisible();
    // A reload loses nothing but what was typed.
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0);
    await page.reload();
    await code.fill(sent);
    await expect(heading).toHaveText("Set New Username");
  };
  await ask();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(heading).toHaveText("Member Login");

  clock.ahead(600);
  await ask();
  const username = field("New Username");
  const submit = async (wanted: string) => {
    await username.fill(wanted);
    await page.clock.runFor(1_100);
    await username.press("Enter");
  };
  await submit("cora");
  await expect(page.locator(".errmsg")).toHaveText([/^Username should be between 8 /]);
  await expect(username).toBeFocused();
  await submit("maria.santos29");
  await expect(alert).toContainText("This username is taken. Please choose another.");
  await submit("  cora.mangga ");
  await expectToast(page, "Your username is updated");
  await expect(loginPage(page).username).toHaveValue("cora.mangga");
  await logIn(page, sandbox, { ...member, username: "cora.mangga" });
});

test("S033 who is unknown sees the same screens", async ({ page, guard }) => {
  guard.expectMessage(/401/);
  const { field, code, next, heading, open } = joinPages(page);
  await open("/forgot-password");
  await field("Username or Membership No.").fill("nobody.knows.me");
  await next.click();
  await expect(heading).toHaveText("Verify your mobile number");
  await expect(page.getByText(/^We sent a One-Time Password to \+63\*{6}\d{4}$/)).toBeVisible();
  await code.fill("123456");
  await expect(page.getByText("Invalid OTP. Please try again. 2 tries left.")).toBeVisible();
});

test("S037 S154 what is spent is said, in the same words for somebody and for nobody", async ({
  page,
  sandbox,
  database,
  bank,
  guard,
}) => {
  guard.expectMessage(/400|429/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "lorna.mangga",
    password: OLD_PASSWORD,
  });
  const { field, next, heading, alert, open } = joinPages(page);
  const said: string[] = [];
  for (const identifier of [member.username, "somebody.mangga"]) {
    for (const asked of ["first", "second", "third", "fourth"]) {
      // As in another browser: one that asked goes on with its code until the countdown is over.
      await open("/terms-and-conditions");
      await page.evaluate(() => sessionStorage.clear());
      await page.context().clearCookies();
      await open("/forgot-password");
      await field("Username or Membership No.").fill(identifier);
      if (asked !== "fourth" && identifier === member.username) {
        await sandbox.codeAfter(member.mobileNumber, () => next.click());
      } else await next.click();
      if (asked !== "fourth") await expect(heading).toHaveText("Verify your mobile number");
    }
    await expect(alert).toHaveText(/\S/);
    await expect(heading).not.toHaveText("Verify your mobile number");
    // The hour began a few seconds apart.
    said.push((await alert.innerText()).replaceAll(/\d+/g, "…"));
  }
  expect(said[1]).toBe(said[0]);
  expect(said[0]).toContain("You have asked for too many codes. Try again in … minutes.");
});
