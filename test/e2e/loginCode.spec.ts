import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import type { DemoPerson } from "./support/demoMembers.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { loginPage } from "./support/loginPage.ts";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { expectToast } from "./support/toasts.ts";
import { expectCountdown, pageTime } from "./support/countdown.ts";

/** Goes to the screen that asks for the code, and gives the code that was sent. */
async function askForCode(page: Page, sandbox: SandboxClient, member: DemoPerson): Promise<string> {
  const login = loginPage(page);
  await login.open();
  const code = await sandbox.codeAfter(member.mobileNumber, () => login.submit(member.username));
  await expect(login.code).toBeFocused();
  return code;
}

const wrongFor = (code: string) => (code === "111111" ? "222222" : "111111");

test.describe("wrong codes", () => {
  test.use({ username: "leonardo.valdez" });
  test("D01 D03 D04 D05 S165 wrong codes are counted, and after three only a new one helps", async ({
    page,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await page.clock.install();
    const login = loginPage(page);
    const askedAt = await pageTime(page);
    const first = await askForCode(page, sandbox, member);
    await expect(login.heading).toHaveText("Verify your mobile number");
    const tail = member.mobileNumber.slice(-4);
    await expect(page.getByText(/We sent a One-Time Password to/)).toHaveText(
      new RegExp(`\\+63\\*+\\d*${tail.slice(-3)}$`),
    );
    await expect(page.getByText("We ask for it because this device is new to us.")).toBeVisible();
    const countdown = page.getByText(/^Resend in /);
    await expectCountdown(countdown, { of: 300, since: askedAt });

    for (const left of ["2 tries left.", "1 try left."]) {
      await login.code.fill(wrongFor(first));
      await expect(page.getByText(`Invalid OTP. Please try again. ${left}`)).toBeVisible();
      await expect(login.code).toHaveValue("");
      await expect(login.code).toBeFocused();
    }
    await expectAccessible(page);
    // A reload comes back to this screen, and gives no tries.
    await page.reload();
    await expect(login.code).toBeVisible();
    await login.code.fill(wrongFor(first));
    await expect(
      page.getByText(
        "Invalid OTP attempt reached. Please click resend link below to get a new OTP.",
      ),
    ).toBeVisible();
    await expect(login.code).toHaveCount(0);
    await expectAccessible(page);

    // The link that it speaks of is there at once.
    const resend = page.getByRole("button", { name: "Resend code" });
    const resentAt = await pageTime(page);
    const second = await sandbox.codeAfter(member.mobileNumber, () => resend.click());
    await expectToast(page, "New OTP code sent");
    await expectCountdown(countdown, { of: 300, since: resentAt });
    await login.code.fill(second);
    await expect(login.heading).toHaveText("Member Dashboard");
  });
});

test.describe("by keyboard", () => {
  test.use({ username: "imelda.yambao" });
  test("D02 D06 S145 Back keeps what was typed; the code can be pasted with a space", async ({
    page,
    sandbox,
    member,
  }) => {
    const login = loginPage(page);
    await login.open();
    await login.username.focus();
    await page.keyboard.type(member.username);
    await page.keyboard.press("Tab");
    await expect(login.password).toBeFocused();
    await page.keyboard.type(brand.demoPassword);
    const code = await sandbox.codeAfter(member.mobileNumber, () => page.keyboard.press("Enter"));
    await expect(login.code).toBeFocused();

    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("button", { name: "Back", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Back", exact: true }).press("Enter");
    await expect(login.username).toHaveValue(member.username);
    await expect(login.password).toHaveValue(brand.demoPassword);
    await expect(login.heading).toBeFocused();

    // The code that was sent is still the one to type.
    await login.password.press("Enter");
    await expect(login.code).toBeFocused();
    // As the browser's own paste does it: the text comes in one piece.
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(login.heading).toHaveText("Member Dashboard");
  });
});

test.describe("texts that are late", () => {
  test.use({ username: "leonardo.valdez" });
  test("S052 who waits is told that texts are late, until they go out again", async ({
    page,
    sandbox,
    member,
    clock,
  }) => {
    await page.clock.install();
    const login = loginPage(page);
    await login.open();
    await sandbox.fault("sms", "down");
    await login.submit(member.username);
    await expect(login.code).toBeFocused();
    const late = page.getByText("Texts are delayed right now.");
    await page.clock.runFor(30_000);
    await expect(late).toHaveCount(0);

    clock.ahead(31);
    await afterHalfMinutes(page, () => expect(late).toBeVisible({ timeout: 3_000 }));
    await expectAccessible(page);

    const code = await sandbox.codeAfter(member.mobileNumber, () => sandbox.fault("sms", "ok"));
    await afterHalfMinutes(page, () => expect(late).toHaveCount(0, { timeout: 3_000 }));
    await login.code.fill(code);
    await expect(login.heading).toHaveText("Member Dashboard");
  });
});

/** The page asks each half minute, and what it is told may be a moment older than its question. */
async function afterHalfMinutes(page: Page, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(30_000);
    await holds();
  }).toPass();
}
