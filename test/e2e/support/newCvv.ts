import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import type { Plastic, SandboxClient } from "#test/client/sandboxClient.ts";
import { expectAccessible } from "./axe.ts";
import type { DemoPerson } from "./demoMembers.ts";
import { expectToast } from "./toasts.ts";
import { typeCode } from "./topUp.ts";

/** Luhn-valid, and nobody's. */
export const NOBODYS = "4000009999999991";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Neither in what the browser keeps nor in what stands in the page (S086). */
export async function expectKeptNowhere(page: Page, secrets: readonly string[]): Promise<void> {
  const kept = await page.evaluate(async () => {
    const answer = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("IndexedDB cannot be read")));
      });
    const stored: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        stored.push(await answer(rows.getAll()), await answer(rows.getAllKeys()));
      }
      database.close();
    }
    return JSON.stringify([
      stored,
      await caches.keys(),
      Object.entries(sessionStorage),
      Object.entries(localStorage),
      history.state,
      location.href,
      document.cookie,
      document.documentElement.outerHTML,
      [...document.querySelectorAll("input")].map((input) => input.value),
    ]).replaceAll(/[\s\u00a0]/g, "");
  });
  for (const secret of secrets) expect(kept).not.toContain(secret);
}

/** Makes a new CVV, after all that may stand against it, and looks at it. */
export async function changeCvv(
  page: Page,
  { sandbox, member, plastic }: { sandbox: SandboxClient; member: DemoPerson; plastic: Plastic },
): Promise<void> {
  await page.getByRole("link", { name: "Change Card's CVV" }).click();
  await generate(page, plastic);
  await expectKeptNowhere(page, [plastic.cardNumber]);
  await comeBack(page);
  const show = () => button(page, "Show new CVV").click();
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, show));
  const [printed] = await sandbox.plastics({ token: plastic.token });
  const digits = page.locator(".cvv-digits");
  await expect(digits).toHaveText(printed?.cvv ?? "");
  expect(printed?.cvv).not.toBe(plastic.cvv);
  const countdown = page.getByRole("timer");
  await expect(countdown).toHaveText(/^It disappears in \d+ seconds?\.$/);
  await expect(countdown).not.toHaveText((await countdown.textContent()) ?? "");
  // Nothing of it can be taken along.
  await digits.dblclick();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await expectAccessible(page);
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await expect(digits).toHaveCount(0);
  await expect(page.getByText("The CVV is no longer shown.")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(printed?.cvv ?? "");
  await expectKeptNowhere(page, [plastic.cardNumber, `"${printed?.cvv}"`]);
  await page.getByRole("link", { name: "Card Settings" }).last().click();
  await expect(button(page, "Maximum Limit Per Day Reached")).toBeVisible();
}

/** Asked before it is made; what is refused is said where it is mended. */
async function generate(page: Page, plastic: Plastic): Promise<void> {
  const number = page.getByLabel("Card number");
  // Row U06: any no but the daily limit's is said with the server's words.
  const notNow = "The card issuer is not available.";
  await page.route(/\/cvv\/v2\/generate/, (route) =>
    route.fulfill({ status: 503, json: { status: false, message: notNow } }),
  );
  const make = async (typed: string) => {
    await number.fill(typed);
    await button(page, "Generate New CVV").click();
    const question = page.getByRole("alertdialog", { name: "Make a new CVV?" });
    await expect(question).toContainText("The CVV you have stops working at once");
    await question.getByRole("button", { name: "Generate New CVV" }).click();
  };
  await number.fill(plastic.cardNumber);
  await button(page, "Generate New CVV").click();
  await button(page, "Cancel").click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await make(plastic.cardNumber);
  await expectToast(page, notNow);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await make(NOBODYS);
  await expect(page.getByText(`Invalid ${brand.cardDisplayName}`)).toBeVisible();
  await make(plastic.cardNumber);
  await expect(page.getByText("Your new CVV is ready")).toBeVisible();
}

/** Decisions 5: the day's limit is said also while the new one was not looked at, and keeps nobody from that. */
async function comeBack(page: Page): Promise<void> {
  await page.goto("/card-settings");
  await expect(button(page, "Maximum Limit Per Day Reached")).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.goto("/change-cvv");
  const limit = page.getByRole("alertdialog", { name: "Daily Limit Reached" });
  await expect(limit).toContainText("You have not looked at your new CVV yet.");
  await limit.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL(/\/card-settings$/);
  await page.getByRole("link", { name: "Show new CVV" }).click();
  await expect(page.getByText("Your new CVV is ready")).toBeVisible();
}
