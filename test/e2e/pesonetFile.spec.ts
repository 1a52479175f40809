import { expect } from "@playwright/test";
import type pg from "pg";
import { expectAccessible } from "./support/axe.ts";
import type { DemoPerson } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { guardPages } from "./support/pageGuard.ts";
import { reviewBank, TO } from "./support/sendMoney.ts";
import { staffPage } from "./support/staffPage.ts";
import { send, typeCode } from "./support/topUp.ts";
import { expectToast, rememberToasts } from "./support/toasts.ts";

test.use({ username: "isagani.escalona" });

/** Of a cycle that no other test of the bank is in. */
const MESSAGE_ID = "PB20200102-1-01";

/** The member's transfer of 31.00 as its row and its rail's row have it. */
async function transferOf(database: pg.Client, { username }: DemoPerson) {
  const { rows } = await database.query<{
    ref_no: string;
    state: string;
    issuer_leg: string;
    batch_id: string | null;
  }>(
    `select t.ref_no, t.state, r.issuer_leg, r.batch_id::text from transfer t
     join rail_transfer r using (ref_no) join member m on m.id = t.member_id
     where m.username = $1 and t.amount_centavos = 3100`,
    [username],
  );
  return rows[0];
}

/**
 * The transfer in a file of its own that was handed in where the clearing house has another, as the worker
 * leaves it: it was told so, asked, and heard that the house holds none of its transfers.
 */
async function putInReusedFile(database: pg.Client, refNo: string): Promise<void> {
  await database.query("begin");
  await database.query(
    `with file as (
       insert into pesonet_batch (cycle_day, cycle_no, part, file_name, message_id, state, item_count,
         total_centavos, body, body_sha256, cut_at, reused_at, held_count, held_said_at)
       values ('2020-01-02', 1, 1, $2 || '.xml', $2, 'cut', 1, 3100, 'e2e', sha256('e2e'), now(), now(), 0, now())
       returning id
     )
     update rail_transfer r set batch_id = file.id from file where r.ref_no = $1`,
    [refNo, MESSAGE_ID],
  );
  await database.query("update transfer set state = 'sent', sent_at = now() where ref_no = $1", [
    refNo,
  ]);
  await database.query(
    "insert into transfer_exception (ref_no, kind, at) values ($1, 'file_reused', now())",
    [MESSAGE_ID],
  );
  await database.query("commit");
}

test("S101 S131 a file in whose place the clearing house has another is withdrawn by two people, and its transfer goes into the next", async ({
  browser,
  bank,
  sandbox,
  database,
  member,
  signedInTab: portal,
}) => {
  const offices = await Promise.all([browser.newContext(), browser.newContext()]);
  const guards = await Promise.all(offices.map(guardPages));
  await Promise.all(offices.map(rememberToasts));
  await offices[0].clock.install();
  const open = (place: 0 | 1, username: string, path: string) =>
    staffPage(offices[place], bank.portalUrl, sandbox, username, path);

  await test.step("a member sends money with PESONet", async () => {
    await reviewBank(portal, {
      via: "PESONet",
      bank: "bdo",
      accountNumber: TO.credited,
      accountName: "Juan Dela Cruz",
      amount: "31",
    });
    await typeCode(portal, await sandbox.codeAfter(member.mobileNumber, () => send(portal)));
    await expect.poll(async () => (await transferOf(database, member))?.issuer_leg).toBe("taken");
  });
  await putInReusedFile(database, (await transferOf(database, member))?.ref_no ?? "");

  const desk = await open(0, "supervisor.demo", `/jobs/exceptions?reference=${MESSAGE_ID}`);
  await test.step("the desk reads what happened and asks for the file to be withdrawn", async () => {
    await desk
      .getByRole("row", { name: new RegExp(MESSAGE_ID) })
      .getByRole("button")
      .first()
      .click();
    const panel = desk.getByRole("region", { name: MESSAGE_ID });
    await expect(panel).toContainText("The clearing house has another file of this name");
    await panel.getByRole("button", { name: "Withdraw the file" }).click();
    const dialog = desk.getByRole("dialog", { name: "Withdraw the file" });
    await expect(dialog).toContainText(MESSAGE_ID);
    await expectAccessible(desk);
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
    // Two presses within a second are one.
    await offices[0].clock.fastForward(1500);
    await dialog.getByLabel("Reason").fill("The house found our name in last year's files.");
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByRole("status")).toContainText("Another person decides it now.");
    await dialog.getByRole("link").click();
    const own = desk.getByRole("region", { name: "Withdraw a PESONet file" });
    await expect(own).toContainText("You made this request. Another person decides it.");
  });

  const second = await open(1, "fraud.demo", "/requests");
  await test.step("another person sees what the house holds, and approves", async () => {
    const row = second.getByRole("row", { name: /Withdraw a PESONet file/ });
    await row.getByRole("button").first().click();
    const panel = second.getByRole("region", { name: "Withdraw a PESONet file" });
    await expect(panel.getByRole("row", { name: /State of the file/ })).toContainText("Withdrawn");
    await expectAccessible(second);
    await panel.getByRole("button", { name: "Approve" }).click();
    await expectToast(second, "Approved and carried out.");
  });

  await expect
    .poll(() => transferOf(database, member))
    .toMatchObject({ state: "accepted", batch_id: null });
  await desk.goto(
    `${bank.portalUrl}/console/jobs/exceptions?reference=${MESSAGE_ID}&state=resolved`,
  );
  const resolved = desk.getByRole("row", { name: new RegExp(MESSAGE_ID) });
  await expect(resolved).toContainText("Resolved");
  for (const guard of guards) guard.check();
  await Promise.all(offices.map((office) => office.close()));
});
