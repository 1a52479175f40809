import { type BrowserContext, expect, type Page } from "@playwright/test";
import type pg from "pg";
import { brand } from "#brand";
import { staffRefresh } from "#contract/staff/session.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { holdRequests } from "./support/loginPage.ts";
import { staffPage } from "./support/staffPage.ts";

/** What the demo user's authenticator shows. */
async function codeOf(sandboxUrl: string, username: string): Promise<string> {
  const answer = await fetch(new URL(`/totp?user=${username}`, sandboxUrl));
  // The sandbox's own answer.
  return ((await answer.json()) as { code: string }).code;
}

/** A code counts once: whoever of the tests signed this user in within the same half minute used it up. */
async function forgetUsedCodes(database: pg.Client, username: string): Promise<void> {
  await database.query("update staff set totp_last_step = 0 where username = $1", [username]);
}

async function enter(page: Page, username: string, code: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(brand.demoPassword);
  await page.getByLabel("Code of your authenticator").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("S129 staff sign in with password and code, are asked in the fifteenth minute, and are out after it", async ({
  page,
  context,
  bank,
  clock,
  database,
  guard,
}) => {
  // The wrong code.
  guard.expectMessage(/status of 400/);
  await context.clock.install();
  await page.goto("/console/");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This field is required")).toHaveCount(3);
  await expect(page.getByLabel("Username")).toBeFocused();
  // Two presses within a second are one.
  await context.clock.fastForward(1500);
  await enter(page, "admin.demo", "000000");
  await expect(page.getByRole("alert")).toContainText("not right");
  await expectAccessible(page);

  await page.getByRole("link", { name: /enrolment code/ }).click();
  await expect(page.getByRole("heading", { name: "Set up your access" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the sign-in" }).click();
  // Both pages ask for a username: what is typed belongs to the one that has come.
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeFocused();
  await context.clock.fastForward(1500);
  await forgetUsedCodes(database, "admin.demo");
  await enter(page, "admin.demo", await codeOf(bank.sandboxUrl, "admin.demo"));
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();

  await page.getByRole("link", { name: "Who may do what" }).click();
  await expect(page.getByRole("row", { name: /Hand out enrolment codes/ })).toContainText(
    "Everywhere",
  );
  await expectAccessible(page);
  // The branches come after the choice was made, and leave it.
  const branches = await holdRequests(page, /\/api\/staff\/branches/);
  await page.getByRole("link", { name: "Staff and roles" }).click();
  await page.getByText("Teresa Malvar").click();
  await expect(page.getByRole("button", { name: "Ask for other roles" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ask for other roles" }).click();
  const dialog = page.getByRole("dialog", { name: "Other roles for Teresa Malvar" });
  const role = dialog.getByLabel("Card officer");
  await role.selectOption({ label: "every branch" });
  branches.release();
  await expect(role.getByRole("option", { name: "Legazpi" })).toBeAttached();
  await dialog.getByLabel("Reason").fill("Stands in for a colleague");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByText("Another person decides it now.")).toBeVisible();

  // Both sides' time: what the page reads anew of its person tells how long the server has seen nobody.
  clock.ahead(14 * 60 + 5);
  await context.clock.fastForward(14 * 60 * 1000 + 5000);
  const question = page.getByRole("alertdialog", { name: "Are you still there?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Yes, go on" }).click();
  await expect(question).toBeHidden();
  // What the page reads anew as its time jumps is refused before the page itself has looked at the time.
  guard.expectMessage(/status of 401 .*\/api\/staff\//);
  clock.ahead(29 * 60 + 10);
  await context.clock.fastForward(15 * 60 * 1000 + 5000);
  await expect(page.getByText("You were away for 15 minutes")).toBeVisible();
  await forgetUsedCodes(database, "admin.demo");
});

test("S129 who works on has the session renewed, and goes on in a tab that is opened later", async ({
  context,
  browser,
  bank,
  clock,
  sandbox,
}) => {
  await context.clock.install();
  const open = (place: BrowserContext) =>
    staffPage(place, bank.portalUrl, sandbox, "auditor.demo", "/staff");
  const first = await open(context);
  // Listened for before the time passes: what was done until then may have it renewed by itself.
  const renewed = first.waitForResponse((response) => response.url().endsWith(staffRefresh.path));
  // Both sides' time, as above.
  clock.ahead(61);
  await context.clock.fastForward(61_000);
  await first.getByRole("heading", { level: 1 }).click();
  const answer = await renewed;
  expect(answer.ok()).toBe(true);
  // The contract's own answer.
  const { result } = (await answer.json()) as { result: { token: string } };
  // It is here before the page has taken its token over.
  const kept = () => first.evaluate(() => sessionStorage.getItem("staff-token"));
  await expect.poll(kept).toBe(result.token);
  await first.reload();
  await expect(first.getByRole("heading", { level: 1 })).toHaveText("Staff and roles");

  const elsewhere = await browser.newContext();
  const later = await open(elsewhere);
  // The token before the renewal works for a minute after it.
  clock.ahead(61 + 90);
  await later.reload();
  await expect(later.getByRole("heading", { level: 1 })).toHaveText("Staff and roles");
  await expect(later.getByRole("row").nth(1)).toBeVisible();
  await elsewhere.close();
});
