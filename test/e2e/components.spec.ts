import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./support/fixtures.ts";
import { payment, reviewBank } from "./support/sendMoney.ts";
import { send, typeCode } from "./support/topUp.ts";

const amountOf = (page: Page) => page.getByLabel("Amount, in pesos");

/** After a change the field puts its caret once more, in a later turn: until then a choice of ours may be undone. */
const caretStands = (amount: Locator) =>
  amount.evaluate(() => new Promise((resolve) => setTimeout(resolve)));

test.describe("the amount field", () => {
  test.use({ username: "elena.ocampo" });
  test("W15 P06 takes the amounts that people paste and type, drops what is no figure, and the caret stays where it was", async ({
    signedInTab: page,
  }) => {
    await page.goto("/transfer-funds?to=own");
    const amount = amountOf(page);
    for (const [pasted, shown] of [
      ["PHP 2,500", "2,500"],
      ["₱2,500.00", "2,500.00"],
      ["-1234.5", "-1,234.5"],
      ["P1,000.00", "1,000.00"],
      ["Php 1,000.00", "1,000.00"],
    ] as const) {
      await amount.fill("");
      await amount.focus();
      await page.keyboard.insertText(pasted);
      await expect(amount).toHaveValue(shown);
    }
    await amount.fill("");
    await amount.pressSequentially("1a2-3e.4.5");
    await expect(amount).toHaveValue("123.45");
    await caretStands(amount);
    await amount.fill("123456");
    await caretStands(amount);
    await amount.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
    await page.keyboard.type("9");
    await expect(amount).toHaveValue("1,239,456");
    expect(await amount.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
    await amount.fill("1.00");
    await amount.press("ArrowUp");
    await expect(amount).toHaveValue("1.11");
    await amount.press("ArrowDown");
    await amount.press("ArrowDown");
    await expect(amount).toHaveValue("0.89");

    // Of what is no amount nothing is picked out.
    for (const pasted of [
      "1234.567",
      "1e3",
      "12,34",
      "1,0000",
      "2,5000.00",
      "1.000,50",
      "1234567890123",
      "five",
    ]) {
      await amount.fill("75.25");
      await caretStands(amount);
      await amount.selectText();
      await page.keyboard.insertText(pasted);
      await expect(amount).toHaveValue("");
      await expect(amount).toHaveAccessibleDescription(/two decimals at most/);
      await expect(page.getByRole("status").getByText(/two decimals at most/)).toBeAttached();
    }
    await amount.press("ArrowUp");
    await expect(amount).not.toHaveAccessibleDescription(/two decimals at most/);
    // Figures put among others are more figures: the commas there are the field's own.
    await amount.fill("1234");
    await caretStands(amount);
    await page.keyboard.insertText("56");
    await expect(amount).toHaveValue("123,456");
    await amount.fill("");
    await amount.pressSequentially("1,234,567");
    await amount.press("Tab");
    await expect(amount).toHaveValue("1,234,567.00");
    await amount.fill("");
    await amount.pressSequentially("75.2");
    await expect(amount).toHaveValue("75.2");
    await expect(amount).not.toHaveAttribute("aria-invalid", "true");

    // What is below nothing is said to be, and is never sent as something else.
    for (const typed of ["-5", "-1,250.50"]) {
      await amount.fill("");
      await amount.pressSequentially(typed);
      await expect(amount).toHaveValue(typed);
      await amount.press("Tab");
      await expect(amount).toHaveValue(typed);
      await expect(amount).toHaveAccessibleDescription(/Enter ₱1\.00 or more/);
    }
    await amount.press("Home");
    await amount.press("Backspace");
    await expect(amount).toHaveValue("1,250.50");
    await expect(amount).not.toHaveAttribute("aria-invalid", "true");
  });

  test("S156 zeros in front of an amount are said at the field of every transfer, and are none of 0.50", async ({
    signedInTab: page,
  }) => {
    for (const to of ["own", "bank", "card"]) {
      await page.goto(`/transfer-funds?to=${to}`);
      const amount = amountOf(page);
      await amount.fill("0005.00");
      await amount.press("Tab");
      await expect(amount).toHaveAccessibleDescription(/zeros in front of the amount/);
      await amount.fill("0.50");
      await amount.press("Tab");
      await expect(amount).toHaveAccessibleDescription(/Enter ₱1\.00 or more/);
      await amount.fill("5.00");
      await expect(amount).not.toHaveAccessibleDescription(/zeros|Enter/);
    }
  });
});

test.describe("text as large as it gets, on a phone", () => {
  test.use({ username: "elena.ocampo", viewport: { width: 360, height: 780 } });
  test("W15 S174 an amount is seen whole in its field, and a result from its head on", async ({
    signedInTab: page,
    sandbox,
    member,
  }) => {
    const enlarge = (to: string) =>
      page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), to);
    const expectWhole = async (field: Locator, shown: string) => {
      await expect(field).toHaveValue(shown);
      const { width, room, size } = await field.evaluate((input: HTMLInputElement) => ({
        width: input.scrollWidth,
        room: input.clientWidth,
        size: parseInt(getComputedStyle(input).fontSize),
      }));
      expect(width, shown).toBeLessThanOrEqual(room);
      expect(size, shown).toBeGreaterThan(12);
    };
    const amounts = [
      ["1234.56", "1,234.56"],
      ["1250000.00", "1,250,000.00"],
      ["999999999999.99", "999,999,999,999.99"],
    ] as const;
    for (const [path, label] of [
      ["/transfer-funds?to=bank", "Amount, in pesos"],
      ["/apply", "Amount of Loan, in pesos"],
    ] as const) {
      await page.goto(path);
      const amount = page.getByLabel(label);
      for (const size of ["125%", "156%", "200%"]) {
        await amount.waitFor();
        await enlarge(size);
        for (const [typed, shown] of amounts) {
          await amount.fill(typed);
          await expectWhole(amount, shown);
        }
      }
    }

    await reviewBank(page, payment("101.37"));
    await enlarge("156%");
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
    const result = page.getByRole("dialog");
    await expect(result.getByRole("button", { name: "View receipt" })).toBeAttached();
    await expect(result.getByText("₱101.37")).toBeInViewport({ ratio: 1 });
    await expect(result.getByRole("heading")).toBeInViewport({ ratio: 1 });
    expect(await result.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  });
});

test.describe("what a member sets", () => {
  test.use({ username: "maria.santos" });
  test("theme, text size and covered amounts are as they were after a reload", async ({
    signedIn: page,
    context,
    bank,
  }) => {
    await context.addCookies([{ name: "prefs", value: "dark.large", url: bank.portalUrl }]);
    await page.evaluate(() => localStorage.setItem("amounts-hidden", "1"));
    await page.reload();
    const root = page.locator("html");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
    await expect(root).toHaveAttribute("data-theme", "dark");
    await expect(root).toHaveAttribute("data-text", "large");
    await expect(page.getByRole("main")).not.toContainText(/₱\s?\d/);
  });
});
