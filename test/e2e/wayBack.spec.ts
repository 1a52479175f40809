import { expect } from "@playwright/test";
import { test } from "./support/fixtures.ts";
import { joinPages } from "./support/joinPages.ts";
import { loginPage } from "./support/loginPage.ts";
import { logIn, makeJoined } from "./support/newcomers.ts";
import { staffClient, staffPage } from "./support/staffPage.ts";
import { approve } from "./support/staffRequests.ts";
import { expectToast } from "./support/toasts.ts";

const PASSWORD = "seven carabaos in the rain";

test("S229 phone, number and password are lost: an office with two people, a new number and a new password", async ({
  page,
  browser,
  bank,
  sandbox,
  database,
}) => {
  const member = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "ligaya.lostall",
    password: "eight carabaos in the sun",
  });
  const mobileNumber = member.mobileNumber.replace("+63998", "+63997");

  await test.step("the page that says what to bring is a press from the login", async () => {
    await loginPage(page).open();
    await page.getByRole("link", { name: "Lost everything? How to come back" }).first().click();
    await expect(page.getByText("One valid ID with your picture and signature")).toBeVisible();
  });

  await test.step("one at the counter sees the document and asks, another decides", async () => {
    const { rows } = await database.query<{ guid: string }>(
      "select guid from member where membership_no = $1",
      [member.membershipNo],
    );
    const path = `/members/${rows[0]?.guid}`;
    const office = await browser.newContext();
    const desk = await staffPage(office, bank.portalUrl, sandbox, "supervisor2.demo", path);
    await desk.getByRole("button", { name: "Ask for a change" }).click();
    await desk.getByRole("button", { name: "Change the mobile number" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("New mobile number").fill(mobileNumber);
    await dialog.getByLabel("Identity document you saw").fill("PhilID ending 5566");
    await dialog.getByLabel("Reason").fill("Lost the phone; compared with the picture on file");
    await dialog.getByLabel("Documents").setInputFiles({
      name: "form.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7 signed"),
    });
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByRole("status")).toContainText("Another person decides it now.");
    await dialog.getByRole("link", { name: "See the request" }).click();
    await expect(desk).toHaveURL(/open=/);
    await expect(desk.getByText("PhilID ending 5566")).toBeVisible();
    const requestId = new URL(desk.url()).searchParams.get("open") ?? "";
    await approve(await staffClient(bank.portalUrl, sandbox, "supervisor.demo"), requestId);
    await office.close();
  });

  await test.step("a new password with the code on the new number", async () => {
    const { field, code, next, heading, open } = joinPages(page);
    await open("/forgot-password");
    await field("Username or Membership No.").fill(member.membershipNo);
    await code.fill(await sandbox.codeAfter(mobileNumber, () => next.click()));
    await expect(heading).toHaveText("Set New Password");
    for (const again of ["New Password", "Confirm Password"]) await field(again).fill(PASSWORD);
    await field("Confirm Password").press("Enter");
    await expectToast(page, "Your password is updated");
  });

  await test.step("inside, what was done stands before the member's eyes", async () => {
    await logIn(page, sandbox, { ...member, mobileNumber, password: PASSWORD });
    await page.goto("/safety/activity");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account activity");
    await expect(page.getByText("Mobile number changed", { exact: true })).toBeVisible();
  });
});
