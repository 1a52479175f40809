import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { makeJoined } from "./support/newcomers.ts";
import { resize } from "./support/showScreen.ts";
import { staffPage } from "./support/staffPage.ts";
import { expectToast } from "./support/toasts.ts";

const PASSWORD = "a long walk to Baguio";
/** The branch of the demo's teller, and one that is not. */
const [OWN, OTHER] = [6, 2];

test("S202 a teller freezes the account of a member of another branch, by number and last name", async ({
  context,
  bank,
  sandbox,
  database,
  guard,
}) => {
  // The last name that is not the member's.
  guard.expectMessage(/status of 422/);
  const { membershipNo } = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "ligaya.elsewhere",
    password: PASSWORD,
  });
  await database.query("update member set office_id = $1 where membership_no = $2", [
    OTHER,
    membershipNo,
  ]);
  const page = await staffPage(context, bank.portalUrl, sandbox, "teller.demo", "/members");
  await page.getByRole("button", { name: "Freeze by membership no." }).click();
  const dialog = page.getByRole("dialog", { name: "Freeze an account of any branch" });
  await expectAccessible(page);
  await resize(page, 390);
  await expectAccessible(page);
  await dialog.getByLabel("Membership no.").fill(membershipNo.replaceAll(/\d{4}/g, "$& "));
  await dialog.getByLabel("Last name").fill("Manggahan");
  await dialog.getByLabel("Reason").fill("Called: somebody else has the phone");
  await dialog.getByLabel("Where the member told you").selectOption("On the hotline");
  const freeze = dialog.getByRole("button", { name: "Freeze account" });
  await freeze.press("Enter");
  await expect(dialog.getByText(/^No member has this membership number and/)).toBeVisible();
  await expect(dialog.getByLabel("Last name")).toBeFocused();
  await dialog.getByLabel("Last name").fill("mangga");
  await freeze.press("Enter");
  await expectToast(page, "The account is frozen.");
  const { rows } = await database.query(
    `select f.frozen_by, f.reason from member_freeze f join member m on m.id = f.member_id
     where m.membership_no = $1 and f.lifted_at is null`,
    [membershipNo],
  );
  expect(rows).toEqual([{ frozen_by: "hotline", reason: "Called: somebody else has the phone" }]);
});

test("S219 staff see a member's passkeys, and remove the one that went with a phone", async ({
  context,
  bank,
  sandbox,
  database,
}) => {
  const { membershipNo } = await makeJoined(database, bank.portalUrl, sandbox, {
    username: "ligaya.passkeys",
    password: PASSWORD,
  });
  const { rows } = await database.query<{ guid: string }>(
    `with moved as (update member set office_id = $1 where membership_no = $2 returning id, guid),
     given as (insert into passkey (id, member_id, credential_id, public_key, aaguid, name,
         may_be_synced, is_synced, created_at, last_used_at)
       select gen_random_uuid(), moved.id, convert_to(one.name, 'UTF8'), convert_to(repeat('k', 77), 'UTF8'),
         gen_random_uuid(), one.name, one.is_synced, one.is_synced, now() - interval '40 days', one.used
       from moved, (values ('Lost phone', true, now() - interval '2 days'), ('Key of the house', false, null))
         as one (name, is_synced, used))
     select guid from moved`,
    [OWN, membershipNo],
  );
  const path = `/members/${rows[0]?.guid}?part=access`;
  const page = await staffPage(context, bank.portalUrl, sandbox, "teller.demo", path);
  const passkeys = page.getByRole("table", { name: "Passkeys" });
  await expect(passkeys.getByRole("row", { name: /Lost phone/ })).toContainText("synced");
  await expect(passkeys.getByRole("row", { name: /Key of the house/ })).toContainText(
    "Not used yet",
  );
  await expectAccessible(page);
  await resize(page, 390);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await resize(page, 1280);
  await page.getByRole("button", { name: "Remove the passkey Lost phone" }).press("Enter");
  await expectToast(page, "The passkey is removed. The member is told.");
  await expect(passkeys.getByText("Lost phone")).toHaveCount(0);
  await expect(passkeys.getByText("Key of the house")).toBeVisible();
});
