import { expect } from "@playwright/test";
import { gate } from "#test/support/gate.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { holdRequests } from "./support/loginPage.ts";
import {
  expectFirstAnswer,
  cardBalances,
  codesTo,
  fill,
  heading,
  review,
  send,
  statesOf,
  typeCode,
} from "./support/topUp.ts";
import { expectToast, toastsSeen } from "./support/toasts.ts";

const TRANSFER_CALL = /\/api\/members\/eon\/transfer\/v2\/[a-z]+$/;

test.describe("happy path", () => {
  test.use({ username: "zaldy.ecal" });
  test("P03 P04 P05 P06 Q01 Q03 O06 S02 W11 S145 a top-up is approved by its code and every book agrees to the centavo", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    bank,
  }) => {
    const before = await cardBalances(page, database, member, bank.sandboxUrl);
    expect(before.screen).toBe(before.ledger);
    expect(before.issuer).toBe(before.ledger);

    // From the account itself: it stands in the form already.
    const balances = page.getByRole("region", { name: "Account Balances" });
    const savings = balances.getByRole("listitem").filter({ hasText: "Savings Deposit" });
    const from = /\d{12}/.exec((await savings.textContent()) ?? "")?.[0] ?? "none";
    await savings.getByRole("link", { name: /^Transfer from Savings Deposit/ }).click();
    await expect(page.getByLabel("Transfer from")).toHaveValue(from);
    const amount = page.getByLabel("Amount, in pesos");
    await amount.pressSequentially("1234.5");
    await expect(amount).toHaveValue("1,234.5");
    await amount.press("ArrowUp");
    await expect(amount).toHaveValue("1,234.61");
    await amount.press("ArrowDown");
    await page.getByRole("button", { name: "Transfer ₱1,234.50" }).click();
    await expect(page.getByText("Please review the details below")).toBeVisible();

    const held = await holdRequests(page, /\/api\/otp\/send$/);
    const dialog = page.getByRole("dialog", { name: "Verify One-Time Password" });
    const code = await sandbox.codeAfter(member.mobileNumber, async () => {
      await send(page);
      // Until a code is sent the order is locked, and nothing else is asked.
      await expect(page.locator("button[aria-busy='true']")).toHaveText(/Sending/);
      await expect(dialog).toBeHidden();
      held.release();
    });
    await expect(dialog).toContainText(`+63******${member.mobileNumber.slice(-4)}`);
    await expect(dialog).toContainText("It approves ₱1,234.50 to your card");
    await expect(dialog.getByRole("button", { name: /^RESEND IN \(\d+ SECS?\)$/ })).toBeVisible();
    await typeCode(page, code);

    await expect(heading(page, "Transfer sent")).toBeVisible();
    const receipt = page.locator("article.receipt");
    for (const term of ["Transfer From", "Transfer To", "Transfer via"])
      await expect(receipt).toContainText(term);
    await expect(receipt).toContainText("₱1,234.50");
    await expect(receipt).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} (AM|PM)/);
    const reference = /OT\d{6}-\d+/.exec(page.url())?.[0] ?? "none";
    await expect(receipt).toContainText(reference);
    await expect(page.getByRole("button", { name: /unread/ }).first()).toBeVisible();

    await page.goBack();
    await expect(heading(page, "Transfer Funds")).toBeHidden();
    const after = await cardBalances(page, database, member, bank.sandboxUrl);
    expect(after.ledger).toBe(before.ledger + 1_234_50n);
    expect(after.issuer).toBe(after.ledger);
    expect(after.screen).toBe(after.ledger);

    await page.goto("/transaction-history");
    const row = page.getByRole("link", { name: new RegExp(reference) });
    await expect(row).toContainText("+₱1,234.50");
    await row.click();
    await expect(heading(page, "Transfer sent")).toBeVisible();
    await page.getByRole("link", { name: "Send again" }).click();
    await expect(page.getByLabel("Transfer from")).toHaveValue(from);
    await expect(amount).toHaveValue("");
  });
});

test.describe("wrong codes", () => {
  test.use({ username: "arnel.gacutan" });
  test("Q02 Q03 S046 after three wrong codes only a new one helps, also where the server has closed the last", async ({
    signedInTab: page,
    context,
    sandbox,
    member,
    database,
    guard,
    clock,
  }) => {
    guard.expectMessage(/401/);
    await context.clock.install();
    await review(page, "20");
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    const wrong = code === "111111" ? "222222" : "111111";
    for (const left of ["2 tries left", "1 try left"]) {
      await typeCode(page, wrong);
      await expect(page.getByText(left)).toBeVisible();
      await expect(page.getByLabel("6-digit code")).toHaveValue("");
    }
    await typeCode(page, wrong);
    await expect(page.getByText("Invalid OTP attempt reached.")).toBeVisible();
    await expect(page.getByLabel("6-digit code")).toHaveCount(0);
    await expectAccessible(page);

    const resend = page.getByRole("button", { name: "RESEND OTP NOW" });
    const passMinute = async (minutes: number) => {
      clock.ahead(minutes * 61);
      await context.clock.fastForward("01:01");
    };
    await passMinute(1);
    await sandbox.codeAfter(member.mobileNumber, () => resend.click());
    await expectToast(page, "New OTP code sent");
    await expect(page.getByLabel("6-digit code")).toBeVisible();

    // As a code for something else in another tab closes it.
    await database.query(
      "update otp_challenge set closed_at = now() where member_id = (select id from member where username = $1)",
      [member.username],
    );
    await passMinute(2);
    const next = await sandbox.codeAfter(member.mobileNumber, () => resend.click());
    await expectToast(page, "New OTP code sent");
    await typeCode(page, next);
    await expect(heading(page, "Transfer sent")).toBeVisible();
  });
});

test.describe("the issuer does not answer", () => {
  test.use({ username: "vicente.pangilin" });
  test("P05 S101 a top-up without an answer is being checked, and credited without a reload", async ({
    signedInTab: page,
    sandbox,
    member,
    clock,
    database,
  }) => {
    await sandbox.fault("issuer", "down");
    await review(page, "75.25");
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    await expectFirstAnswer(page);
    await expect(heading(page, "We are still checking this transfer")).toBeVisible();
    await expect(page.getByText("Do not send it again.")).toBeVisible();
    await expectAccessible(page);

    await sandbox.fault("issuer", "ok");
    clock.ahead(31);
    await expect(heading(page, "Transfer sent")).toBeVisible();
    await expect(page.getByText("The money is on your card and can be used now.")).toBeVisible();
    expect(await statesOf(database, member, 75_25n)).toEqual(["credited"]);
  });
});

test.describe("refused by the issuer", () => {
  test.use({ username: "catherine.ramos" });
  test("a refused top-up says that the money is back, and it is", async ({
    signedIn: page,
    sandbox,
    member,
    database,
    bank,
  }) => {
    await expect(page.locator(".acct .amt").first()).toHaveText(/₱/);
    const before = await page.locator(".acct .amt").allTextContents();
    await sandbox.fault("issuer", "reject");
    await review(page, "30");
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    await expect(heading(page, "Transfer not completed")).toBeVisible();
    await expect(
      page.getByText("The money is back in your account, with nothing taken."),
    ).toBeVisible();
    expect(await statesOf(database, member, 30_00n)).toEqual(["returned"]);
    const { ledger, issuer } = await cardBalances(page, database, member, bank.sandboxUrl);
    expect(issuer).toBe(ledger);
    await expect(page.locator(".acct .amt")).toHaveText(before);
  });
});

test.describe("the issuer answers late", () => {
  test.use({ username: "wilfredo.padilla" });
  test("S101 an issuer that answers late credits once", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    bank,
  }) => {
    const before = await cardBalances(page, database, member, bank.sandboxUrl);
    await sandbox.fault("issuer", "late", { delaySeconds: 2 });
    await review(page, "42");
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    await expect(heading(page, "Transfer sent")).toBeVisible();
    await sandbox.fault("issuer", "ok");
    const after = await cardBalances(page, database, member, bank.sandboxUrl);
    expect(after.ledger).toBe(before.ledger + 42_00n);
    expect(after.issuer).toBe(after.ledger);
    expect(after.screen).toBe(after.ledger);
    expect(await statesOf(database, member, 42_00n)).toEqual(["credited"]);
  });
});

test.describe("reload on the way", () => {
  test.use({ username: "sheila.guzman" });
  test("O05 on a phone the review begins at its top, and what a press of its button met is shown", async ({
    signedInTab: page,
    guard,
  }) => {
    guard.expectMessage(/ERR_FAILED/);
    await page.setViewportSize({ width: 390, height: 600 });
    await review(page, "40");
    await expect(heading(page, "Transfer Funds")).toBeInViewport();
    await page.route(/\/api\//, (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.locator(".decide").getByRole("button").click();
    await expect(page.locator(".decision").getByRole("alert")).toBeInViewport({ ratio: 1 });
  });

  test("S091 a reload before the answer asks after the same order, which was taken once", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
  }) => {
    await review(page, "44");
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    const keys: (string | undefined)[] = [];
    let holdBack = true;
    await page.route(TRANSFER_CALL, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const response = await route.fetch();
      if (!holdBack) return route.fulfill({ response });
      holdBack = false;
      await page.reload();
      return undefined;
    });
    await typeCode(page, code);
    await expect(heading(page, "Transfer sent")).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await statesOf(database, member, 44_00n)).toEqual(["credited"]);
  });
});

test.describe("lost answer", () => {
  test.use({ username: "isagani.bautista" });
  test("S091 a lost answer is asked for again under the same key: one transfer", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(/ERR_FAILED/);
    const keys: (string | undefined)[] = [];
    await page.route(TRANSFER_CALL, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const response = await route.fetch();
      await (keys.length === 1 ? route.abort() : route.fulfill({ response }));
    });
    await review(page, "45");
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    await expect(heading(page, "Transfer sent")).toBeVisible();
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(await statesOf(database, member, 45_00n)).toEqual(["credited"]);
  });
});

test.describe("pressed twice", () => {
  test.use({ username: "daisy.soliman" });
  test("S091 P04 double clicks, Enter with a click and Back, also on the way, make one transfer of one code", async ({
    signedIn: page,
    sandbox,
    member,
    database,
  }) => {
    await page.goto("/transfer-funds?to=own");
    await fill(page, "46");
    await page.getByLabel("Amount, in pesos").press("Enter");
    await expect(page.getByText("Please review the details below")).toBeVisible();
    const known = (await codesTo(sandbox, member)).length;
    const transfer = page.getByRole("button", { name: "Transfer", exact: true });
    const code = await sandbox.codeAfter(member.mobileNumber, () => transfer.dblclick());
    const answer = gate();
    await page.route(TRANSFER_CALL, async (route) => {
      const response = await route.fetch();
      await answer.opened;
      await route.fulfill({ response });
    });
    const order = page.waitForRequest(TRANSFER_CALL);
    await typeCode(page, code);
    await order;
    // While the order is under way Back leads nowhere, and its answer to the receipt.
    await page.goBack();
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toMatch(/review/);
    await expect(page.getByRole("dialog", { name: "Verify One-Time Password" })).toBeVisible();
    answer.open();
    await expect(heading(page, "Transfer sent")).toBeVisible();
    expect(await codesTo(sandbox, member)).toHaveLength(known + 1);
    await page.goBack();
    await page.goForward();
    await expect(heading(page, "Transfer sent")).toBeVisible();
    expect(await statesOf(database, member, 46_00n)).toEqual(["credited"]);
  });
});

test.describe("two tabs", () => {
  test.use({ username: "elena.ocampo" });
  test("S091 the same order in two tabs is approved once by its one code", async ({
    signedInTab: page,
    context,
    sandbox,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(/4(01|09|22)/);
    await review(page, "47");
    const other = await context.newPage();
    await other.goto("/transfer-funds");
    await expect(other.getByText("We kept this transfer.")).toBeVisible();
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    // The dialog opens once the code is kept, where the other tab finds it.
    await expect(page.getByLabel("6-digit code")).toBeVisible();
    await send(other);
    await expect(other.getByLabel("6-digit code")).toBeVisible();
    await typeCode(page, code);
    await expect(heading(page, "Transfer sent")).toBeVisible();
    await typeCode(other, code);
    await expect(other.getByText("Invalid OTP").first()).toBeVisible();
    expect(await statesOf(database, member, 47_00n)).toEqual(["credited"]);
  });
});

test.describe("back from the review", () => {
  test.use({ username: "maria.santos" });
  test("Q02 coming back within the countdown opens the code that was sent", async ({
    signedIn: page,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await review(page, "48");
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    const wrong = code === "111111" ? "222222" : "111111";
    await typeCode(page, wrong);
    await expect(page.getByText("2 tries left")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    // The browser's own Back leads to the form, with everything in it, and Forward to no review that was left.
    await page.goBack();
    await expect(page.getByRole("button", { name: "Transfer ₱48.00" })).toBeVisible();
    await page.goForward();
    await page.getByRole("button", { name: "Transfer ₱48.00" }).click();
    await expect(page.getByText("Please review the details below")).toBeVisible();
    await page.reload();
    await send(page);
    await expect(page.getByRole("button", { name: /^RESEND IN/ })).toBeVisible();
    await typeCode(page, wrong);
    await expect(page.getByText("1 try left")).toBeVisible();
    await typeCode(page, code);
    await expect(heading(page, "Transfer sent")).toBeVisible();
    expect(await toastsSeen(page)).not.toContain("Your transfer is being processed.");
    await page.goBack();
    await expect(heading(page, "Member Dashboard")).toBeVisible();
  });
});
