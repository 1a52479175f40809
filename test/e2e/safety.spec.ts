import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import type pg from "pg";
import { login } from "#contract/auth.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import { actions, HANDS, slowConnection } from "./support/actions.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { loginPage } from "./support/loginPage.ts";
import { demoMember } from "./support/demoMembers.ts";
import { follow } from "./support/screen.ts";
import { expectAnnounced } from "./support/toasts.ts";

test.use({ username: "nerissa.cayabyab", viewport: { width: 390, height: 780 } });

/** A browser of the member's that was used some weeks ago; answers its id. */
async function addDevice(database: pg.Client, username: string, browser: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into device (id, member_id, secret_hash, first_seen_at, last_seen_at, browser, system)
       select gen_random_uuid(), m.id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')),
         now() - interval '90 days', now() - interval '20 days', $2, 'Windows'
       from member m where m.username = $1 returning id`,
    [username, browser],
  );
  return rows[0]?.id ?? "";
}

const isForgotten = async (database: pg.Client, id: string) =>
  (
    await database.query<{ is: boolean }>(
      "select forgotten_at is not null as is from device where id = $1",
      [id],
    )
  ).rows[0]?.is;

const h1 = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
const row = (page: Page, name: string) =>
  page
    .getByRole("region", { name: /^(Your devices|Mga device ninyo)$/ })
    .getByRole("listitem")
    .filter({ hasText: name });

const TASK = [
  { language: "en", safety: "Safety", remove: "Remove", removed: "Edge on Windows was removed" },
  {
    language: "fil",
    safety: "Seguridad",
    remove: "Alisin",
    removed: "Naalis na ang Edge sa Windows",
  },
] as const;

const WAYS = TASK.flatMap((task) => HANDS.map((hand) => ({ ...task, hand })));

for (const { language, safety, remove, removed, hand } of WAYS) {
  test(`S222 a device is found and removed from any screen in four actions at the most, on a slow connection: ${language}, by ${hand}`, async ({
    signedInTab: page,
    database,
    member,
  }) => {
    const id = await addDevice(database, member.username, "Edge");
    await page.addInitScript((chosen) => {
      document.cookie = `lang=${chosen}; Path=/; SameSite=Lax`;
    }, language);
    await page.goto("/transfer-funds");
    await slowConnection(page, await page.context().newCDPSession(page));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const { press, expectAtMost } = actions(hand);
    const tabs = page.locator(".tabbar");
    await press(tabs.getByRole("link", { name: safety, exact: true }));
    await expect(h1(page, safety)).toBeVisible();
    const device = row(page, "Edge");
    await expect(device).toBeVisible();
    await expectAccessible(page);
    await press(device.getByRole("button", { name: new RegExp(`^${remove} `) }));
    await expectAccessible(page);
    await press(page.getByRole("dialog").getByRole("button", { name: remove, exact: true }));
    await expectAnnounced(page, removed);
    await expect(device).toHaveCount(0);
    expect(await isForgotten(database, id)).toBe(true);
    expectAtMost(4);
  });
}

test("S221 by keyboard alone a device gets a name, and keeps it", async ({
  signedInTab: page,
  database,
  member,
}) => {
  await addDevice(database, member.username, "Opera");
  await page.goto("/safety");
  const rename = row(page, "Opera").getByRole("button", { name: "Rename Opera on Windows" });
  await rename.focus();
  await page.keyboard.press("Enter");
  const name = page.getByRole("dialog").getByLabel("Name of the device");
  await page.keyboard.press("Tab");
  await name.focus();
  await page.keyboard.type("<b>Laptop ni Tatay</b>");
  await page.keyboard.press("Enter");
  await expectAnnounced(page, "The name was saved");
  await expect(row(page, "<b>Laptop ni Tatay</b>")).toContainText("Opera on Windows");
  await page.reload();
  await expect(row(page, "<b>Laptop ni Tatay</b>")).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere else" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign out everywhere else?" });
  await dialog.getByRole("button", { name: "Sign out everywhere else" }).press("Enter");
  await expectAnnounced(page, /other devices? (was|were) removed/);
  await expect(page.getByText("No other device is known.")).toBeVisible();
});

test("S364 what a member did is said once, and to nobody who signs in on the same phone afterwards", async ({
  signedInTab: page,
  database,
  member,
  sandbox,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await addDevice(database, member.username, "Vivaldi");
  await page.goto("/safety");
  const go = (name: string) => follow(page, page.getByRole("link", { name, exact: true }).first());
  const said = page.locator("output.announced");
  const remove = async () => {
    await row(page, "Vivaldi")
      .getByRole("button", { name: /^Remove / })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await expectAnnounced(page, "Vivaldi on Windows was removed");
  };
  await remove();
  await go("Dashboard");
  await go("Safety");
  await expect(said).toHaveText("");
  await addDevice(database, member.username, "Vivaldi");
  await page.reload();
  await remove();
  await page.getByRole("button", { name: "Log out" }).first().click();
  await page.getByRole("button", { name: "Yes" }).click();
  const login = loginPage(page);
  const other = demoMember("catherine.ramos");
  const code = await sandbox.codeAfter(other.mobileNumber, () => login.submit(other.username));
  await login.code.fill(code);
  await expect(h1(page, "Member Dashboard")).toBeVisible();
  await go("Safety");
  await expect(said).toHaveText("");
});

test("S226 refused sign-ins that nobody of theirs made are before the member's eyes, and behind them all that happened", async ({
  signedInTab: page,
  bank,
  member,
}) => {
  const stranger = newClient(bank.portalUrl);
  for (let tries = 0; tries < 2; tries += 1) {
    const body = { username: member.username, password: "not the password" };
    await callBank(stranger, login, { body });
  }
  await page.goto("/safety");
  const refused = page
    .getByRole("region", { name: "How safe am I?" })
    .getByRole("listitem")
    .filter({ hasText: "Refused sign-ins" });
  await expect(refused).toContainText("in the last 30 days");
  const lately = page.getByRole("region", { name: "What happened lately" });
  await expect(lately.getByRole("listitem").first()).toContainText(/refused sign-ins?: wrong/i);
  await lately.getByRole("link", { name: "See all" }).click();
  await expect(h1(page, "Account activity")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Chrome on Android" })).not.toHaveCount(
    0,
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Safety", exact: true }).first().click();
  await expect(h1(page, "Safety")).toBeVisible();
});

test("S220 a section that cannot be read says so, with a way to try again, and the others stand", async ({
  signedInTab: page,
  guard,
}) => {
  guard.expectMessage(/404/);
  let isAway = true;
  await page.route(/\/devices$/, (route) =>
    // Not without an answer: what has none is read again by itself once the connection is back.
    isAway
      ? route.fulfill({
          status: 404,
          json: {
            status: false,
            message: "We could not find that.",
            code: "not_found",
            errors: [],
          },
        })
      : route.continue(),
  );
  await page.goto("/safety");
  await expect(page.getByRole("alert")).toContainText("We could not load “Your devices”.");
  await expect(
    page.getByRole("region", { name: "How safe am I?" }).getByRole("listitem"),
  ).toContainText([/Password.*changed/]);
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  isAway = false;
  await again.click();
  await expect(row(page, "This device")).toBeVisible();
});

test("S222 removing the device at hand logs it out, and the next sign-in takes a code", async ({
  signedInTab: page,
  sandbox,
  member,
}) => {
  await page.goto("/safety");
  const lastUsed = /Last used .*[AP]M/;
  const [used = ""] = lastUsed.exec(await row(page, "This device").innerText()) ?? [];
  await row(page, "This device")
    .getByRole("button", { name: /^Remove / })
    .click();
  const dialog = page.getByRole("dialog");
  // Two of one name are told apart as in the list.
  await expect(dialog).toContainText(used);
  expect(used).toMatch(lastUsed);
  await expect(dialog).toContainText("This is the device in your hand");
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(h1(page, "Member Login")).toBeVisible();
  const code = await sandbox.codeAfter(member.mobileNumber, () =>
    loginPage(page).submit(member.username),
  );
  await loginPage(page).code.fill(code);
  await expect(h1(page, "Member Dashboard")).toBeVisible();
});

test("S229 whoever lost everything finds from the login what to bring, in both languages; so does a member, before it happens", async ({
  page,
}) => {
  await loginPage(page).open();
  await page.getByRole("link", { name: "Lost everything? How to come back" }).click();
  await expect(h1(page, "When everything is lost")).toBeFocused();
  const link = page.getByRole("link", { name: hotline });
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute("href", `tel:${brand.phone.replaceAll(/\D/g, "")}`);
  await test.step("the hotline's number is on one line in a text of any width, and is copied as it is dialled", async () => {
    const first = page.getByText("Nobody needs a password for that");
    const parted = await first.evaluate((item, number) => {
      const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode as Text;
        const from = node.data.indexOf(number);
        if (from === -1) continue;
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, from + number.length);
        const lines = (width: number) => {
          (item as HTMLElement).style.width = `${width}px`;
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          return new Set(tops).size;
        };
        const widths = Array.from({ length: 160 }, (_, index) => 180 + 2 * index);
        return widths.filter((width) => lines(width) !== 1);
      }
      return ["no number"];
    }, hotline);
    expect(parted).toEqual([]);
    await page.context().grantPermissions(["clipboard-read"]);
    await first.selectText();
    await page.keyboard.press("ControlOrMeta+c");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`Call ${brand.phone}. `);
    await page.reload();
  });
  await expect(page.getByRole("listitem").filter({ hasText: "valid ID" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Filipino" }).press("Space");
  await expect(h1(page, "Kapag nawala ang lahat")).toBeVisible();
  await expect(page.getByText("Dalawa sa amin ang magpapasya")).toBeVisible();
});

test("S229 the page of safety leads to the way back", async ({ signedInTab: page }) => {
  await page.goto("/safety");
  await page.getByRole("link", { name: /How to come back/ }).click();
  await expect(h1(page, "When everything is lost")).toBeVisible();
});
