import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { untilListening } from "./support/bells.ts";
import { test } from "./support/fixtures.ts";
import { cutOff, loseAnswer } from "./support/loseAnswer.ts";
import { fillBank, payment, reviewBank, TO, transfersOf } from "./support/sendMoney.ts";
import { heading, send, typeCode } from "./support/topUp.ts";

test.use({ username: "john.jacinto" });

const ORDER_CALL = /\/api\/members\/eon\/transfer\/v2\/bank\/instapay$/;

test("S090 an order without an answer is asked for until its code has ended, then it is said what is certain", async ({
  signedInTab: page,
  context,
  sandbox,
  member,
  database,
  guard,
}) => {
  guard.expectMessage(/503|422/);
  await fillBank(page, {
    via: "InstaPay",
    bank: "bdo",
    accountNumber: TO.credited,
    accountName: "Maria L. Cordero",
    amount: "66",
  });
  // What was typed is there at once when one looks elsewhere.
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await heading(page, "Member Dashboard").waitFor();
  await page.getByRole("link", { name: "Transfer Funds" }).first().click();
  await expect(page.getByLabel("Amount, in pesos")).toHaveValue("66.00");
  await page.getByRole("button", { name: "Next" }).click();
  const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
  await context.clock.install();
  const keys: (string | undefined)[] = [];
  await page.route(ORDER_CALL, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await route.fulfill({ status: 503, json: { status: false, message: "Not now" } });
  });
  await typeCode(page, code);
  await expect(heading(page, "We are checking")).toBeVisible();
  await expect(page.getByText(/We keep asking until \d+:\d\d [AP]M/)).toBeVisible();
  await expect(page.getByText("to Maria L. Cordero, account")).toBeVisible();
  const ask = page.getByRole("button", { name: "Ask now" });
  for (const passed of ["02:00", "02:00", "01:01"]) {
    await expect(ask).toBeVisible();
    await context.clock.fastForward(passed);
  }
  const over = page.getByText(/Since \d+:\d\d [AP]M this transfer can no longer go out/);
  await expect(over).toBeVisible();
  await expectAccessible(page);
  // After a leap the page connects anew and reads everything; an answer that comes back asks again.
  await untilListening(page);
  const asked = keys.length;
  await expect(ask).toBeVisible();
  await context.clock.fastForward("01:00");
  expect(keys).toHaveLength(asked);
  expect(new Set(keys).size).toBe(1);

  // Back on another day, it is asked for before anything else can be sent.
  await page.reload();
  await expect(over).toBeVisible();
  await page.unroute(ORDER_CALL);
  await ask.click();
  await expect(page.getByText("We kept this transfer. It was not sent yet")).toBeVisible();
  expect(await transfersOf(database, member, 66_00n)).toEqual([]);
});

test("S304 the text with a code came and the answer to the page was lost: pressed again, that code is typed", async ({
  signedInTab: page,
  sandbox,
  member,
  guard,
}) => {
  guard.expectMessage(/ERR_FAILED/);
  await reviewBank(page, payment("67"));
  await loseAnswer(page, /\/otp\/send$/, cutOff);
  const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
  const field = page.getByLabel("6-digit code");
  await expect(page.getByText("No connection").first()).toBeVisible();
  await expect(field).toHaveCount(0);
  await send(page);
  await expect(field).toBeVisible();
  await typeCode(page, code);
  await expect(heading(page, "Transfer sent")).toBeVisible();
  await test.step("S305 the same once more is told to be just that, by whoever has forgotten it", async () => {
    await reviewBank(page, payment("67"));
    const said = page.getByText(/^You sent the same on .+\.$/);
    await expect(said).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "See it" }).click();
    await expect(page.locator("main dl").first()).toContainText("67.00");
    // The review was kept meanwhile.
    await page.getByRole("link", { name: "Transfer Funds" }).first().click();
    await expect(said).toBeVisible();
    await page.getByRole("button", { name: "Back to edit" }).click();
    await page.getByLabel("Amount, in pesos").fill("68");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("₱68.00").first()).toBeVisible();
    await expect(said).toHaveCount(0);
  });
});
