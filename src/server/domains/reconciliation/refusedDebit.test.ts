import { afterAll, beforeAll, expect, test } from "vitest";
import { listBreaks, runReconciliation } from "#contract/staff/reconciliation.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { send, toBank } from "#test/support/sendActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("a transfer whose money the issuer never took is no difference to the issuer's file", async () => {
  const member = await world.makeMember({ card: { balance: 5_000_00n } });
  const browser = await world.signIn(member);
  const accountNo = member.cardAccountNo ?? "";
  // Spent at the issuer a moment before, and not told yet.
  const spent = await world.app.issuer.debitCard({
    reference: "IP261121-SPENT",
    accountNo,
    amount: 4_500_00n,
    channel: "instapay",
  });
  expect(spent).toMatchObject({ kind: "done" });
  const refNo = await send(world, member, browser, toBank("instapay", "1000.00"));
  await drainJobs(world.app);
  const transfer = await world.app.db
    .selectFrom("transfer")
    .select("state")
    .where("ref_no", "=", refNo)
    .executeTakeFirstOrThrow();
  expect(transfer.state).toBe("returned");

  world.setTime(new Date("2026-11-22T01:00:00Z"));
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  await supervisor.call(runReconciliation, { body: { source: "issuer", day: "2026-11-21" } });
  const answer = await supervisor.call(listBreaks, { query: {} });
  const references = answer.status ? answer.result.rows.map(({ reference }) => reference) : [];
  expect(references).toEqual(["IP261121-SPENT"]);
});
