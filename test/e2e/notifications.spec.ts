import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type pg from "pg";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { rememberToasts, seenIn } from "./support/twoTabs.ts";

/** What the server does when a top-up arrives: the notification, and the bell for who listens. */
async function ring(database: pg.Client, username: string, amount: string): Promise<void> {
  await database.query(
    `with made as (
       insert into notification (member_id, kind, params, created_at)
       select id, 'transfer_credited', $2::jsonb, clock_timestamp() from member where username = $1
       returning id, member_id, created_at)
     select pg_notify('bell', json_build_object('memberId', member_id::text, 'id', id::text, 'date', created_at)::text)
     from made`,
    [username, JSON.stringify({ amount, refNo: "OT261121-000000000001" })],
  );
}

test.describe("with notifications", () => {
  test.use({ username: "raymund.dacanay" });

  test("S01 S02 S03 a live event lights the bell; opening it reads all, newest first", async ({
    signedIn: page,
    database,
    member,
  }) => {
    const bell = page.getByRole("button", { name: /^Notifications/ });
    await bell.click();
    await page.keyboard.press("Escape");
    await expect(bell).toHaveAccessibleName("Notifications");

    for (const amount of ["₱1.00", "₱2.00"]) {
      await ring(database, member.username, amount);
    }
    await expect(page.getByText("You have a new notification").first()).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread");

    await bell.click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    const entries = panel.getByRole("listitem");
    await expect(entries.nth(0)).toContainText("₱2.00");
    await expect(entries.nth(1)).toContainText("₱1.00");
    await expect(entries.nth(0)).toContainText("New");
    await expect(bell).toHaveAccessibleName("Notifications");
    await expectAccessible(page);

    await page.getByRole("heading", { name: "Member Dashboard" }).click();
    await expect(panel).toBeHidden();
    await bell.click();
    await expect(entries.nth(0)).toContainText("₱2.00");
    await expect(panel.getByText("New ·")).toHaveCount(0);

    const unread = await database.query(
      "select 1 from notification n join member m on m.id = n.member_id where m.username = $1 and n.read_at is null",
      [member.username],
    );
    expect(unread.rowCount).toBe(0);
  });
});

test.describe("in several tabs", () => {
  test.use({ username: "raymund.dacanay" });

  const bellOf = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
  const UNREAD = "Notifications, new ones unread";

  async function readAll(page: Page): Promise<void> {
    await bellOf(page).click();
    await expect(bellOf(page)).toHaveAccessibleName("Notifications");
    await page.keyboard.press("Escape");
  }

  test("S02 G06 every tab shows the dot, and reading in one clears it in all", async ({
    signedIn: page,
    context,
    database,
    member,
  }) => {
    await context.addInitScript(rememberToasts);
    await page.reload();
    await expect(page.getByText("₱").first()).toBeVisible();
    // More tabs than the server gives a member sockets: they tell each other.
    const tabs = [page];
    for (let number = 2; number <= 5; number++) {
      const tab = await context.newPage();
      await tab.goto("/dashboard");
      await expect(tab.getByText("₱").first()).toBeVisible();
      tabs.push(tab);
    }
    await readAll(page);
    await ring(database, member.username, "₱3.00");
    for (const tab of tabs) {
      await expect(bellOf(tab)).toHaveAccessibleName(UNREAD);
      expect(await seenIn(tab)).toEqual(["You have a new notification"]);
    }
    await readAll(page);
    for (const tab of tabs) await expect(bellOf(tab)).toHaveAccessibleName("Notifications");
  });

  test("S02 what rang while the connection was away is there when it is back, once", async ({
    signedIn: page,
    context,
    database,
    member,
    guard,
  }) => {
    guard.expectMessage(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await readAll(page);
    await context.setOffline(true);
    await expect(page.getByText(/^No connection\. Showing balances from/)).toBeVisible();
    await ring(database, member.username, "₱4.44");
    await context.setOffline(false);
    await expect(page.getByText("Connected again.")).toBeVisible();
    await expect(bellOf(page)).toHaveAccessibleName(UNREAD);
    await bellOf(page).click();
    await expect(page.getByRole("listitem").filter({ hasText: "₱4.44" })).toHaveCount(1);
    await expect(page.getByRole("listitem").first()).toContainText("₱4.44");
  });
});

test.describe("without notifications", () => {
  test.use({ username: "nerissa.cayabyab" });

  test("S01 with nothing to tell the bell says so; a press beside it or Escape closes it", async ({
    signedIn: page,
    database,
    member,
  }) => {
    await database.query(
      "delete from notification where member_id = (select id from member where username = $1)",
      [member.username],
    );
    await page.setViewportSize({ width: 390, height: 780 });
    const bell = page.getByRole("button", { name: /^Notifications/ });
    await bell.click();
    await expect(page.getByText("No available notifications")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByText("No available notifications")).toBeHidden();
    await expect(bell).toBeFocused();
    await bell.click();
    await page.mouse.click(195, 700);
    await expect(page.getByText("No available notifications")).toBeHidden();
  });

  test("S01 when the list cannot be loaded it can be tried again", async ({
    signedIn: page,
    guard,
  }) => {
    guard.expectMessage(/503/);
    const list = /\/notifications$/;
    await page.route(list, (route) =>
      route.fulfill({ status: 503, json: { status: false, message: "Not now" } }),
    );
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByText("We could not load your notifications.")).toBeVisible();
    await page.unroute(list);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("We could not load your notifications.")).toBeHidden();
  });
});
