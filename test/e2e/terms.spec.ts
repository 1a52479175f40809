import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import { documentVersions } from "#contract/documents.ts";
import { privacy as privacyEn } from "#portal/texts/en/privacy.ts";
import { terms as termsEn } from "#portal/texts/en/terms.ts";
import { privacy as privacyFil } from "#portal/texts/fil/privacy.ts";
import { terms as termsFil } from "#portal/texts/fil/terms.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { expectToast } from "./support/toasts.ts";

const PAGES = [
  { name: "terms", path: "/terms-and-conditions", language: "en", text: termsEn },
  { name: "terms", path: "/terms-and-conditions", language: "fil", text: termsFil },
  { name: "privacy", path: "/privacy", language: "en", text: privacyEn },
  { name: "privacy", path: "/privacy", language: "fil", text: privacyFil },
] as const;

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

for (const { name, path, language, text } of PAGES) {
  test(`${name === "terms" ? "E01" : "E04"} the whole text at ${path}, ${language}: contents, version, print, small screens`, async ({
    page,
    context,
    bank,
  }) => {
    const { sections, words } = text;
    await context.addCookies([
      { name: "lang", value: language, url: bank.portalUrl },
      { name: "prefs", value: "light.normal", url: bank.portalUrl },
    ]);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.title);
    const headings = page.getByRole("heading", { level: 2 });
    await expect(headings).toHaveCount(sections.length);
    await expect(headings.last()).toHaveText(
      `${name === "terms" ? "XXIV" : "11"}. ${sections.at(-1)?.title}`,
    );
    const [year, , day] = documentVersions[name].split("-").map(Number);
    const version = page.getByText(new RegExp(`^${words.version("\\w+")} ${day}, ${year}$`));
    await expect(version).toBeVisible();

    const links = page.getByRole("navigation", { name: words.contents }).getByRole("link");
    await expect(links).toHaveText(await headings.allTextContents());
    const late = sections.length - 3;
    await links.nth(late).click();
    await expect(page).toHaveURL(new RegExp(`${path}#${name}-${sections[late]?.id}$`));
    await expect(headings.nth(late)).toBeInViewport();

    await page.emulateMedia({ media: "print", colorScheme: "light" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByRole("button", { name: words.print })).toBeHidden();
    await expect(version).toBeVisible();
    await expect(headings.last()).toBeVisible();
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });

    await context.addCookies([{ name: "prefs", value: "dark.normal", url: bank.portalUrl }]);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await expect(headings).toHaveCount(sections.length);
    // The address still names the section.
    await expect(headings.nth(late)).toBeInViewport();
    await expectAccessible(page);
    expect(await width(page)).toBe(320);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await width(page)).toBe(320);

    await page.locator(".back-link").click();
    await expect(page).toHaveURL(/\/login$/);
  });
}

test("E01 E04 both texts are a press away from the login, and change language where they are", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Privacy Notice" }).click();
  await expect(page).toHaveTitle(`Privacy Notice · ${brand.portal}`);
  await page.getByRole("link", { name: "Terms and Conditions" }).click();
  const first = page.getByRole("heading", { level: 2 }).first();
  await expect(first).toHaveText("I. Definitions");
  await page.getByText("FIL", { exact: true }).click();
  await expect(first).toHaveText("I. Mga kahulugan");
  await expect(page).toHaveURL(/\/terms-and-conditions$/);
});

test("E04 the notice that a sign-up agrees to is read over the form, which stays", async ({
  page,
}) => {
  await page.goto("/signup");
  const username = page.getByRole("textbox", { name: "Username" });
  await username.fill("juana.reyes");
  const link = page.getByRole("link", { name: `${brand.provider} Privacy Notice` });
  await link.click();
  const dialog = page.getByRole("dialog", { name: "Privacy Notice" });
  await expect(dialog.getByRole("heading", { level: 3 })).toHaveCount(privacyEn.sections.length);
  await dialog.getByText(privacyEn.lead).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  await expect(username).toHaveValue("juana.reyes");
  await expect(page.getByRole("checkbox")).not.toBeChecked();
});

test("E01 a text that could not be fetched says so and can be asked for again", async ({
  page,
  guard,
}) => {
  guard.expectMessage(/Failed to load resource|ERR_FAILED/);
  await page.goto("/login");
  await page.route(/\/assets\/terms-.*\.js$/, (route) => route.abort());
  await page.getByRole("link", { name: "Terms and Conditions" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("I. Definitions");
});

test.describe("signed in", () => {
  test.use({ username: "zaldy.ecal" });

  test("E01 E04 a member reads both whole texts over the screen they are on", async ({
    signedIn: page,
  }) => {
    for (const { title, sections } of [termsEn, privacyEn]) {
      const opener = page.getByRole("contentinfo").getByRole("button", { name: title });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: title });
      const headings = dialog.getByRole("heading", { level: 3 });
      await expect(headings).toHaveCount(sections.length);
      await dialog.getByText("Contents", { exact: true }).click();
      await dialog.getByRole("link", { name: /^(XVII|8)\. / }).click();
      await expect(headings.nth(title === termsEn.title ? 16 : 7)).toBeFocused();
      await expect(headings.nth(title === termsEn.title ? 16 : 7)).toBeInViewport();
      await expect(dialog.getByRole("button", { name: "Close" }).first()).toBeInViewport();
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await dialog.evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.goto("/privacy");
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("E05 a member who agreed to an older text is asked, reads the new one, and agrees", async ({
    signedInTab: page,
    member,
    database,
  }) => {
    const own = `document = 'terms'
      and member_id = (select id from member where username = '${member.username}')`;
    // Agreements are final, so only their owner can pretend that this one is of an older text.
    await database.query(`begin;
      alter table consent disable trigger user;
      update consent set version = '2025-01-31' where ${own};
      alter table consent enable trigger user;
      commit`);
    await page.goto("/dashboard");
    const dialog = page.getByRole("dialog", { name: "A text has changed" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Read the Terms and Conditions" }).click();
    const text = page.getByRole("dialog", { name: "Terms and Conditions", exact: true });
    await expect(text.getByRole("heading", { level: 3 })).toHaveCount(24);
    await page.keyboard.press("Escape");
    await expect(text).toBeHidden();
    await dialog.getByRole("button", { name: "I agree" }).click();
    await expectToast(page, "Thank you. Your agreement is recorded.");
    await expect(dialog).toBeHidden();
    const { rows } = await database.query<{ version: string }>(
      `select version::text from consent where ${own} order by version`,
    );
    expect(rows).toEqual([{ version: "2025-01-31" }, { version: documentVersions.terms }]);
  });
});
