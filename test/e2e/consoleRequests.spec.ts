import { expect } from "@playwright/test";
import { makeRequest } from "#contract/staff/requests.ts";
import { callBank } from "#test/client/bankClient.ts";
import { forceCard } from "#test/support/forceCard.ts";
import { expectAccessible } from "./support/axe.ts";
import { untilListening } from "./support/bells.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { staffClient, staffPage } from "./support/staffPage.ts";
import { expectToast, rememberToasts } from "./support/toasts.ts";

test.use({ username: "isagani.escalona" });

test("S131 a second person lifts a lock in the console, and the member's open portal shows it", async ({
  browser,
  bank,
  sandbox,
  database,
  member,
  signedInTab: portal,
}) => {
  const { rows } = await database.query<{ guid: string }>(
    "select guid from member where username = $1",
    [member.username],
  );
  const memberGuid = rows[0]?.guid ?? "";
  await forceCard(database, memberGuid, { admin_locked: true });
  await portal.goto("/dashboard");
  const notice = portal.getByText(/Card is admin locked\. Please go to/);
  await expect(notice).toBeVisible();

  const maker = await staffClient(bank.portalUrl, sandbox, "supervisor2.demo");
  const made = await callBank(maker, makeRequest, {
    body: {
      kind: "lift_admin_lock",
      payload: { memberGuid },
      reason: "The member came with two cards of identity",
      documents: [],
    },
    idempotencyKey: "console-requests-1",
  });
  expect(made.httpStatus).toBe(200);

  const office = await browser.newContext();
  const guard = await guardPages(office);
  await rememberToasts(office);
  const console = await staffPage(office, bank.portalUrl, sandbox, "supervisor.demo", "/requests");
  const row = console.getByRole("row", { name: new RegExp(member.lastName) });
  await row.getByRole("button").first().click();
  const panel = console.getByRole("region", { name: "Lift an admin lock" });
  await expect(panel.getByRole("row", { name: "Admin lock yes no" })).toBeVisible();
  await expect(panel).toContainText("The member came with two cards of identity");
  await expectAccessible(console);

  await untilListening(portal);
  await console.keyboard.press("a");
  await expect(panel.getByRole("button", { name: "Approve" })).toBeFocused();
  await console.keyboard.press("Enter");
  await expectToast(console, "Approved and carried out.");
  // The open portal is told: nothing is pressed there, and it asks for nothing by itself.
  await expect(notice).toBeHidden();
  await expect(row).toHaveCount(0);
  guard.check();
  await office.close();
});
