import { expect, test as base } from "@playwright/test";
import { type Sandbox, startSandbox } from "#sandbox/startSandbox.ts";
import { callRail, creditTransfers } from "#test/support/railBench.ts";
import { expectAccessible } from "./support/axe.ts";
import { guardPages } from "./support/pageGuard.ts";

const ACCOUNT = "990112345006";

/** A sandbox of the test's own, so that its faults strike nobody else. */
const test = base.extend<{ own: Sandbox }>({
  own: async ({ context }, use) => {
    const guard = await guardPages(context);
    const sandbox = await startSandbox({ port: 0, now: () => new Date() });
    await context.request.post(`${sandbox.url}/sandbox/cards`, {
      data: {
        cards: [{ accountNo: ACCOUNT, holder: "Juana Reyes", balance: "1000.00", cvv: "407" }],
        customers: [{ transactionId: "CI-1", status: "pending", name: "Paulo Cuevas" }],
        plastics: [
          { token: "tok-1", kind: "personalized", state: "ordered", nameOnCard: "LIZA SORIANO" },
        ],
      },
    });
    await context.request.post(`${sandbox.url}/sandbox/deliveries`, {
      data: { officeId: "8", count: 12 },
    });
    const at = { url: sandbox.url, now: Date.now() };
    const transfer = { reference: "IP261123-0000000001", accountNo: "101400001643" };
    const message = creditTransfers("INSTAPAY", [transfer]);
    await callRail(at, "POST", "/instapay/v1/messages", message);
    const file = creditTransfers("PESONET", [{ reference: "PN261123-0000000001" }]);
    await callRail(at, "PUT", "/pesonet/v1/files/one.xml", file);
    await use(sandbox);
    await sandbox.close();
    guard.check();
  },
});

for (const [width, colorScheme] of [
  [390, "dark"],
  [1280, "light"],
] as const) {
  test(`the sandbox page fits ${width} px in ${colorScheme} and everyone can use it`, async ({
    browser,
    own,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    await page.goto(own.url);
    await page.getByText("990112345006Juana Reyes").click();
    await page.getByText("Office 8: 12 kits").click();
    await expectAccessible(page);
    const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(contentWidth).toBeLessThanOrEqual(width);
    await context.close();
  });
}

test("a person makes the issuer fail, spends with a card and sees it without reloading", async ({
  page,
  own,
}) => {
  await page.goto(own.url);
  const issuer = page.getByRole("group", { name: "Mode of the Card issuer" });
  await issuer.getByRole("button", { name: "down" }).click();
  await expect(page.getByText("down: every request, until switched back")).toBeVisible();
  await expect(issuer.getByRole("button", { name: "down" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await issuer.getByRole("button", { name: "ok" }).click();

  await page.getByLabel("Amount in pesos").fill("250.00");
  await page.getByRole("button", { name: "Purchase" }).click();
  await expect(page.getByText("₱750.00")).toBeVisible();
  await page.getByLabel("Amount in pesos").fill("9000");
  await page.getByRole("button", { name: "Purchase" }).click();
  await expect(page.getByRole("status")).toHaveText("There is not enough on the card");
});

test("a person answers for another bank and runs PESONet's cycle", async ({ page, own }) => {
  await page.goto(own.url);
  await page.getByRole("button", { name: "Credit now: IP261123-0000000001" }).click();
  await expect(page.getByRole("status")).toHaveText("IP261123-0000000001: credited");
  await expect(page.getByText("1 transfer, 0 without a final answer")).toBeVisible();
  await page.getByRole("button", { name: "Run the cycle now" }).click();
  await expect(page.getByRole("status")).toHaveText("PESONet: 1 cleared, 0 answered");
  await page.getByRole("button", { name: "Let the banks answer now" }).click();
  await expect(page.getByText("Settled and answered")).toBeVisible();
  await expect(page.getByRole("button", { name: "Return now: PN261123-0000000001" })).toBeVisible();
});

test("a person decides for the issuer, has a card made, turns one over and withdraws with its PIN", async ({
  page,
  own,
}) => {
  await page.goto(own.url);
  const notice = page.getByRole("status");
  await page.getByRole("button", { name: "Reject Paulo Cuevas" }).click();
  await expect(notice).toHaveText("Paulo Cuevas: rejected");
  await expect(page.getByText("Nobody waits for a decision.")).toBeVisible();
  await page.getByRole("button", { name: "Produce the card of LIZA SORIANO" }).click();
  await expect(page.getByText("LIZA SORIANO: produced, not activated")).toBeVisible();

  await page.getByText("990112345006Juana Reyes").click();
  await expect(page.getByText("4000 0099 1234 5009")).toBeVisible();
  // A serial number may have these digits in it.
  await expect(page.getByText(/\b407\b/)).toBeHidden();
  await page.getByRole("button", { name: "Show CVV of the card 5009" }).click();
  await expect(page.getByText("CVV 407")).toBeVisible();

  const pin = page.getByLabel("PIN, to withdraw");
  await page.getByLabel("Amount in pesos").fill("100.00");
  await pin.fill("111112");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(notice).toHaveText("The PIN is wrong");
  await expect(pin).toHaveValue("");
  await expect(page.getByText("1 wrong PIN")).toBeVisible();
  await pin.fill("907060");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("₱882.00")).toBeVisible();
  await page.getByRole("button", { name: "Deactivate the card 5009" }).click();
  await expect(page.getByText("Deactivated (lost)")).toBeVisible();

  await page.getByLabel("Office number").fill("3");
  await page.getByRole("button", { name: "Deliver kits unasked" }).click();
  await expect(page.getByText("Office 3: 10 kits")).toBeVisible();
});

test("without scripts the page still shows and switches everything", async ({ browser, own }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(own.url);
  await page.getByRole("button", { name: "slow" }).first().click();
  await expect(page.getByRole("status")).toHaveText("sms: slow");
  await expect(page.getByText("₱1,000.00")).toBeVisible();
  await context.close();
});
