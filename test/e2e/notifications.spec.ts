import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import { expectAccessible } from "./support/axe.ts";
import { joinsOf, untilListening } from "./support/bells.ts";
import { test } from "./support/fixtures.ts";
import { resize } from "./support/showScreen.ts";
import { signInPage } from "./support/signInPage.ts";
import { expectToast } from "./support/toasts.ts";

const DASHBOARD_CALL = /\/api\/members\/[0-9a-f-]{36}\/dashboard$/;

const READ_CALL = /\/api\/members\/[0-9a-f-]{36}\/notifications\/read$/;

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

  test("F06 S01 S02 S03 a live event lights the bell; opening it reads all, newest first", async ({
    signedIn: page,
    database,
    member,
  }) => {
    const bell = page.getByRole("button", { name: /^Notifications/ });
    const panel = page.getByRole("dialog", { name: "Notifications" });
    const entries = panel.getByRole("listitem");
    await bell.click();
    // What was not seen stays unread: the list has to come before it is closed.
    await expect(entries.first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bell).toHaveAccessibleName("Notifications");

    await untilListening(page);
    const { rows } = await database.query<{ guid: string }>(
      "select guid::text as guid from member where username = $1",
      [member.username],
    );
    // Once it was let in the page says whose it is, and never anybody else's.
    await expect.poll(() => [...new Set(joinsOf(page))]).toEqual(rows.map(({ guid }) => guid));
    // One that is older than the list reaches, which shows nothing but what was read.
    await ring(database, member.username, "₱0.50");
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread");
    await expectToast(page, "You have a new notification");
    await database.query(
      `insert into notification (member_id, kind, params, created_at, read_at)
       select id, 'welcome', '{"only": "here"}', clock_timestamp(), clock_timestamp()
       from member, generate_series(1, 100) where username = $1`,
      [member.username],
    );
    await bell.click();
    await expect(entries).toHaveCount(100);
    await page.keyboard.press("Escape");
    await expect(bell).toHaveAccessibleName("Notifications");
    await database.query("delete from notification where params ->> 'only' = 'here'");

    for (const amount of ["₱1.00", "₱2.00"]) {
      await ring(database, member.username, amount);
    }
    await expectToast(page, "You have a new notification");
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread");

    // The list of the time before is there at once, and says nothing of what came since: it clears no dot.
    const firstRead = page.waitForRequest(READ_CALL);
    await bell.click();
    const { rows: newest } = await database.query<{ id: string }>(
      `select n.id::text as id from notification n join member m on m.id = n.member_id
       where m.username = $1 order by n.id desc limit 2`,
      [member.username],
    );
    expect((await firstRead).postDataJSON()).toEqual({
      notification_ids: newest.map(({ id }) => id),
    });
    await expect(entries.nth(0)).toContainText("₱2.00");
    await expect(entries.nth(1)).toContainText("₱1.00");
    await expect(entries.nth(0)).toContainText("New");
    await expect(bell).toHaveAccessibleName("Notifications");

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

  test("S02 S03 two tabs agree on the bell, and what came while the phone was offline is there afterwards", async ({
    signedIn: page,
    context,
    database,
    member,
    guard,
  }) => {
    guard.expectMessage(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|socket\.io/);
    const other = await context.newPage();
    await other.goto("/transaction-history");
    await expect(other.getByRole("heading", { level: 2 }).first()).toBeVisible();
    const bells = [page, other].map((tab) => tab.getByRole("button", { name: /^Notifications/ }));
    const readIn = async (tab: Page, amount: string) => {
      await tab.getByRole("button", { name: /^Notifications/ }).click();
      await expect(tab.getByRole("dialog").getByRole("listitem").first()).toContainText(amount);
      for (const bell of bells) await expect(bell).toHaveAccessibleName("Notifications");
      await tab.keyboard.press("Escape");
    };
    await untilListening(page, other);
    await ring(database, member.username, "₱4.00");
    for (const bell of bells)
      await expect(bell).toHaveAccessibleName("Notifications, new ones unread");
    await readIn(other, "₱4.00");

    await context.setOffline(true);
    await expect(page.getByText(/No connection/).first()).toBeVisible();
    await ring(database, member.username, "₱5.00");
    await context.setOffline(false);
    for (const bell of bells)
      await expect(bell).toHaveAccessibleName("Notifications, new ones unread");
    await readIn(page, "₱5.00");
  });

  test("S03 what came while the first connection was still on its way lights the bell", async ({
    context,
    bank,
    sandbox,
    database,
    member,
  }) => {
    let connect = () => {};
    const allowed = new Promise<void>((resolve) => {
      connect = resolve;
    });
    const asked = new Promise<void>((resolve) => {
      void context.routeWebSocket(/\/socket\.io\//, async (socket) => {
        resolve();
        await allowed;
        socket.connectToServer();
      });
    });
    const page = await signInPage(context, bank.portalUrl, sandbox, member);
    const bell = page.getByRole("button", { name: /^Notifications/ });
    await expect(page.getByRole("region", { name: "Account Balances" })).toContainText("₱");
    await expect(bell).toHaveAccessibleName("Notifications");
    await asked;
    await ring(database, member.username, "₱6.00");
    await context.clock.setSystemTime(Date.now() + 6000);
    connect();
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread");
    await bell.click();
    await expect(bell).toHaveAccessibleName("Notifications");
  });

  test("S02 S03 what was read while the dashboard was on its way does not light the bell again", async ({
    signedIn: page,
    database,
    member,
  }) => {
    const bell = page.getByRole("button", { name: /^Notifications/ });
    await untilListening(page);
    await ring(database, member.username, "₱3.00");
    await expect(bell).toHaveAccessibleName("Notifications, new ones unread");
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const counted = new Promise<void>((resolve) => {
      void page.route(
        DASHBOARD_CALL,
        async (route) => {
          const answer = await route.fetch();
          resolve();
          await released;
          await route.fulfill({ response: answer });
        },
        { times: 1 },
      );
    });
    await page.reload();
    await counted;
    const read = page.waitForResponse(/\/notifications\/read$/);
    await bell.click();
    await (await read).finished();
    release();
    await expect(page.getByRole("region", { name: "Account Balances" })).toContainText("₱");
    await expect(bell).toHaveAccessibleName("Notifications");
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
    await resize(page, 390);
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
