import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { untilListening } from "./support/bells.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { reviewBank, TO, transfersOf } from "./support/sendMoney.ts";
import { staffPage } from "./support/staffPage.ts";
import { heading, send, typeCode } from "./support/topUp.ts";
import { expectToast, rememberToasts } from "./support/toasts.ts";

test.use({ username: "lourdes.ordonez" });

test("S131 a member's report is taken and answered, and two people give the money back", async ({
  browser,
  bank,
  sandbox,
  database,
  member,
  signedInTab: portal,
}) => {
  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
  await Promise.all(offices.map(rememberToasts));
  const open = (place: 0 | 1, username: string, path: string) =>
    staffPage(offices[place], bank.portalUrl, sandbox, username, path);

  await test.step("nobody answers for a transfer; the member reports it", async () => {
    await reviewBank(portal, {
      via: "InstaPay",
      bank: "bdo",
      accountNumber: TO.neverAnswers,
      accountName: "Juan Dela Cruz",
      amount: "25",
    });
    await typeCode(portal, await sandbox.codeAfter(member.mobileNumber, () => send(portal)));
    await portal.getByRole("button", { name: "View receipt" }).click();
    await portal.getByRole("button", { name: "Report a problem" }).click();
    const dialog = portal.getByRole("dialog");
    await dialog.getByRole("radio", { name: "It has not arrived" }).check();
    await dialog.getByLabel("Tell us more").fill("He waits for it at the counter.");
    await dialog.getByRole("button", { name: "Send report" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
  });
  const bell = portal.getByRole("button", { name: /^Notifications/ });
  await bell.click();
  await expect(bell).toHaveAccessibleName("Notifications");
  await portal.keyboard.press("Escape");

  const desk = await open(0, "supervisor.demo", "/transfer-cases");
  await test.step("the desk takes the case and answers; the open portal hears of it", async () => {
    const row = desk.getByRole("row", { name: new RegExp(member.lastName) });
    await row.getByRole("button").first().click();
    const panel = desk.getByRole("region", { name: /^TC\d{6}-\d{10}$/ });
    await expect(panel.getByText("He waits for it at the counter.")).toBeVisible();
    await panel.getByRole("button", { name: "Take it" }).click();
    await expectToast(desk, "It is yours.");
    await expectAccessible(desk);
    await untilListening(portal);
    await panel.getByRole("button", { name: "Answer" }).click();
    const answer = desk.getByRole("dialog");
    await answer.getByLabel("What the member is told").fill("We ask the other bank.");
    await answer.getByLabel("Whose answer the case waits for then").selectOption("bank");
    await answer.getByRole("button", { name: "Save" }).click();
    await expectToast(desk, "The member is told.");
    await expect(row.getByText("Answered")).toBeVisible();
    // The open portal is told: nothing is pressed there, and it asks for nothing by itself.
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread");
    const told = portal.getByRole("main").locator(".note").filter({ hasText: "Your report:" });
    await expect(told).toContainText("We now wait for BDO");
    await expect(told).toContainText(/We answered on .+:We ask the other bank\./);
    await panel.getByRole("link", { name: /^IP\d{6}-/ }).click();
  });

  const payRefund = desk.getByRole("button", { name: "Refund the transfer" });
  await test.step("while it can still go out, the desk reads why and until when", async () => {
    await expect(desk.getByText("pacs.008 sent")).toBeVisible();
    await expect(
      desk.getByText(/^This transfer can still go out until .+ once InstaPay is asked again/),
    ).toBeVisible();
    await expect(payRefund).toBeHidden();
    await expect(desk.getByText("Money back by")).toBeVisible();
    await expectAccessible(desk);
  });

  await test.step("fifty minutes later the switch is asked again, and knows nothing", async () => {
    const { rowCount } = await database.query(
      `update transfer t set accepted_at = t.accepted_at - interval '51 minutes'
       from member m where m.id = t.member_id and m.username = $1 and t.amount_centavos = 2500`,
      [member.username],
    );
    expect(rowCount).toBe(1);
    await desk.getByRole("button", { name: "Ask again" }).click();
    await expect(payRefund).toBeVisible();
    await expect(desk.getByText("This transfer can still go out")).toBeHidden();
  });

  await test.step("one asks for the money to be given back, another decides", async () => {
    await payRefund.click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("The other bank has no such account.");
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByRole("link")).toBeVisible();
    const second = await open(1, "supervisor2.demo", "/requests");
    const row = second.getByRole("row", { name: new RegExp(member.lastName) });
    await row.getByRole("button").first().click();
    const panel = second.getByRole("region", { name: "Refund a transfer" });
    await expect(panel.getByRole("row", { name: /Refunded ₱0\.00 ₱35\.00/ })).toBeVisible();
    await expectAccessible(second);
    await panel.getByRole("button", { name: "Approve" }).click();
    await expectToast(second, "Approved and carried out.");
  });

  await expect(heading(portal, "Transfer not completed")).toBeVisible();
  expect(await transfersOf(database, member, 25_00n)).toMatchObject([{ state: "returned" }]);
  await test.step("the desk owes nothing any more for a transfer that is over", async () => {
    await desk.reload();
    await expect(desk.getByText("pacs.008 sent")).toBeVisible();
    await expect(desk.getByText("Money back by")).toBeHidden();
  });
  await test.step("a reference leads to the transfer, from the search and from the member", async () => {
    const reference = /IP\d{6}-\d+/.exec(desk.url())?.[0] ?? "none";
    await desk.getByRole("searchbox").fill(reference);
    await desk.keyboard.press("Enter");
    const main = desk.getByRole("main");
    const found = main.getByRole("link", { name: reference });
    await found.click();
    await expect(heading(desk, reference)).toBeVisible();
    await main.getByRole("link", { name: new RegExp(member.lastName) }).click();
    await main.getByRole("link", { name: "Transfers", exact: true }).click();
    await found.click();
    await expect(heading(desk, reference)).toBeVisible();
  });
  for (const guard of guards) guard.check();
  await Promise.all(offices.map((office) => office.close()));
});

test("the differences, the settlement files and the daily proof can be read by everybody", async ({
  browser,
  bank,
  sandbox,
}) => {
  const office = await browser.newContext();
  await rememberToasts(office);
  const guard = await guardPages(office);
  const page = await staffPage(
    office,
    bank.portalUrl,
    sandbox,
    "supervisor.demo",
    "/reconciliation/proof",
  );
  await page.getByRole("button", { name: "Prove now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Asked for. The proof comes into the list by itself.");
  // The worker makes it, and it comes into the list by itself.
  await expectToast(page, "Proved. See whether it agrees.");
  const row = page.getByRole("row", { name: /supervisor\.demo/ });
  await expect(row).toContainText("Agrees");
  await row.getByRole("button").first().click();
  await expect(
    page.getByRole("region", { name: "Card balances with us and at the issuer" }),
  ).toContainText("Agrees");
  await expectAccessible(page);
  for (const [tab, title] of [
    ["Settlement files", "Settlement files"],
    ["Differences", "Differences"],
  ] as const) {
    await page
      .getByRole("navigation", { name: "Reconciliation" })
      .getByRole("link", { name: tab })
      .click();
    await expect(heading(page, title)).toBeVisible();
    await expectAccessible(page);
  }
  guard.check();
  await office.close();
});
