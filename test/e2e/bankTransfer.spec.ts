import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import { expectAboveButton } from "./support/aboveButton.ts";
import { expectAccessible } from "./support/axe.ts";
import { cutAfter } from "./support/cutAfter.ts";
import { checkAsStranger } from "./support/checkAsStranger.ts";
import { test } from "./support/fixtures.ts";
import { fillBank, reviewBank, TO, transfersOf, payment } from "./support/sendMoney.ts";
import { standInForShare } from "./support/shareOfPhone.ts";
import { heading, send, typeCode } from "./support/topUp.ts";

const ORDER_CALL = /\/api\/members\/eon\/transfer\/v2\/bank(\/instapay)?$/;

const result = (page: Page) =>
  page.getByRole("dialog", { name: /being processed|Transfer sent|Transfer not completed/ });

async function viewReceipt(page: Page): Promise<void> {
  await result(page).getByRole("button", { name: "View receipt" }).click();
  await expect(result(page)).toHaveCount(0);
}

test.describe("by keyboard, to the receipt and again", () => {
  test.use({ username: "arnel.gacutan" });
  test("O02 O03 O04 O05 O06 O07 O09 Q01 Q03 a member sends by InstaPay and finds everything again", async ({
    signedInTab: page,
    context,
    sandbox,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(/otp\/verify|ERR_INTERNET_DISCONNECTED|WebSocket connection/);
    await test.step("the form begins with another bank and PESONet; the method decides the banks", async () => {
      await page.goto("/transfer-funds");
      await expect(page.getByRole("radio", { name: /^Other Bank/ })).toBeChecked();
      const pesonet = page.getByRole("radio", { name: /^PESONet/ });
      await expect(pesonet).toBeChecked();
      await expect(page.getByText("₱5.00 per transaction").first()).toBeVisible();
      const bank = page.getByRole("combobox", { name: "Destination bank" });
      await bank.focus();
      await page.keyboard.type("bdo");
      await expect(page.locator("[role=option]").first()).toHaveText("BDO Unibank, Inc.");
      await page.keyboard.press("Enter");
      await expect(bank).toHaveValue("BDO Unibank, Inc.");
      await page.getByRole("radio", { name: /^InstaPay/ }).check();
      await expect(bank).toHaveValue("");
      await page.getByRole("radio", { name: new RegExp(`^${brand.product} VISA Card`) }).check();
      await page.getByRole("radio", { name: /^Other Bank/ }).check();
      await expect(pesonet).toBeChecked();
    });

    await test.step("what is wrong is said at its field; a number of unusual length is only doubted", async () => {
      await page.getByRole("radio", { name: /^InstaPay/ }).check();
      await page.getByLabel("Account number").fill("12AB");
      await expect(page.getByText("This field should only contain numbers")).toBeVisible();
      await page.getByLabel("Account name").fill("   ");
      await page.getByLabel("Amount, in pesos").fill("50000.01");
      const next = page.getByRole("button", { name: "Next" });
      await page.keyboard.press("Enter");
      await expect(next).toHaveAttribute("aria-disabled", "true");
      await expect(page.getByRole("combobox", { name: "Destination bank" })).toBeFocused();
      await expect(page.getByLabel("Account name")).toHaveAccessibleDescription(
        /This field cannot be empty/,
      );
      await expect(page.getByLabel("Amount, in pesos")).toHaveAccessibleDescription(
        /The most you can send by InstaPay at a time is ₱50,000\.00/,
      );
      await expectAccessible(page);
      await page.keyboard.type("bdo");
      await page.keyboard.press("Enter");
      await page.getByLabel("Account number").fill("1234 5678");
      await page.getByLabel("Account name").fill("Maria L. Cordero");
      await expect(page.getByText(/usually have .* digits; you typed 8/)).toBeVisible();
      const amount = page.getByLabel("Amount, in pesos");
      await amount.fill("");
      await amount.pressSequentially("1234.5");
      await amount.press("ArrowUp");
      await expect(amount).toHaveValue("1,234.61");
      await expect(page.getByText("₱1,244.61")).toBeVisible();
      await expect(next).not.toHaveAttribute("aria-disabled");
    });

    await page.getByLabel("Account number").fill(TO.credited);
    await page.getByLabel("Amount, in pesos").fill("101.25");
    await page.keyboard.press("Enter");

    const code = await test.step("the review has all of it, grouped", async () => {
      await expect(page.getByText("Please review the details below")).toBeVisible();
      const sheet = page.locator(".sheet-rows");
      await expect(sheet).toContainText(/BDO Unibank, Inc\.Account Number1094 5054 2671/);
      await expect(sheet).toContainText("₱111.25");
      await expect(sheet).toContainText(/Left on your card₱[\d,]+\.\d\d/);
      await expectAboveButton(page, page.getByText("cannot be taken back."));
      return sandbox.codeAfter(member.mobileNumber, () => send(page));
    });
    const otp = page.getByRole("dialog", { name: "Verify One-Time Password" });
    await expect(otp).toContainText(
      "It approves ₱101.25 and a fee of ₱10.00 (₱111.25 in all) to Maria L. Cordero",
    );
    await test.step("a code that nobody could look at stays, and is sent again by a press", async () => {
      await page.route("**/otp/verify", (route) => route.abort(), { times: 1 });
      await typeCode(page, code);
      await expect(otp.getByRole("alert")).toHaveText("Connected again. Press Try again.");
      await expect(otp.getByLabel("6-digit code")).toHaveValue(code);
      await expectAccessible(page);
    });
    await test.step("an order that never left goes by itself once the connection is back", async () => {
      await cutAfter(context, "**/otp/verify");
      await otp.getByRole("button", { name: "Try again" }).click();
      await expect(otp.getByRole("alert")).toHaveText(/^You are offline\. Nothing was sent\./);
      await expect(otp.getByLabel("6-digit code")).toHaveValue(code);
      await context.setOffline(false);
    });

    await expect(result(page)).toContainText(/IP\d{6}-/);
    await expect(result(page)).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} (AM|PM)/);
    await expectAccessible(page);
    await viewReceipt(page);
    await expect(heading(page, "Transfer sent")).toBeVisible();
    await expectAccessible(page);

    await test.step("the receipt is kept as PDF and as picture", async () => {
      const [transfer] = await transfersOf(database, member, 101_25n);
      const pdf = page.waitForEvent("download");
      await page.getByRole("button", { name: "PDF" }).click();
      const file = await pdf;
      expect(file.suggestedFilename()).toBe(`receipt-${transfer?.ref_no}.pdf`);
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
      const picture = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save image" }).click();
      const png = await readFile(await (await picture).path());
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(png.length).toBeGreaterThan(10_000);
      await checkAsStranger(context, database, transfer?.ref_no ?? "none");
    });

    await test.step("the picture goes to what the phone shares with; where that fails it is saved", async () => {
      const share = page.getByRole("button", { name: "Share" });
      await page.clock.install();
      const press = async (failure: string) => {
        // A press within a second is taken for the one before.
        await page.clock.fastForward(1_100);
        await page.evaluate(standInForShare, failure);
        await share.click();
        await expect(share).not.toHaveAttribute("aria-busy");
      };
      await press("");
      await expect
        .poll(() => page.evaluate(() => document.title))
        .toMatch(/^image\/png receipt-IP\d{6}-\d+\.png$/);
      const saved: string[] = [];
      page.on("download", (file) => void saved.push(file.suggestedFilename()));
      // Thought better of: nothing is saved either.
      await press("AbortError");
      const instead = page.waitForEvent("download");
      await press("NotAllowedError");
      await instead;
      expect(saved).toHaveLength(1);
    });

    await test.step("the payee is saved, offered, renamed and forgotten", async () => {
      await page.getByLabel("Your name for them").fill("Ate Maria");
      await page.getByRole("button", { name: "Save recipient" }).click();
      await expect(page.getByRole("button", { name: "Save recipient" })).toHaveCount(0);
      await page.getByRole("link", { name: "Make another transfer" }).click();
      await page.getByRole("button", { name: "Ate Maria" }).click();
      const chosen = page.getByRole("region", { name: "Send to", exact: true });
      await expect(chosen).toContainText("Ate Maria");
      await expect(chosen).toContainText("BDO Unibank, Inc. ••••\u00a02671");
      await expect(page.getByLabel("Amount, in pesos")).toBeFocused();
      await expect(page.getByLabel("Account number")).toHaveCount(0);
      await page.getByRole("radio", { name: /^PESONet/ }).check();
      await expect(chosen).toContainText("BDO Unibank, Inc.");
      await page.getByRole("radio", { name: /^InstaPay/ }).check();
      await expectAccessible(page);
      await chosen.getByRole("button", { name: "Change who receives it, now Ate Maria" }).click();
      await expect(page.getByLabel("Account number")).toHaveValue("1094 5054 2671");
      await expect(page.getByRole("combobox", { name: "Destination bank" })).toHaveValue(
        "BDO Unibank, Inc.",
      );
      await expect(page.getByRole("radio", { name: /^InstaPay/ })).toBeChecked();
      await page.getByRole("button", { name: "Manage" }).click();
      const people = page.getByRole("dialog", { name: "People you send to" });
      await expectAccessible(page);
      await people.getByRole("button", { name: "Rename Ate Maria" }).click();
      await people.getByLabel("Your name for them").fill("Tita Maria");
      await people.getByRole("button", { name: "Save" }).click();
      await expect(people.getByRole("button", { name: "Send to Tita Maria" })).toBeFocused();
      await people.getByRole("button", { name: "Forget Tita Maria" }).click();
      await page.keyboard.press("Tab");
      await expect(people.getByRole("button", { name: "Forget", exact: true })).toBeFocused();
      await people.getByRole("button", { name: "Forget", exact: true }).click();
      await expect(people.getByText("People you send to will be saved here.")).toBeVisible();
      await page.keyboard.press("Escape");
      // Forgotten is the name, not that money was sent there.
      const recents = page.getByRole("region", { name: "Send again to" });
      await expect(recents).not.toContainText("Tita Maria");
      await expect(recents.getByRole("button")).toHaveCount(1);
    });
  });
});

test.describe("PESONet and a report", () => {
  test.use({ username: "zaldy.ecal" });
  test("O08 O09 O11 by PESONet the receipt says by when it arrives, and a problem can be reported", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
  }) => {
    const called = page.waitForRequest(ORDER_CALL);
    await reviewBank(page, payment("55.5", { via: "PESONet" }));
    await expect(page.locator(".sheet-rows")).toContainText(/By \d{1,2}:\d{2} PM/);
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    expect((await called).url()).toMatch(/\/v2\/bank$/);
    await viewReceipt(page);
    await expect(heading(page, "Your transfer is being processed")).toBeVisible();
    await expect(page.getByText(/The receiving bank credits it by/)).toBeVisible();
    expect(await transfersOf(database, member, 55_50n)).toMatchObject([{ kind: "pesonet" }]);

    await page.getByRole("button", { name: "Report a problem" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "It went to a wrong account" }).check();
    await dialog.getByLabel("Tell us more").fill("The last digit is wrong.");
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog.getByText(/TC\d{6}-/).first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Your report: We are looking into it.")).toBeVisible();
  });
});

test.describe("refused by the other bank", () => {
  test.use({ username: "catherine.ramos" });
  test("O09 a transfer that the other bank refuses says why, and the money is back with the fee", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
  }) => {
    await reviewBank(page, payment("61", { accountNumber: TO.rejected }));
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    await expect(result(page)).toHaveAccessibleName("Transfer not completed");
    await expect(result(page)).toContainText("The money is back on your card, with the fee.");
    await viewReceipt(page);
    await expect(heading(page, "Transfer not completed")).toBeVisible();
    await expect(
      page.getByText("The money is back on your card, with the fee.").first(),
    ).toBeVisible();
    expect(await transfersOf(database, member, 61_00n)).toMatchObject([{ state: "returned" }]);
  });
});

test.describe("one transfer per intent", () => {
  test.use({ username: "daisy.soliman" });
  test("S091 double clicks, Enter with a click, Back and a reload make one transfer of one code", async ({
    signedIn: page,
    sandbox,
    member,
    database,
    guard,
  }) => {
    // What this is about.
    guard.expectMessage(/a press within a second of the last/);
    await fillBank(page, payment("62"));
    await page.getByRole("button", { name: "Next" }).dblclick();
    await expect(page.getByText("Please review the details below")).toBeVisible();
    const known = (await sandbox.texts(member.mobileNumber)).length;
    const transfer = page.getByRole("button", { name: "Transfer", exact: true });
    const code = await sandbox.codeAfter(member.mobileNumber, async () => {
      await transfer.focus();
      await page.keyboard.press("Enter");
      await transfer.click({ force: true, timeout: 1000 }).catch(() => undefined);
    });
    const keys: (string | undefined)[] = [];
    let holdBack = true;
    await page.route(ORDER_CALL, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const response = await route.fetch();
      if (!holdBack) return route.fulfill({ response });
      holdBack = false;
      await page.reload();
      return undefined;
    });
    await typeCode(page, code);
    await viewReceipt(page);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    // The receipt took the place of form and review: Back leaves for where the member came from.
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goForward();
    await expect(page.locator("article.receipt")).toContainText("₱62.00");
    await page.reload();
    await expect(page.locator("article.receipt")).toContainText("₱62.00");
    await expect(result(page)).toHaveCount(0);
    expect(await transfersOf(database, member, 62_00n)).toHaveLength(1);
    const codes = (await sandbox.texts(member.mobileNumber)).filter(({ text }) =>
      /is your .* code/.test(text),
    );
    expect(codes.length).toBeLessThanOrEqual(known + 1);
  });
});

test.describe("two tabs and a lost answer", () => {
  test.use({ username: "elena.ocampo" });
  test("S091 S090 the same order in two tabs, its answer lost, is one transfer", async ({
    signedInTab: page,
    context,
    sandbox,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(/4(01|09|22)|ERR_FAILED/);
    await reviewBank(page, payment("63"));
    const other = await context.newPage();
    await other.goto("/transfer-funds");
    await expect(other.getByText("We kept this transfer.")).toBeVisible();
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    // The dialog opens once the code is kept, where the other tab finds it.
    await expect(page.getByLabel("6-digit code")).toBeVisible();
    await send(other);
    await expect(other.getByLabel("6-digit code")).toBeVisible();
    const keys: (string | undefined)[] = [];
    await page.route(ORDER_CALL, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const response = await route.fetch();
      await (keys.length === 1 ? route.abort() : route.fulfill({ response }));
    });
    await typeCode(page, code);
    await expect(result(page)).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    await typeCode(other, code);
    await expect(other.getByText("Invalid OTP").first()).toBeVisible();
    expect(await transfersOf(database, member, 63_00n)).toHaveLength(1);
  });
});
