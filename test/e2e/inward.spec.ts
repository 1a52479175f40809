import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { staffPage } from "./support/staffPage.ts";

test.use({ username: "imelda.yambao" });

test("another bank sends money on the sandbox's page; the member and the desk see who sent it", async ({
  browser,
  bank,
  sandbox,
  database,
  member,
  signedIn: portal,
}) => {
  const office = await browser.newContext();
  const guard = await guardPages(office);
  const { rows } = await database.query<{ account_number: string }>(
    `select a.account_number from member_account a join member m on m.id = a.member_id
     where m.username = $1 and a.product = 'savings'`,
    [member.username],
  );
  const account = rows[0]?.account_number ?? "";
  const reference = `TX-${Date.now()}`;

  await test.step("a person sends it, and sees it credited", async () => {
    const page = await office.newPage();
    await page.goto(bank.sandboxUrl);
    const form = page.locator('form[action="/sandbox/instapay/incoming"]');
    await form.getByLabel("To account").fill(account);
    await form.getByLabel("Amount").fill("321.09");
    await form.getByLabel("Sender", { exact: true }).fill("ROSARIO DIMALANTA");
    await form.getByLabel("Again under TxId").fill(reference);
    await form.getByRole("button", { name: "Send it" }).click();
    const row = page.locator("#incoming li").filter({ hasText: reference });
    await expect(row).toContainText("Credited");
    await page.close();
  });

  await test.step("the member's account says who sent it, and finds it by the name", async () => {
    await portal.getByRole("link", { name: "Savings Deposit", exact: true }).click();
    const movements = portal.getByRole("region", { name: "Movements" });
    const first = movements.locator(".tx").first();
    await expect(first).toContainText("From another bank");
    await expect(first).toContainText("ROSARIO DIMALANTA");
    await expect(first).toContainText("₱321.09");
    await movements.getByLabel("Search").fill("dimalanta");
    await expect(movements.locator(".tx")).toHaveCount(1);
    await expectAccessible(portal);
  });

  await test.step("the desk finds it by its sender, with bank and state", async () => {
    const desk = await staffPage(
      office,
      bank.portalUrl,
      sandbox,
      "supervisor.demo",
      "/transfers/inward?sender=dimalanta",
    );
    const row = desk.getByRole("row", { name: /ROSARIO DIMALANTA/ });
    await expect(row).toContainText("BDO Unibank");
    await expect(row).toContainText("₱321.09");
    await expect(row).toContainText("Credited");
    await row.getByRole("button").first().click();
    const panel = desk.getByRole("region", { name: new RegExp(member.lastName) });
    await expect(panel).toContainText(reference);
    await expect(panel).toContainText("an account");
    await expectAccessible(desk);
    await panel.getByRole("link", { name: "Open the member" }).click();
    await expect(desk.getByRole("heading", { level: 1 })).toContainText(member.lastName);
  });
  guard.check();
  await office.close();
});

test("what is sent in a file waits for the cycle; nobody's comes back, and the desk reads why", async ({
  browser,
  bank,
  sandbox,
}) => {
  const office = await browser.newContext();
  const guard = await guardPages(office);
  const reference = `TX-${Date.now()}`;
  const page = await office.newPage();
  await page.goto(bank.sandboxUrl);
  const form = page.locator('form[action="/sandbox/pesonet/incoming"]');
  await form.getByLabel("To account").fill("99999999");
  await form.getByLabel("Amount").fill("45.67");
  await form.getByLabel("Sender", { exact: true }).fill("TEODORA ALONSO");
  await form.getByLabel("Again under TxId").fill(reference);
  await form.getByRole("button", { name: "Send it" }).click();
  const sent = page.locator("#incoming-file li").filter({ hasText: reference });
  await expect(sent).toContainText("Waits for the cycle");
  await page.getByRole("button", { name: "Run the cycle now" }).click();
  await expect(sent).toContainText("Sent back (AC03)");
  const desk = await staffPage(
    office,
    bank.portalUrl,
    sandbox,
    "supervisor.demo",
    "/transfers/inward?rail=pesonet&sender=teodora",
  );
  const row = desk.getByRole("row", { name: /TEODORA ALONSO/ });
  await expect(row).toContainText("Nobody's account");
  await expect(row).toContainText("Sent back");
  await row.getByRole("button").first().click();
  const panel = desk.getByRole("region", { name: "Nobody's account" });
  await expect(panel).toContainText("No account that can be credited (AC03)");
  await expectAccessible(desk);
  guard.check();
  await office.close();
});
