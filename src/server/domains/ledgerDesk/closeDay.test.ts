import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBusinessDay, getBusinessDays, getTrialBalance } from "#contract/staff/ledger.ts";
import { transact } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { control } from "#test/support/ledgerWorld.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let supervisor: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  supervisor = await makeStaff(world, { role: "supervisor" });
  second = await makeStaff(world, { role: "supervisor" });
  await book("2026-11-17", 100n);
  await book("2026-11-18", 200n);
});
afterAll(() => world.close());

let number = 0;
function book(businessDate: string, amount: bigint): Promise<bigint> {
  number += 1;
  return transact(world.app.db, (tx) =>
    postJournalEntry(tx, {
      operation: "TEST",
      step: "post",
      reference: `CD-${number}`,
      businessDate,
      bookedAt: world.app.now(),
      actor: "test",
      lines: [
        { account: control("ASSOC", "1110"), side: "D", amount },
        { account: control("ASSOC", "2190"), side: "C", amount },
      ],
    }),
  );
}

/** Transactions of other tests' databases may be under way; a close waits for those, too. */
async function close(day: string, staff = supervisor): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const answer = await staff.call(closeBusinessDay, { body: { day } });
      code = answer.status ? "closed" : answer.code;
      return code;
    })
    .not.toBe("day_closing");
  return code ?? "";
}

const dayRow = (day: string) =>
  world.app.db.selectFrom("business_day").selectAll().where("day", "=", day).executeTakeFirst();

test("S099 a day that is not over is not closed; the first may be any, then each in its order", async () => {
  expect(await close("2026-11-21")).toBe("day_not_over");
  expect(await close("2027-01-01")).toBe("day_not_over");
  expect(await close("2026-11-18")).toBe("closed");
  expect(await close("2026-11-20")).toBe("day_not_next");
  const row = await dayRow("2026-11-18");
  expect(row).toMatchObject({ state: "closed", closed_by: supervisor.username, entries: 2n });
  expect(row?.totals).toEqual([
    ["ASSOC", "1110", "300", "0"],
    ["ASSOC", "2190", "0", "300"],
  ]);
  const days = await supervisor.call(getBusinessDays, {});
  expect(days).toMatchObject({ result: { closedThrough: "2026-11-18", next: "2026-11-19" } });
});

test("S099 no entry gets into a closed day or one before it, whoever writes it; the next day takes it", async () => {
  for (const day of ["2026-11-18", "2026-11-17"]) {
    await expect(book(day, 5n)).rejects.toMatchObject({ code: "BK005" });
  }
  const direct = asAdmin(world.database.adminUrl, (admin) =>
    admin.query(`insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
      values ('TEST', 'post', 'BY-HAND', '2026-11-18', now(), 'x')`),
  );
  await expect(direct).rejects.toMatchObject({ code: "BK005" });
  await book("2026-11-19", 5n);
});

test("S099 a closed day is never opened again, not even by the owner", async () => {
  for (const statement of [
    "update ledger_close set through = '2026-11-01'",
    "delete from ledger_close",
    "truncate ledger_close",
    "update business_day set state = 'closing'",
    "delete from business_day",
    "truncate business_day",
  ]) {
    const done = asAdmin(world.database.ownerUrl, (owner) => owner.query(statement));
    await expect(done).rejects.toMatchObject({ code: "42501" });
  }
});

test("S099 what was under way when the day was shut is waited for and counted", async () => {
  const late = await world.app.pool.connect();
  await late.query("begin");
  await late.query(`select ledger_post('TEST', 'post', 'LATE', '2026-11-19', now(), 'test',
    array[ledger_account_id('ASSOC', '1110', ''), ledger_account_id('ASSOC', '2190', '')], '{D,C}', '{40,40}')`);
  const closing = close("2026-11-19");
  await expect.poll(async () => (await dayRow("2026-11-19"))?.state).toBe("closing");
  await expect(book("2026-11-19", 1n)).rejects.toMatchObject({ code: "BK005" });
  await late.query("commit");
  late.release();
  expect(await closing).toBe("closed");
  const row = await dayRow("2026-11-19");
  expect(row?.entries).toBe(2n);
  expect(row?.totals).toContainEqual(["ASSOC", "1110", "45", "0"]);
});

test("S099 two supervisors at the same moment: closed once, by one of them", async () => {
  await book("2026-11-20", 7n);
  const both = await Promise.all([close("2026-11-20"), close("2026-11-20", second)]);
  expect(both.toSorted()).toEqual(["closed", "day_closed"]);
  expect(await close("2026-11-20")).toBe("day_closed");
  const events = await world.app.db
    .selectFrom("audit_event")
    .select("actor")
    .where("action", "=", "close_business_day")
    .where("object", "=", "business_day:2026-11-20")
    .execute();
  expect(events).toHaveLength(1);
  expect((await dayRow("2026-11-20"))?.closed_by).toBe(events[0]?.actor);
});

test("S099 a closed day's trial balance stands, and says that it is closed", async () => {
  const read = () => supervisor.call(getTrialBalance, { query: { day: "2026-11-19" } });
  const before = await read();
  await book("2026-11-21", 1_000n);
  expect(await read()).toEqual(before);
  expect(before).toMatchObject({ result: { isClosed: true } });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S099 five minutes past midnight in Manila the day before can be closed, not earlier; old suspense is listed", async () => {
  world.setTime(new Date("2026-11-21T16:04:00Z"));
  const early = await makeStaff(world, { role: "supervisor" });
  expect(await close("2026-11-21", early)).toBe("day_not_over");
  // Friday's items: Monday is the next banking day, and it is over.
  world.setTime(new Date("2026-11-23T16:06:00Z"));
  const fresh = await makeStaff(world, { role: "supervisor" });
  expect(await close("2026-11-21", fresh)).toBe("closed");
  const suspense = (await dayRow("2026-11-21"))?.suspense;
  expect(suspense).toContainEqual({
    book: "ASSOC",
    code: "2190",
    reference: "CD-7",
    net: "-7",
    since: "2026-11-20",
    isOld: true,
  });
});

test("R6 with a breach in the books no day is closed", async () => {
  await asAdmin(world.database.adminUrl, async (admin) => {
    await admin.query("set session_replication_role = replica");
    await admin.query("update posting set amount_centavos = amount_centavos + 1 where side = 'D'");
  });
  await world.app.db.deleteFrom("invariant_run").execute();
  const fresh = await makeStaff(world, { role: "supervisor" });
  expect(await close("2026-11-22", fresh)).toBe("books_breached");
  expect(await dayRow("2026-11-22")).toBeUndefined();
});
