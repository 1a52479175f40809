import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { issueEnrolmentCode } from "#contract/staff/accounts.ts";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import { type BankClient, callBank } from "#test/client/bankClient.ts";
import { forceCard } from "#test/support/forceCard.ts";
import { expectAccessible } from "./support/axe.ts";
import { demoMember } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { resize } from "./support/showScreen.ts";
import { staffClient, staffPage } from "./support/staffPage.ts";
import { approve, askFor } from "./support/staffRequests.ts";

/** A member whom no other test of the console touches. */
const MEMBER = "crisanto.sarmien";
const REASON = "Seen at the counter, with two cards of identity";

const ask = (client: BankClient, kind: RequestKind, payload: Record<string, string>) =>
  askFor(client, kind, payload, REASON);

const dialogOf = (page: Page) => page.getByRole("dialog");

/** Gives the reason, asks, and goes back to where the dialog was opened. */
async function send(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel("Reason").fill(REASON);
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("Another person decides it now.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toHaveCount(0);
}

test("S131 every kind of request about a member is asked for at the desk, each in its state", async ({
  context,
  bank,
  sandbox,
  database,
}) => {
  const member = demoMember(MEMBER);
  const { rows } = await database.query<{ guid: string }>(
    "select guid from member where username = $1",
    [member.username],
  );
  const memberGuid = rows[0]?.guid ?? "";
  const path = `/members/${memberGuid}`;
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo", path);
  const open = async (name: string) => {
    await page.reload();
    await page.getByRole("button", { name: "Ask for a change" }).click();
    await page.getByRole("button", { name, exact: true }).click();
  };
  const dialog = dialogOf(page);

  await test.step("a new address needs a document", async () => {
    await open("Change the email address");
    await dialog.getByLabel("New email address").fill("new.address@example.test");
    await dialog.getByLabel("Identity document you saw").fill("UMID ending 1234");
    await dialog.getByLabel("Documents").setInputFiles({
      name: "form.pdf",
      mimeType: "",
      buffer: Buffer.from("%PDF-1.7 signed"),
    });
    await expectAccessible(page);
    await send(page);
  });
  await test.step("a card is deactivated for a cause", async () => {
    await open("Deactivate a card");
    await dialog.getByLabel("Cause").selectOption("Lost");
    await send(page);
  });
  await test.step("a lock is lifted", async () => {
    await forceCard(database, memberGuid, { admin_locked: true });
    await open("Lift an admin lock");
    await send(page);
    await forceCard(database, memberGuid, { admin_locked: false });
  });
  await test.step("a member without access is let in again", async () => {
    const status = "update member set status = $2, access_closed_for = $3 where username = $1";
    await database.query(status, [member.username, "suspended", "staff"]);
    await open("Reopen online access");
    await dialog.getByLabel("Identity document you saw").fill("UMID ending 1234");
    await send(page);
    await database.query(status, [member.username, "active", null]);
  });
  await test.step("what would change nothing is not offered", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Ask for a change" }).click();
    await expect(page.getByRole("button", { name: "Hold disputed funds" })).toBeVisible();
    for (const name of ["Release disputed funds", "Lift an admin lock", "Reactivate a card"]) {
      await expect(page.getByRole("button", { name })).toHaveCount(0);
    }
  });
});

test("S131 several requests are decided at once by what was shown, and what was not done stays selected", async ({
  context,
  bank,
  sandbox,
  database,
  guard,
}) => {
  // One's own request, decided among others.
  guard.expectMessage(/status of 409/);
  await context.clock.install();
  const maker = await staffClient(bank.portalUrl, sandbox, "supervisor2.demo");
  const own = await staffClient(bank.portalUrl, sandbox, "supervisor.demo");
  const { rows } = await database.query<{ guid: string; number: string }>(
    "select m.guid, m.membership_no as number from member m join card c on c.member_id = m.id where not c.admin_locked order by m.id desc limit 3",
  );
  const guids = rows.map(({ guid }) => guid);
  for (const guid of guids) await forceCard(database, guid, { admin_locked: true });
  for (const [index, memberGuid] of guids.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await ask(index === 0 ? own : maker, "lift_admin_lock", { memberGuid });
  }
  const queue = "/requests?show=all&state=open&kind=lift_admin_lock";
  const page = await staffPage(context, bank.portalUrl, sandbox, "supervisor.demo", queue);
  const mine = page.getByRole("row").filter({ hasText: rows[0]?.number ?? "" });
  const theirs = page.getByRole("row").filter({ hasText: "supervisor2.demo" });
  await expect(theirs).toHaveCount(2);
  await mine.getByRole("checkbox").check();
  for (const each of [0, 1]) await theirs.nth(each).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "3 selected" });
  await bar.getByRole("button", { name: "Reject requests" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject requests" });
  await expect(dialog.getByRole("table", { name: "What changes" })).toHaveCount(3);
  await dialog.getByRole("button", { name: "Reject requests" }).click();
  await expect(dialog.getByText("This field is required")).toBeVisible();
  await expectAccessible(page);
  // Two presses within a second are one.
  await context.clock.fastForward(1500);
  await dialog.getByLabel("Note").fill("Not who they said they were");
  await dialog.getByRole("button", { name: "Reject requests" }).click();
  const outcome = page.getByRole("alert");
  await expect(outcome).toContainText("2 done, 1 not:");
  await expect(mine.getByRole("checkbox")).toBeChecked();
  await expect(theirs).toHaveCount(0);
  await expectAccessible(page);

  await test.step("the four eyes of one of them", async () => {
    await page.goto(
      `${bank.portalUrl}/console/requests?show=all&kind=lift_admin_lock&state=rejected`,
    );
    await theirs.first().getByRole("button").first().click();
    const eyes = page.getByRole("region", { name: "Four eyes" });
    await expect(eyes).toContainText("supervisor2.demo");
    await expect(eyes.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("one's own are withdrawn, several at once", async () => {
    await page.goto(`${bank.portalUrl}/console/requests?show=mine&state=open&kind=lift_admin_lock`);
    await mine.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Withdraw requests" }).click();
    await expect(page.getByText("1 done.")).toBeVisible();
  });
  for (const guid of guids) await forceCard(database, guid, { admin_locked: false });
});

test("an entry by hand shows its sums while it is written, and goes to a second person", async ({
  context,
  bank,
  sandbox,
}) => {
  const page = await staffPage(
    context,
    bank.portalUrl,
    sandbox,
    "supervisor.demo",
    "/ledger/new-entry",
  );
  const line = (number: number) => page.getByRole("group", { name: `Line ${number}` });
  await page.getByRole("textbox", { name: "Reference" }).fill("CONSOLE-77");
  await page.getByLabel("What it is for").fill("Correction of a fee");
  await line(1).getByLabel("Code").fill("5310");
  await line(1).getByLabel("Amount").fill("1,250.50");
  await line(2).getByLabel("Code").fill("1010");
  await line(2).getByLabel("Amount").fill("1,250");
  await expect(page.getByText("Does not balance")).toHaveCount(1);
  await line(2).getByLabel("Amount").fill("1,250.50");
  await expect(page.getByText("Does not balance")).toHaveCount(0);
  await page.getByLabel("Documents").setInputFiles({
    name: "voucher.pdf",
    mimeType: "",
    buffer: Buffer.from("%PDF-1.7 voucher"),
  });
  await page.getByLabel("Reason").fill("Charged twice on the day");
  await expectAccessible(page);
  await resize(page, 390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await resize(page, 1280);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("link", { name: "See the request" }).click();
  const changes = page.getByRole("table", { name: "What changes" });
  await expect(changes).toContainText("ASSOC 5310 · D ₱1,250.50");
  await expect(page.getByRole("button", { name: "voucher.pdf (1 KB)" })).toBeVisible();
  await page.getByRole("button", { name: "Withdraw" }).click();
});

test("day, switch and wording are asked for, each mistake at its field; a new colleague sets up access", async ({
  context,
  bank,
  sandbox,
  guard,
}) => {
  // What the server refuses below.
  guard.expectMessage(/status of (409|422)/);
  await context.clock.install();
  // Two presses within a second are one.
  const later = () => context.clock.fastForward(1500);
  const page = await staffPage(context, bank.portalUrl, sandbox, "admin.demo", "/calendar");
  const dialog = dialogOf(page);
  await test.step("a suspension from noon", async () => {
    await page.getByRole("button", { name: "Suspend work" }).click();
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
    await dialog.getByLabel("Day", { exact: true }).fill("2027-03-01");
    await dialog.getByLabel("Name", { exact: true }).fill("Typhoon");
    await dialog.getByLabel(/^Suspended from/).fill("12:00");
    await later();
    await expectAccessible(page);
    await send(page);
  });
  await test.step("a switch with its words", async () => {
    await page.goto(`${bank.portalUrl}/console/switches`);
    await page.getByRole("button", { name: "Ask for a change: Card settings" }).click();
    await dialog.getByLabel("State", { exact: true }).selectOption("disabled");
    await dialog.getByLabel("Text in English").fill("Back at noon.");
    await dialog.getByLabel("Text in Filipino").fill("Babalik sa tanghali.");
    await dialog.getByLabel(/^Ends by itself/).fill("2027-03-01T12:00");
    await expectAccessible(page);
    await send(page);
  });
  await test.step("a wording keeps its rules", async () => {
    await page.goto(`${bank.portalUrl}/console/templates`);
    await page.getByRole("button", { name: "Change login", exact: true }).click();
    const english = dialog.getByLabel("English", { exact: true });
    const shipped = await english.inputValue();
    await english.fill("Without the code");
    await expect(dialog.getByRole("button", { name: "Ask", exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await english.fill(`${shipped.replace(/\.$/, "")}. Keep it to yourself. Never share it.`);
    await expectAccessible(page);
    await send(page);
  });
  await test.step("a new account, from its request to the waiting owner", async () => {
    await page.goto(`${bank.portalUrl}/console/staff`);
    await page.getByRole("button", { name: "New staff account" }).click();
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByText("This field is required")).toHaveCount(5);
    await dialog.getByLabel("Name", { exact: true }).fill("Perla Salonga");
    await dialog.getByLabel("Username", { exact: true }).fill("perla.salonga");
    await dialog.getByLabel("Employee number", { exact: true }).fill("DEMO-777");
    await dialog.getByLabel("Branch", { exact: true }).selectOption({ index: 1 });
    await dialog.getByLabel("Teller").selectOption({ index: 2 });
    await expectAccessible(page);
    await dialog.getByLabel("Reason").fill(REASON);
    await later();
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await dialog.getByRole("link", { name: "See the request" }).click();
    await expect(page).toHaveURL(/open=/);
    const requestId = new URL(page.url()).searchParams.get("open") ?? "";
    await approve(await staffClient(bank.portalUrl, sandbox, "supervisor.demo"), requestId);
  });
  await test.step("the second step of an enrolment", async () => {
    const other = await staffClient(bank.portalUrl, sandbox, "supervisor2.demo");
    await page.goto(`${bank.portalUrl}/console/staff?name=Salonga`);
    const account = page.getByRole("row").filter({ hasText: "perla.salonga" });
    const staffId = (await account.locator("[data-row]").getAttribute("data-row")) ?? "";
    const issued = await callBank(other, issueEnrolmentCode, { params: { staffId } });
    const code = String(issued.body.result?.["code"]);
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    await page.goto(`${bank.portalUrl}/console/enrol`);
    await page.getByLabel("Username").fill("perla.salonga");
    await page.getByLabel("Enrolment code").fill(code);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up your authenticator");
    await expectAccessible(page);
    const secret = (await page.locator(".c-secret .sr").textContent()) ?? "";
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel("Code of your authenticator").fill(totp.generate());
    await page.getByLabel("New password", { exact: true }).fill("four mangoes on the jeepney");
    await page
      .getByLabel("New password again", { exact: true })
      .fill("four mangoes on the jeepney");
    await page.getByRole("button", { name: "Set up my access" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Almost done");
    await expectAccessible(page);
  });
});
