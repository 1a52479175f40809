import { expect } from "@playwright/test";
import { verifyOtp } from "#contract/auth.ts";
import { forgotPassword, setPassword } from "#contract/signUp.ts";
import { signIn } from "#test/client/signIn.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import { untilAtRest } from "./support/callsUnderWay.ts";
import { test } from "./support/fixtures.ts";
import { logIn, makeJoined } from "./support/newcomers.ts";
import { handOver, signInBrowser } from "./support/signInPage.ts";
import { expectToastOnce } from "./support/toasts.ts";

const DASHBOARD_CALL = /\/api\/members\/[0-9a-f-]{36}\/dashboard$/;

test.describe("another device", () => {
  test.use({ username: "john.jacinto" });

  test("F07 F08 S064 signing in elsewhere logs this browser out at once and says so once", async ({
    signedIn: page,
    bank,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await signIn(newClient(bank.portalUrl), sandbox, member);
    await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
    await expectToastOnce(page, "logged out because you logged in on another device");
    // The page keeps saying why, when the toast is gone.
    const why = page.getByRole("form").getByText("because you logged in on another device");
    await expect(why).toBeVisible();
    // Also to whoever loads it again, in the language that they choose, until another page is asked for.
    await page.reload();
    await expect(why).toBeVisible();
    await page.getByText("FIL", { exact: true }).click();
    await expect(page.getByRole("form").getByText("sa ibang device")).toBeVisible();
    await page.getByText("EN", { exact: true }).click();
    await expect(why).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
    await expect(why).toHaveCount(0);
  });

  test("F07 F16 a second sign-in in the same browser logs no tab out", async ({
    signedIn: page,
    context,
    bank,
    sandbox,
    member,
  }) => {
    // As the form of a tab that was not heard of would do it.
    const { identity } = await signInBrowser(context, bank.portalUrl, sandbox, member);
    const third = await handOver(context, bank.portalUrl, identity);
    const second = await context.newPage();
    await second.goto("/dashboard");
    await expect(second.getByRole("region", { name: "Account Balances" })).toContainText("₱");
    await third.close();
    for (const tab of [page, second]) {
      const read = tab.waitForResponse(DASHBOARD_CALL);
      await tab.getByRole("button", { name: "Refresh" }).click();
      expect((await read).status()).toBe(200);
    }
  });
});

test("S363 a password that was set elsewhere logs this browser out and says so, also where it slept meanwhile", async ({
  page,
  bank,
  sandbox,
  database,
  guard,
}) => {
  guard.expectMessage(/401|ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "gloria.mangga",
    password: "ten lanterns over Pampanga",
  });
  /** As whoever has the phone does it in a browser of their own. */
  const setElsewhere = async (password: string) => {
    const elsewhere = newClient(bank.portalUrl);
    let asked: Record<string, unknown> = {};
    const pin = await sandbox.codeAfter(member.mobileNumber, async () => {
      const body = { identifier: member.username };
      asked = (await callBank(elsewhere, forgotPassword, { body })).body.result ?? {};
    });
    const memberGuid = String(asked["guid"]);
    const code = { memberGuid, pinId: String(asked["pinId"]), pin };
    await callBank(elsewhere, verifyOtp, { body: code });
    const set = { memberGuid, new_password: password, confirm_password: password };
    const { body } = await callBank(elsewhere, setPassword, { body: set });
    expect(body).toMatchObject({ status: true });
    Object.assign(member, { password });
  };
  const why = page.getByRole("form").getByText("Your password was changed, so you were logged out");
  await logIn(page, sandbox, member);
  await setElsewhere("nine bangka on the river");
  await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
  await expectToastOnce(page, "Your password was changed");
  await expect(why).toContainText("Not you? Call");

  await logIn(page, sandbox, member);
  await untilAtRest(page);
  await page.context().setOffline(true);
  await setElsewhere("eight carabaos in the sun");
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
  await expect(why).toBeVisible();
});
