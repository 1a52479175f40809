import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { untilListening } from "./support/bells.ts";
import { setFeature } from "./support/features.ts";
import { test } from "./support/fixtures.ts";
import { holdRequests, watchCalls } from "./support/loginPage.ts";
import { resize } from "./support/showScreen.ts";

const SCREENS = [
  "/dashboard",
  "/transfer-funds?to=own",
  "/transaction-history",
  "/card-settings",
  "/apply",
  "/update-password",
  "/no-such-page",
];
const PUBLIC = [
  "/login",
  "/signup",
  "/forgot",
  "/forgot-password",
  "/terms-and-conditions",
  "/privacy",
];

const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });
const h1 = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

test("G01 G02 G03 G04 the sidebar names the member and leads to every screen", async ({
  signedIn: page,
  member,
}) => {
  const side = page.getByRole("complementary").filter({ has: menu(page) });
  await expect(side).toContainText(`${member.firstName} O. ${member.lastName}`);
  await expect(side).toContainText(member.username);
  await expect(side).toContainText(member.mobileNumber.slice(-4));
  await expect(side).not.toContainText(member.mobileNumber.slice(3, -4));
  await expect(side.getByRole("button", { name: "Log out" })).toBeVisible();
  const here = menu(page).locator("[aria-current='page']");
  await expect(here).toHaveText("Dashboard");
  for (const name of [
    "Apply for Loans",
    "Transfer Funds",
    "Card Settings",
    "Transaction History",
    "Safety",
    "Update Password",
  ]) {
    await menu(page).getByRole("link", { name }).click();
    await expect(h1(page, name)).toBeFocused();
    await expect(here).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`^${name} · `));
  }
  await expect(menu(page).getByRole("link", { name: /^Contact Us/ })).toHaveAttribute(
    "rel",
    "noopener noreferrer",
  );
});

test("G03 G08 a feature that is off leaves the menu, one that is disabled stays without leading anywhere", async ({
  signedInTab: page,
  database,
}) => {
  try {
    await setFeature(database, "transferFunds", "hidden");
    await setFeature(database, "cardSettings", "disabled");
    await setFeature(database, "cardSection", "hidden");
    await page.goto("/dashboard");
    await expect(menu(page).getByText("Card Settings")).toBeVisible();
    await expect(menu(page).getByText("Transfer Funds")).toHaveCount(0);
    await expect(menu(page).getByRole("link", { name: "Card Settings" })).toHaveCount(0);
    await expect(menu(page).getByText("Transaction History")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Card", exact: true })).toHaveCount(0);
    await expectAccessible(page);
    const calls = watchCalls(page);
    for (const path of ["/transfer-funds", "/card-settings"]) {
      await page.goto(path);
      await expect(h1(page, "Not authorized")).toBeVisible();
      await expect(
        page.getByText("Sorry, you are not authorized to access this page."),
      ).toBeVisible();
      await expect(
        page.getByText("This part of the portal is switched off at the moment."),
      ).toBeVisible();
      await expect(page.getByRole("main").locator("a[href^='tel:']")).not.toHaveCount(0);
    }
    // Nothing that is off was asked for, not even while the page was young.
    expect(calls.filter((call) => /card\/details|transfer/.test(call))).toEqual([]);
    await page.setViewportSize({ width: 390, height: 780 });
    const tabs = page.getByRole("navigation", { name: "Shortcuts" });
    await expect(tabs.getByRole("link")).toHaveText(["Dashboard", "Loans", "Safety", "Contact"]);
  } finally {
    for (const name of ["transferFunds", "cardSettings", "cardSection"]) {
      await setFeature(database, name, "on");
    }
  }
});

test("G02 G03 J07 nobody is led to what is switched off", async ({
  signedInTab: page,
  database,
}) => {
  const linksTo = (path: string) => page.locator(`a[href="${path}"], a[href^="${path}?"]`);
  try {
    for (const name of ["loans", "cardSettings", "transferFunds"])
      await setFeature(database, name, "hidden");
    await page.goto("/dashboard");
    await expect(page.locator(".cardbal .amt")).toHaveText(/^₱/);
    await expect(page.getByRole("heading", { name: /^Active Loans/ })).toBeVisible();
    for (const path of ["/apply", "/card-settings", "/transfer-funds"])
      await expect(linksTo(path)).toHaveCount(0);
    await setFeature(database, "cardSettings", "on");
    await page.goto("/card-settings");
    await expect(page.locator(".card-amount")).toHaveText(/^₱/);
    await expect(linksTo("/transfer-funds")).toHaveCount(0);
    await setFeature(database, "transferFunds", "on");
    await page.goto("/apply");
    await expect(h1(page, "Not authorized")).toBeVisible();
    await page.setViewportSize({ width: 390, height: 780 });
    const tabs = page.getByRole("navigation", { name: "Shortcuts" });
    await expect(tabs.getByRole("link")).toHaveText([
      "Dashboard",
      "Transfer",
      "Card",
      "History",
      "Safety",
    ]);
  } finally {
    for (const name of ["loans", "cardSettings", "transferFunds"])
      await setFeature(database, name, "on");
  }
});

const TABS = {
  en: ["Dashboard", "Transfer", "Card", "History", "Loans", "Safety"],
  fil: ["Dashboard", "Transfer", "Card", "Mga Transaksyon", "Loan", "Seguridad"],
};

test("G05 G06 W11 on a narrow screen the drawer and the tab bar lead, and the drawer closes after it", async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await expect(page.getByRole("button", { name: /^Notifications/ })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Shortcuts" });
  for (const [tab, title] of [
    ["Transfer", "Transfer Funds"],
    ["Card", "Card Settings"],
    ["History", "Transaction History"],
    ["Safety", "Safety"],
    ["Dashboard", "Member Dashboard"],
  ] as const) {
    await tabs.getByRole("link", { name: tab, exact: true }).click();
    await expect(h1(page, title)).toBeVisible();
    await expect(tabs.locator("[aria-current='page']")).toHaveText(tab);
  }
  await test.step("all tabs are on the narrowest phones, side by side, in either language at the largest text", async () => {
    for (const [language, width] of [
      ["en", 360],
      ["fil", 360],
      ["fil", 320],
    ] as const) {
      await page.context().addCookies([
        { name: "prefs", value: "auto.xlarge", url: page.url() },
        { name: "lang", value: language, url: page.url() },
      ]);
      await page.setViewportSize({ width, height: 780 });
      await page.reload();
      const links = page.locator(".tabbar a");
      await expect(links).toHaveText(TABS[language]);
      const boxes = await links.evaluateAll((all) =>
        all.map((tab) => {
          const range = document.createRange();
          range.selectNodeContents(tab);
          const { left, right } = range.getBoundingClientRect();
          return { left, right };
        }),
      );
      boxes.forEach(({ left, right }, index) => {
        expect(left).toBeGreaterThanOrEqual(index === 0 ? 0 : (boxes[index - 1]?.right ?? 0));
        expect(right).toBeLessThanOrEqual(width);
      });
    }
    await page.context().clearCookies({ name: "prefs" });
    await page.context().clearCookies({ name: "lang" });
    await page.setViewportSize({ width: 390, height: 780 });
    await page.reload();
  });
  const open = page.getByRole("button", { name: "Open menu" });
  await open.click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  const box = await drawer.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(280);
  await drawer.getByRole("link", { name: "Transaction History" }).click();
  await expect(drawer).toBeHidden();
  await expect(h1(page, "Transaction History")).toBeVisible();

  await open.click();
  await resize(page, 295);
  await expect(drawer).toBeVisible();
  await resize(page, 294);
  await expect(drawer).toBeHidden();
  // There it can be opened as well, as wide as the window.
  await open.click();
  expect((await drawer.boundingBox())?.width).toBe(294);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
  await page.setViewportSize({ width: 1023, height: 780 });
  await expect(open).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 780 });
  await expect(open).toBeHidden();
  await expect(menu(page)).toBeVisible();
});

test("language, text size and dark screen stay over a reload", async ({
  signedIn: page,
  member,
  database,
}) => {
  const html = page.locator("html");
  await page.getByRole("button", { name: "Text size, Dark screen" }).click();
  await page.getByRole("radio", { name: "Largest" }).check({ force: true });
  await page.getByRole("radiogroup", { name: "Dark screen" }).getByText("On").click();
  await page.keyboard.press("Escape");
  const language = async () =>
    (
      await database.query("select language from member where username = $1", [member.username])
    ).rows.map((row) => row.language);
  await page.getByRole("radiogroup", { name: "Language" }).getByText("Filipino").click();
  await expect(page.getByText("Mga Balanse ng Account")).toBeVisible();
  // Texts to the phone follow.
  await expect.poll(language).toEqual(["fil"]);
  await page.reload();
  await expect(page.getByText("Mga Balanse ng Account")).toBeVisible();
  await expect(html).toHaveAttribute("lang", "fil");
  await expect(html).toHaveAttribute("data-theme", "dark");
  await expect(html).toHaveAttribute("data-text", "xlarge");
  await expectAccessible(page);
  await page.getByRole("radiogroup", { name: "Wika" }).getByText("English").click();
  await expect.poll(language).toEqual(["en"]);
  // What somebody else chose in this browser is not this member's choice.
  await page.evaluate(() => {
    document.cookie = "lang=fil; Path=/; SameSite=Lax";
  });
  await page.reload();
  await expect(page.getByText("Mga Balanse ng Account")).toBeVisible();
  await expect(page.getByText("₱").first()).toBeVisible();
  expect(await language()).toEqual(["en"]);
});

test("F15 with the keyboard alone: past the menu, to log out, back, and out", async ({
  signedIn: page,
}) => {
  // A first connection that comes late makes the page read anew, maybe while it logs out.
  await untilListening(page);
  await expect(page.getByText("₱").first()).toBeVisible();
  const logOut = page.getByRole("button", { name: "Log out", exact: true });
  const skip = page.getByRole("link", { name: "Skip to content" });
  const tabBackTo = async (target: Locator) => {
    for (let press = 0; press < 15; press += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Shift+Tab");
    }
  };
  await tabBackTo(skip);
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await tabBackTo(logOut);
  await expect(logOut).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Are you sure you want to logout?" });
  await expect(dialog).toBeVisible();
  // The sidebar that asked goes away with the width; the question stays, or nothing could be pressed.
  await resize(page, 390);
  await expect(dialog).toBeVisible();
  await resize(page, 1280);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(logOut).toBeFocused();

  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Yes" }).focus();
  const loggedOut = page.waitForResponse(/\/api\/logout$/);
  await page.keyboard.press("Enter");
  expect((await loggedOut).status()).toBe(200);
  await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
});

test("A02 without a session every address of a member leads to the login", async ({ page }) => {
  for (const path of [...SCREENS, "/transaction-details/OT261121-1/2026-11-21"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test("A03 with a session a public address, and the bare one, show the dashboard", async ({
  signedIn: page,
}) => {
  for (const path of ["/", ...PUBLIC]) {
    await page.goto(path);
    await expect(h1(page, "Member Dashboard")).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test("G08 an address that does not exist says so and leads back", async ({ signedInTab: page }) => {
  await page.goto("/no-such-page");
  await expect(h1(page, "Page not found")).toBeVisible();
  await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Dashboard" }).click();
  await expect(h1(page, "Member Dashboard")).toBeVisible();
});

test("G04 a press on the menu is answered at once, however long the page takes", async ({
  signedIn: page,
}) => {
  const script = /\/assets\/UpdatePasswordPage-.*\.js/;
  const held = await holdRequests(page, script);
  await menu(page).getByRole("link", { name: "Update Password" }).click();
  await expect(page.getByText("Opening the page")).toBeAttached();
  await expect(menu(page).locator("[aria-current='page']")).toHaveText("Update Password");
  await expect(h1(page, "Member Dashboard")).toBeVisible();
  held.release();
  await expect(h1(page, "Update Password")).toBeFocused();
  await expect(page.getByText("Opening the page")).toHaveCount(0);
});
