import { chromium, expect } from "@playwright/test";
import { brand } from "#brand";
import { BROWSER_ARGS, findTestBrowser } from "#scripts/findBrowser.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { loginPage } from "./support/loginPage.ts";

test.describe("in Filipino", () => {
  test.use({ username: "kenneth.quinto" });
  test("a member changes the language, keeps what was typed and signs in", async ({
    page,
    sandbox,
    member,
  }) => {
    const login = loginPage(page);
    await login.open();
    await login.username.fill(member.username);
    await login.password.fill(brand.demoPassword);
    await page.getByText("FIL", { exact: true }).click();
    await expect(login.heading).toHaveText("Login ng Miyembro");
    await expect(login.username).toHaveValue(member.username);
    const text = await sandbox.textAfter(member.mobileNumber, () => login.password.press("Enter"));
    await expect(page.locator("input[autocomplete=one-time-code]")).toBeFocused();
    await page.keyboard.type(/\d{6}/.exec(text)?.[0] ?? "");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "fil");
  });
});

test("S016 an address without encryption asks for nothing and sends nothing", async ({ bank }) => {
  const { executablePath, env } = await findTestBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...BROWSER_ARGS, "--host-resolver-rules=MAP portal.example.test 127.0.0.1"],
  });
  try {
    const page = await (await browser.newContext()).newPage();
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) calls.push(request.url());
    });
    await page.goto(`http://portal.example.test:${bank.port}/login`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/secure/i);
    await expect(page.locator("input")).toHaveCount(0);
    await expectAccessible(page);
    expect(calls).toEqual([]);
  } finally {
    await browser.close();
  }
});
