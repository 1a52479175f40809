import { expect, type Route } from "@playwright/test";
import { brand } from "#brand";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { expectToast } from "./support/toasts.ts";

test.use({ username: "glenn.ramos", viewport: { width: 390, height: 780 } });

test("S336 S338 S339 from the bell a member chooses what comes by text and what by e-mail, is told of it by both, and finds it so again", async ({
  signedIn: page,
  guard,
  bank,
  sandbox,
  database,
  member,
}) => {
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("link", { name: "Choose how we tell you" }).click();
  await expect(page.getByRole("heading", { name: "Notices", level: 1 })).toBeVisible();
  const choice = (name: string) => page.getByRole("switch", { name });
  const portal = page.getByRole("listitem").filter({ hasText: "Here in the portal" });
  await expect(portal).toContainText("Always");
  // What is there for the member's safety has no switch, and says so.
  const security = page.getByRole("listitem").filter({ hasText: "Security and access" });
  await expect(security).toContainText("Always");
  await expect(choice("Security and access Text message")).toHaveCount(0);
  await expect(choice("Money received Text message")).toBeChecked();
  await expect(choice("Security and access Email")).not.toBeChecked();

  // What no text tells is not promised.
  const loans = page.getByRole("listitem").filter({ hasText: "Loans" });
  await expect(loans).toContainText("Not the payments that we received");
  await expect(choice("Money received Text message")).toHaveAccessibleDescription(
    "Transfers alone, not cash and pay",
  );

  await choice("Money received Text message").click();
  // What is not saved is said, in sight, and waits for whoever leaves the page and comes back.
  const unsaved = page.getByRole("status").filter({ hasText: "Not saved yet." });
  await expect(unsaved).toBeInViewport({ ratio: 1 });
  await page.getByRole("link", { name: "Safety" }).first().click();
  await page.getByRole("link", { name: /^Choose notices/ }).click();
  await expect(choice("Money received Text message")).not.toBeChecked();
  await expect(unsaved).toBeInViewport({ ratio: 1 });
  await choice("Security and access Email").click();
  const saved = page.getByRole("status").filter({ hasText: "Your choices are saved" });
  const told = await sandbox.textAfter(
    member.mobileNumber,
    async () => {
      await page.getByRole("button", { name: "Save" }).click();
      await expect(saved).toBeInViewport({ ratio: 1 });
    },
    (text) => text.includes("switched off"),
  );
  expect(told).toContain("Not you?");
  // The bar stays in sight.
  const save = page.getByRole("button", { name: "Save" });
  await expect(save).toBeFocused();
  await expect(save).toBeInViewport({ ratio: 1 });

  const { rows } = await database.query<{ address: string }>(
    "select email_address as address from member where username = $1",
    [member.username],
  );
  const mailbox = new URL(
    `/mail?to=${encodeURIComponent(rows[0]?.address ?? "")}`,
    bank.sandboxUrl,
  );
  await expect
    .poll(async () => (await fetch(mailbox)).json())
    .toEqual([
      expect.objectContaining({ subject: `${brand.product}: about the security of your account` }),
    ]);

  await page.reload();
  await expect(choice("Money received Text message")).not.toBeChecked();
  await expect(choice("Security and access Email")).toBeChecked();
  await expect(page.getByRole("link", { name: "By amount, in Card Settings" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Nothing has changed");

  // Where it is not known which devices are pushed to, that is said; the rest can be chosen all the same.
  guard.expectMessage(/503/);
  const away = (route: Route) =>
    route.fulfill({
      status: 503,
      json: { status: false, code: "unavailable", message: "Away", correlationId: "away" },
    });
  await page.route(/\/push$/, away);
  await page.reload();
  const unknown = page.getByText("We could not load which devices notifications come to");
  await expect(unknown).toBeVisible();
  await expect(page.getByText("We could not load “Notifications on your devices”")).toBeVisible();
  await expect(page.getByText(/^Once notifications are on for a device/)).toHaveCount(0);
  await expect(choice("Security and access Email")).toBeChecked();
  await expectAccessible(page);
  await page.unroute(/\/push$/, away);
  await page.getByRole("button", { name: "Try again" }).last().click();
  await expect(page.getByText(/^Once notifications are on for a device/)).toBeVisible();
  await expect(unknown).toHaveCount(0);
});
