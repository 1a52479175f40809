import { expect } from "@playwright/test";
import { expectAboveButton } from "./support/aboveButton.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { fillBank, payment } from "./support/sendMoney.ts";
import { toastsSeen } from "./support/toasts.ts";
import { heading, typeCode } from "./support/topUp.ts";

test.describe("on days to come", () => {
  test.use({ username: "zaldy.ecal" });
  test("S287 S289 a top-up is scheduled from the form, approved once, skipped, paused and ended on its page", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
  }) => {
    await page.goto("/schedules");
    await expect(page.getByText("Nothing is scheduled")).toBeVisible();
    await page.getByRole("link", { name: "Schedule a transfer" }).click();
    await expect(page.getByLabel("When", { exact: true })).toBeVisible();
    await page.goto("/transfer-funds?to=own");
    await page.getByLabel("Transfer from").selectOption({ index: 1 });
    const amount = page.getByLabel("Amount, in pesos");
    const when = page.getByLabel("When", { exact: true });
    const nothingToday = page.getByText("Nothing leaves today");
    await amount.fill("10");
    await expect(page.getByText("Left in account")).toBeVisible();
    await expect(nothingToday).toHaveCount(0);
    await page.getByText("When: Now").click();
    await when.selectOption("Every month");
    await expect(page.getByText("When: Every month")).toBeVisible();
    await expect(nothingToday).toBeVisible();
    await expect(page.getByText("Left in account")).toHaveCount(0);
    // More than there is: what there will be on the day nobody knows.
    await amount.fill("98,765.43");
    await page.getByRole("button", { name: "Transfer ₱98,765.43" }).click();
    await expect(page.getByText("Please review the details below")).toBeVisible();
    await expect(page.getByText("You are scheduling")).toBeVisible();
    await expect(page.getByText("Next dates")).toBeVisible();
    await expectAccessible(page);

    const code = await sandbox.codeAfter(member.mobileNumber, () =>
      page.getByRole("button", { name: "Schedule", exact: true }).click(),
    );
    await typeCode(page, code);
    await expect(heading(page, "Scheduled transfers")).toBeVisible();
    // Said on the page, and over nothing that one needs.
    const made = page.getByRole("status").filter({ hasText: "Your transfer is scheduled." });
    await expect(page.getByRole("main").locator(made)).toBeVisible();
    await expect(page.getByText("Just made")).toBeVisible();
    await expect(page.getByText(/^From Capital Contribution ••••\s\d{4}$/)).toBeVisible();
    expect(await toastsSeen(page)).toEqual([]);
    await expect(page.getByText("₱98,765.43 at most each time")).toBeVisible();
    await expectAccessible(page);
    const stateIs = async (state: string) => {
      const { rows } = await database.query<{ state: string }>(
        "select state from transfer_schedule where amount_centavos = 9876543",
      );
      expect(rows).toEqual([{ state }]);
    };
    await stateIs("active");

    const next = page.getByText(/^Next: /);
    const first = await next.textContent();
    await page.getByRole("button", { name: "Skip the next" }).click();
    const sure = page.getByRole("dialog", { name: "Skip the next transfer?" });
    await expect(sure).toContainText("This cannot be undone");
    await sure.getByRole("button", { name: "Skip the next" }).click();
    await expect(page.getByText(": Skipped")).toBeVisible();
    // What was done last is said, and no more what was done before it.
    const done = (text: string) => page.getByRole("main").getByRole("status").getByText(text);
    await expect(done("is skipped. The days after it stay.")).toBeVisible();
    await expect(made).toHaveCount(0);
    await expect(next).not.toHaveText(first ?? "");
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await expect(made).toHaveCount(0);
    const ifResumed = await page
      .getByText(/^If you resume it now, the next is sent on /)
      .textContent();
    await page.reload();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await expect(done("Resumed. It is sent on its days again.")).toBeVisible();
    await expect(made).toHaveCount(0);
    const nextOn = (await next.textContent())?.replace("Next: ", "") ?? "";
    expect(ifResumed).toContain(`on ${nextOn}.`);
    const another = page.getByRole("link", { name: "Schedule a transfer" });
    await expect(another).toHaveAttribute("href", "/transfer-funds");
    await page.getByRole("button", { name: "End", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "End this scheduled transfer?" });
    await dialog.getByRole("button", { name: "End", exact: true }).click();
    await expect(page.getByText("You ended it.")).toBeVisible();
    // The button that was pressed has gone.
    const schedule = page.getByRole("heading", { level: 2 });
    await expect(schedule).toBeFocused();
    await expect(schedule).toBeInViewport({ ratio: 1 });
    await stateIs("ended");

    await page.goto("/transfer-funds");
    await amount.fill("10");
    const ofNow = page.getByText(
      /^(?:By|Expected by) |Usually within a minute|more to other banks today/,
    );
    await expect(page.getByText("Left on your card")).toBeVisible();
    await expect(ofNow).toHaveCount(3);
    // The hours are a rule for any day: folded, as the choice says the day itself.
    await expect(page.getByText("at the latest within two banking days")).toBeHidden();
    await page.getByText("When: Now").click();
    await when.selectOption("Once, on a day you choose");
    await expect(nothingToday).toBeVisible();
    await expect(page.getByText("Left on your card")).toHaveCount(0);
    await expect(ofNow).toHaveCount(0);
    await expect(page.getByText("₱5.00").first()).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("the review of what goes again and again", () => {
  test.use({ username: "isagani.bautista" });
  test("on a phone its total stands above its button", async ({ signedInTab: page }) => {
    await fillBank(page, payment("2500"));
    await page.getByText("When: Now").click();
    await page.getByLabel("When", { exact: true }).selectOption("Every month");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText(/2\d{3} …$/)).toBeVisible();
    await expectAboveButton(page, page.locator(".sheet-rows .total"));
  });
});
