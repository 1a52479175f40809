import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { joinPages, wrongFor } from "./support/joinPages.ts";
import { loginPage } from "./support/loginPage.ts";
import { logIn, makeJoined } from "./support/newcomers.ts";
import { expectAnnounced, toastsSeen } from "./support/toasts.ts";
import { plugIn } from "./support/virtualAuthenticator.ts";

const PASSWORD = "seven carabaos in the rain";

test("S200 three presses from any screen freeze the account, and the page says what it did and how to come back", async ({
  page,
  context,
  sandbox,
  database,
  bank,
  guard,
}) => {
  guard.expectMessage(/401|409/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "perla.freezes",
    password: PASSWORD,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, sandbox, member);
  const other = await context.newPage();
  await other.goto(`${bank.portalUrl}/dashboard`);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");

  const { button, heading, alert } = joinPages(page);
  await button("Open menu").click();
  await button("Freeze my account").click();
  const dialog = page.getByRole("dialog", { name: "Freeze your account now?" });
  await expect(dialog).toContainText("Money still comes in");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Freeze now" }).click();
  await expect(page).toHaveURL(/\/frozen$/);
  await expect(heading).toHaveText("Your account is frozen");
  await expect(heading).toBeFocused();
  await expect(page.getByText("1 login was ended, on every device.")).toBeVisible();
  await expect(page.getByText("Bring one valid ID with your picture.")).toBeVisible();
  await expect(page.getByText("Nobody can open it by phone.")).toBeVisible();
  await expectAccessible(page);
  await expect(other).toHaveURL(/\/frozen$/);

  await page.getByRole("link", { name: "Back to login" }).click();
  const login = loginPage(page);
  await login.submit(member.username, PASSWORD);
  await expect(alert).toContainText("Your account is frozen. Your money is safe");
  await expect(alert).toContainText("bring a valid ID to any");
  await expect(alert).not.toContainText("call");
  await page.getByText("FIL", { exact: true }).click();
  await expect(alert.getByRole("link")).toHaveText("Buksan ang account ko gamit ang passkey");
  await expectAccessible(page);
});

test("S200 a freeze whose answer is lost still ends on the page that says what it did", async ({
  page,
  sandbox,
  database,
  bank,
  guard,
}) => {
  guard.expectMessage(/401|ERR_FAILED/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "rita.freezes",
    password: PASSWORD,
  });
  const told = new Promise<void>((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes("force-logout")) resolve();
      }),
    );
  });
  await logIn(page, sandbox, member);
  const { heading } = joinPages(page);
  await page.route("**/api/members/freeze", async (route) => {
    await route.fetch();
    await told;
    await route.abort();
  });
  await page.getByRole("button", { name: "Freeze my account" }).click();
  await page.getByRole("button", { name: "Freeze now" }).click();
  await expect(page).toHaveURL(/\/frozen$/);
  await expect(heading).toHaveText("Your account is frozen");
});

test("S203 who cannot sign in freezes by username and code, in Filipino too", async ({
  page,
  sandbox,
  database,
  bank,
  guard,
}) => {
  guard.expectMessage(/401/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "rosa.freezes",
    password: PASSWORD,
  });
  const { field, next, heading, code, open } = joinPages(page);
  await open("/login");
  // What was typed at the login is there again: most members know it, and not their number.
  await field("Username").fill(member.username);
  await page.getByRole("link", { name: "Somebody else is in my account" }).click();
  await expect(heading).toHaveText("Somebody else is in my account");
  await expectAccessible(page);
  const who = field("Username or Membership No.");
  await expect(who).toHaveValue(member.username);
  await who.fill(" ");
  await next.click();
  await expect(page.locator(".errmsg")).toHaveText(["This field is required"]);
  await who.fill(member.username);
  const sent = await sandbox.codeAfter(member.mobileNumber, () => next.click());
  await code.fill(wrongFor(sent));
  await expect(page.getByText("Invalid OTP. Please try again. 2 tries left.")).toBeVisible();
  await code.fill(sent);
  await expect(page).toHaveURL(/\/frozen$/);
  await expect(heading).toHaveText("Your account is frozen");
  await page.getByText("FIL", { exact: true }).click();
  await expect(heading).toHaveText("Naka-freeze ang inyong account");
  await expectAccessible(page);

  await page.reload();
  await expect(heading).toHaveText("Naka-freeze ang inyong account");
});

test("S208 12 hours after the freeze a passkey and a code open the account again, and the member logs in", async ({
  page,
  sandbox,
  database,
  bank,
  guard,
}) => {
  guard.expectMessage(/401|409/);
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "luz.comesback",
    password: PASSWORD,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, sandbox, member);
  const { cdp, id: authenticatorId } = await plugIn(page, true);
  const { button, heading, code } = joinPages(page);
  await page.goto("/safety");
  const forPasskey = await sandbox.codeAfter(member.mobileNumber, () =>
    button("Add a passkey").click(),
  );
  await page.getByRole("dialog").getByRole("textbox").first().fill(forPasskey);
  await expectAnnounced(page, "The passkey was added");
  await database.query(
    `insert into transfer_schedule (member_id, kind, intent, means, pin_id, amount_centavos, most_centavos, repeats,
       first_on, next_on, made_at)
     select id, 'instapay', '{}', 'code', gen_random_uuid(), 10000, 11000, 'weekly', '2099-01-01', '2099-01-01', now()
       from member where username = 'luz.comesback'`,
  );
  await page
    .getByRole("region", { name: "Somebody else in your account?" })
    .getByRole("button", { name: "Freeze my account" })
    .click();
  await button("Freeze now").click();
  await expect(heading).toHaveText("Your account is frozen");

  // Signed in by password or by passkey, the login says once that it is frozen, and leads to the way back.
  const touch = (enabled: boolean) =>
    cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await touch(false);
  await page.getByRole("link", { name: "Back to login" }).click();
  await loginPage(page).submit(member.username, PASSWORD);
  const wayBack = page.getByRole("alert").getByRole("link");
  await expect(wayBack).toHaveText("Open my account with a passkey");
  await touch(true);
  await button("Sign in with a passkey").click();
  await expect(page.locator("form > div").getByRole("alert").getByRole("link")).toBeVisible();
  await expect(page.getByText("Your account is frozen.")).toHaveCount(1);
  await expectAccessible(page);
  await wayBack.click();
  await expect(heading).toHaveText("Open my account with a passkey");
  await expectAccessible(page);
  await button("Use my passkey").click();
  const alert = page.getByRole("main").getByRole("alert");
  // Of a passkey that opens nothing no day is told: it is said at once.
  await expect(alert).toContainText("This passkey was made in the day before the freeze");
  await database.query(
    `update passkey p set created_at = p.created_at - interval '40 hours' from member m
       where m.id = p.member_id and m.username = 'luz.comesback'`,
  );
  await page.reload();
  await button("Use my passkey").click();
  await expect(alert).toContainText("you can open your account from");
  expect(await toastsSeen(page)).not.toContain(
    "Your session has expired. Please try to login again.",
  );

  // Hours later. What is final may not be changed otherwise.
  await database.query(
    `begin; alter table member_freeze disable trigger member_freeze_is_final;
     update member_freeze f set frozen_at = f.frozen_at - interval '12 hours' from member m
       where m.id = f.member_id and m.username = 'luz.comesback';
     alter table member_freeze enable trigger member_freeze_is_final; commit`,
  );
  await page.reload();
  const sent = await sandbox.codeAfter(member.mobileNumber, () => button("Use my passkey").click());
  await code.fill(sent);
  await expect(heading).toHaveText("Your account is open again");
  await expect(page.getByText("1 scheduled transfer stays paused")).toBeVisible();
  const toSchedules = page.getByRole("link", { name: "Log in and see what is scheduled" });
  await expect(toSchedules).toHaveAttribute("href", "/schedules");
  await expectAccessible(page);
  await page.getByText("FIL", { exact: true }).click();
  await expect(heading).toHaveText("Bukas na ulit ang inyong account");
  await page.getByText("EN", { exact: true }).click();
  // Nobody touches the passkey now: the login offers it by itself, and a touch would sign in.
  await touch(false);
  await page.getByRole("link", { name: "Back to login" }).click();
  await logIn(page, sandbox, member);
  await touch(true);

  // Without a session: the passkey alone freezes.
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/someone-else");
  await button("Freeze with my passkey").click();
  await expect(page).toHaveURL(/\/frozen$/);
  await expect(heading).toHaveText("Your account is frozen");
});
