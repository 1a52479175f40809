import { writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { withCheckDigit } from "#common/checkDigit.ts";
import { demoMember } from "./support/demoMembers.ts";
import { expectAccessible } from "./support/axe.ts";
import { untilListening, watchBells } from "./support/bells.ts";
import { test } from "./support/fixtures.ts";
import { logIn, makeJoined, makeNewcomer } from "./support/newcomers.ts";
import { resize } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";

/** The branch of the demo's teller. */
const BRANCH = 6;
const PASSWORD = "a long walk to Baguio";

async function find(page: Page, membershipNo: string, name = "Mangga, Ligaya"): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(membershipNo);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`membershipNo=${membershipNo}`));
  const link = page.getByRole("row", { name: membershipNo }).getByRole("link");
  await expect(page.getByRole("link", { name })).toHaveCount(1);
  await link.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
}

async function expectWellAtBothWidths(page: Page): Promise<void> {
  await expectAccessible(page);
  await resize(page, 390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await resize(page, 1280);
}

test("S062 S133 E04 a clerk hands out a code, and ends the sessions of a member who is out at once", async ({
  browser,
  context,
  bank,
  sandbox,
  database,
}) => {
  const newcomer = await makeNewcomer(database);
  const joined = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "ligaya.desk",
    password: PASSWORD,
  });
  await database.query("update member set office_id = $1 where membership_no = any($2)", [
    BRANCH,
    [newcomer.membershipNo, joined.membershipNo],
  ]);
  const page = await staffPage(context, bank.portalUrl, sandbox, "teller.demo", "/members");

  await test.step("one thing alone is too wide", async () => {
    await page.getByLabel("Last name").fill("Mangga");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("link", { name: "Mangga, Ligaya" })).toHaveCount(0);
    await page.getByLabel("First name").fill("liga");
    await page.getByLabel("First name").press("Enter");
    await expect(page.getByRole("link", { name: "Mangga, Ligaya" })).toHaveCount(2);
    await expectWellAtBothWidths(page);
  });

  await test.step("S163 names stay out of the address, and Back finds them again", async () => {
    const noName = /mangga|liga/i;
    expect(page.url()).not.toMatch(noName);
    await page.getByRole("link", { name: "Mangga, Ligaya" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Mangga, Ligaya");
    await page.goBack();
    await expect(page.getByLabel("Last name")).toHaveValue("Mangga");
    await expect(page.getByRole("link", { name: "Mangga, Ligaya" })).toHaveCount(2);
    await page.keyboard.press("/");
    await page.keyboard.type("ligaya mangga");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name, in any order")).toHaveValue("ligaya mangga");
    await expect(page.getByRole("link", { name: "Mangga, Ligaya" })).toHaveCount(2);
    expect(page.url()).not.toMatch(noName);
    // An address with a name, from a link, loses it at once.
    await page.goto(`${bank.portalUrl}/console/members?lastName=Mangga&firstName=liga`);
    await expect(page.getByRole("link", { name: "Mangga, Ligaya" })).toHaveCount(2);
    expect(page.url()).not.toMatch(noName);
  });

  await test.step("the code is shown once", async () => {
    await find(page, newcomer.membershipNo);
    await page.getByRole("button", { name: "Issue first-time code" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Issue code" }).press("Enter");
    await expect(dialog.getByRole("checkbox")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Issue code" }).click();
    const code = dialog.getByText(/^\d{6}$/);
    await expect(code).toBeVisible();
    await expectAccessible(page);
    const words = (await code.textContent()) ?? "";
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(words)).toHaveCount(0);
  });

  await test.step("sessions end before the member's eyes", async () => {
    const elsewhere = await browser.newContext({ baseURL: bank.portalUrl });
    watchBells(elsewhere);
    const portal = await elsewhere.newPage();
    await logIn(portal, sandbox, joined);
    await find(page, joined.membershipNo);
    await page.getByRole("link", { name: "Devices and sessions" }).click();
    await untilListening(portal);
    await page.getByRole("button", { name: "End all sessions" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "End all sessions" }).click();
    // The open portal is told: nothing is pressed there, and it asks for nothing by itself.
    await expect(portal.getByRole("heading", { name: "Member Login" })).toBeVisible();
    await expect(page.getByText("By staff")).toBeVisible();
    await elsewhere.close();
  });

  await test.step("S150 the access is closed for a caller, and says so to nobody but the member", async () => {
    const elsewhere = await browser.newContext({ baseURL: bank.portalUrl });
    watchBells(elsewhere);
    const portal = await elsewhere.newPage();
    await logIn(portal, sandbox, joined);
    await untilListening(portal);
    await page.getByRole("button", { name: "Close online access" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Called the hotline: phone stolen");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close online access" }).click();
    await expect(page.getByText("Staff closed this member's online access")).toBeVisible();
    await expect(page.getByText("Called the hotline: phone stolen")).toBeVisible();
    await expect(page.getByRole("button", { name: "Close online access" })).toHaveCount(0);
    await expect(portal.getByRole("heading", { name: "Member Login" })).toBeVisible();
    await portal.getByLabel("Username").fill(joined.username);
    await portal.getByLabel("Password", { exact: true }).fill(joined.password);
    await portal.getByRole("button", { name: "Log in" }).click();
    await expect(portal.getByText("Your online access is closed.")).toBeVisible();
    await expectAccessible(portal);
    await elsewhere.close();
    await page.getByRole("button", { name: "Ask for a change" }).click();
    await expect(page.getByRole("button", { name: "Reopen online access" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("every part of the file", async () => {
    const parts = page.getByRole("navigation", { name: "Parts of the file" });
    const names = await parts.getByRole("link").allTextContents();
    // The trail is the auditor's.
    expect(names).not.toContain("Audit trail");
    for (const name of names) {
      const part = parts.getByRole("link", { name, exact: true });
      await part.click();
      await expect(part).toHaveAttribute("aria-current", "page");
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expectWellAtBothWidths(page);
    }
  });
});

test("an administrator sends a file, sees what is wrong with it, and asks for its approval", async ({
  context,
  bank,
  sandbox,
}, testInfo) => {
  const numberOf = (serial: number) => withCheckDigit(`00062026${String(serial).padStart(7, "0")}`);
  const file = testInfo.outputPath("members.csv");
  const rows = Array.from(
    { length: 30 },
    (_, index) => `${numberOf(7_000_000 + index)},Ñunez,Ana,1980-06-02,6,100.00`,
  );
  writeFileSync(
    file,
    [
      "membership_no,last_name,first_name,birth_date,office,savings",
      ...rows,
      "12,Cruz,,1980-02-30,6,1",
    ].join("\n"),
  );
  await context.clock.install();
  const page = await staffPage(context, bank.portalUrl, sandbox, "admin.demo", "/imports");
  await page.getByRole("button", { name: "Send and check" }).click();
  await expect(page.getByText("Choose a file first")).toBeVisible();
  await expectWellAtBothWidths(page);
  await page.getByLabel("CSV file").setInputFiles(file);
  // Two presses within a second are one.
  await context.clock.fastForward(1500);
  await page.getByRole("button", { name: "Send and check" }).click();

  // Its errors come first, with line, column and words.
  const errors = page.getByRole("table", { name: "Rows" });
  await expect(errors.getByRole("row", { name: /^32/ })).toContainText("birth_date: ");
  await expectWellAtBothWidths(page);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download these rows as CSV" }).click();
  expect((await coming).suggestedFilename()).toMatch(/^import-rows-.*\.csv$/);

  await page.getByLabel("Reason").fill("Members of the former system");
  await page.getByRole("button", { name: "Ask for approval" }).click();
  await expect(page.getByText("Waits for a second person.")).toBeVisible();
});

test("S131 what a member asks for at the counter goes to a second person, with what they signed", async ({
  context,
  bank,
  sandbox,
  guard,
}) => {
  // What the server refuses below.
  guard.expectMessage(/status of 422/);
  await context.clock.install();
  const member = demoMember("lourdes.ordonez");
  const name = `${member.lastName}, ${member.firstName}`;
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo", "/members");
  await find(page, member.membershipNo, name);
  const menu = page.getByRole("button", { name: "Ask for a change" });
  const dialog = page.getByRole("dialog");
  const ask = async () => {
    // Two presses within a second are one.
    await context.clock.fastForward(1500);
    await dialog.getByRole("button", { name: "Ask", exact: true }).press("Enter");
  };

  await test.step("a number, with a document", async () => {
    await menu.press("Enter");
    await expectWellAtBothWidths(page);
    await page.getByRole("button", { name: "Change the mobile number" }).press("Enter");
    await expect(dialog.getByText("This goes to a second person.")).toBeVisible();
    await ask();
    const mobile = dialog.getByLabel("New mobile number");
    await expect(mobile).toBeFocused();
    await expect(dialog.getByText("This field is required")).toHaveCount(4);
    await mobile.fill("0917");
    await dialog.getByLabel("Identity document you saw").fill("UMID ending 1234");
    await dialog.getByLabel("Reason").fill("The member signed the form");
    const documents = dialog.getByLabel("Documents");
    await documents.setInputFiles({
      name: "a.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("GIF8"),
    });
    await ask();
    await expect(
      dialog.getByText("Enter a mobile number, for example 0917 555 1234"),
    ).toBeVisible();
    await expect(mobile).toBeFocused();
    await expectWellAtBothWidths(page);
    await mobile.fill("+639178881234");
    await ask();
    await expect(dialog.getByText("a.pdf: Send a JPEG")).toBeVisible();
    await expect(documents).toBeFocused();
    await documents.setInputFiles({
      name: "form.pdf",
      mimeType: "",
      buffer: Buffer.from("%PDF-1.7 signed"),
    });
    await ask();
    await expect(dialog.getByRole("status")).toContainText("Another person decides it now.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
  });

  await test.step("money set aside", async () => {
    await context.clock.fastForward(1500);
    await menu.press("Enter");
    await page.getByRole("button", { name: "Hold disputed funds" }).press("Enter");
    await dialog.getByLabel("Account").selectOption({ index: 1 });
    await dialog.getByLabel("Amount").fill("1,250.50");
    await dialog.getByLabel("Case number").fill("CASE-77");
    await dialog.getByLabel("Days").fill("31");
    await dialog.getByLabel("Reason").fill("Reported to the police");
    await ask();
    await expect(dialog.getByText("From 1 to 30 days")).toBeVisible();
    await expectWellAtBothWidths(page);
    await dialog.getByLabel("Days").fill("30");
    await ask();
    await dialog.getByRole("link", { name: "See the request" }).press("Enter");
    const changes = page.getByRole("table", { name: "What changes" });
    await expect(changes.getByRole("row", { name: /On hold/ })).toContainText("1,250.50");
  });

  await page
    .getByRole("button", { name: /Change the mobile number/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "form.pdf (1 KB)" })).toBeVisible();
  await expectAccessible(page);
});
