import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  closeBusinessDay,
  exportJournal,
  getAccountStatement,
  getBusinessDays,
  getControlFigures,
  getJournal,
  getJournalEntry,
  getLedgerAccounts,
  getBalanceExplained,
  getTrialBalance,
} from "#contract/staff/ledger.ts";
import { transact } from "#server/db/db.ts";
import { readTrialBalance as exactNow } from "#server/ledger/balances.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import { type EntryLine, postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { reverseJournalEntry } from "#server/ledger/reverseJournalEntry.ts";
import { rollUpControlBalances } from "#server/ledger/rollUpControlBalances.ts";
import { control } from "#test/support/ledgerWorld.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let auditor: TestStaff;
let savings: bigint;
let card: bigint;
beforeAll(async () => {
  world = await makeWorld();
  auditor = await makeStaff(world, { role: "auditor" });
  const at = world.app.now();
  [savings, card] = await transact(world.app.db, async (tx) => [
    await openAccount(tx, { book: "ASSOC", code: "2010", subledger: "L-1", at }),
    await openAccount(tx, { book: "CARD", code: "2510", subledger: "C-1", at }),
  ]);
});
afterAll(() => world.close());

let number = 0;
function post(businessDate: string, lines: EntryLine[], operation = "TEST"): Promise<bigint> {
  number += 1;
  return transact(world.app.db, (tx) =>
    postJournalEntry(tx, {
      operation,
      step: "post",
      reference: `LD-${number}`,
      businessDate,
      bookedAt: world.app.now(),
      actor: "test",
      lines,
    }),
  );
}
const deposit = (day: string, amount: bigint) =>
  post(day, [
    { account: control("ASSOC", "1110"), side: "D", amount },
    { account: savings, side: "C", amount },
  ]);
const topUp = (day: string, amount: bigint) =>
  post(day, recipe("OWN_TOPUP", "complete").lines({ A: amount }, { card_account: card }));

async function trial(day: string) {
  const answer = await auditor.call(getTrialBalance, { query: { day } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

const lineOf = (found: Awaited<ReturnType<typeof trial>>, code: string) =>
  found.lines.find((line) => line.code === code);

test("S099 the trial balance of any day balances in both books, whatever is booked, rolled up or reversed", async () => {
  const days = ["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-21"];
  const step = fc.record({
    kind: fc.constantFrom("deposit", "topUp", "reverse", "roll"),
    day: fc.constantFrom(...days),
    amount: fc.bigInt({ min: 1n, max: 5_000n }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const { kind, day, amount } of steps) {
        if (kind === "deposit") await deposit(day, amount);
        if (kind === "topUp") await topUp(day, amount);
        if (kind === "roll") await rollUpControlBalances(world.app.db);
        if (kind === "reverse") {
          const entryId = await topUp(day, amount);
          const bookedAt = world.app.now();
          const about = { entryId, businessDate: day, bookedAt, actor: "test" };
          await transact(world.app.db, (tx) => reverseJournalEntry(tx, about));
        }
      }
      for (const day of ["2026-11-09", ...days]) {
        for (const { debit, credit } of (await trial(day)).sums) expect(debit).toBe(credit);
      }
      const [last, now] = [await trial("2026-11-21"), await exactNow(world.app.db)];
      expect(last.lines.map(({ debit, credit }) => debit - credit)).toEqual(
        now.map(({ normalSide, balance }) => (normalSide === "D" ? balance : -balance)),
      );
    }),
    { numRuns: 8 },
  );
});

test("S260 a line of the trial balance is explained to the centavo by what each kind of entry moved, of a day and of its month", async () => {
  await deposit("2026-11-10", 10_000n);
  await deposit("2026-11-11", 2_500n);
  await deposit("2026-11-12", 500n);
  const explained = async (day: string, span: "day" | "month", code = "2010") => {
    const query = { book: "ASSOC" as const, code, day, span };
    const answer = await auditor.call(getBalanceExplained, { query });
    if (!answer.status) throw new Error(answer.message);
    return answer.result;
  };
  const movedBy = ({ moves }: Awaited<ReturnType<typeof explained>>) =>
    moves.reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
  for (const day of ["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-21"]) {
    const line = lineOf(await trial(day), "2010");
    const net = (line?.debit ?? 0n) - (line?.credit ?? 0n);
    for (const span of ["day", "month"] as const) {
      const found = await explained(day, span);
      expect(found.closing).toBe(net);
      expect(found.opening + movedBy(found)).toBe(found.closing);
    }
    const ofDay = await explained(day, "day");
    const moved = (line?.dayDebit ?? 0n) - (line?.dayCredit ?? 0n);
    expect(movedBy(ofDay)).toBe(moved);
    // The journal has exactly these entries.
    for (const { operation, step, entries } of ofDay.moves) {
      const query = { book: "ASSOC" as const, code: "2010", operation, from: day, to: day };
      const journal = await auditor.call(getJournal, { query: { ...query, limit: "100" } });
      if (!journal.status) throw new Error(journal.message);
      const rows = journal.result.rows.filter((row) => row.step === step);
      expect(rows.length).toBe(Math.min(entries, 100));
    }
  }
  const unknown = { book: "CARD" as const, code: "9999", day: "2026-11-21", span: "day" as const };
  expect(await auditor.call(getBalanceExplained, { query: unknown })).toMatchObject({
    code: "not_found",
  });
});

test("S099 what a day moved stands in that day and in all after it, not before", async () => {
  const before = { ninth: await trial("2026-11-09"), tenth: await trial("2026-11-10") };
  await deposit("2026-11-10", 12_345n);
  const [ninth, tenth, last] = [
    await trial("2026-11-09"),
    await trial("2026-11-10"),
    await trial("2026-11-21"),
  ];
  expect(ninth).toEqual(before.ninth);
  expect(lineOf(tenth, "1110")?.dayDebit).toBe(
    (lineOf(before.tenth, "1110")?.dayDebit ?? 0n) + 12_345n,
  );
  expect(lineOf(last, "1110")?.debit).toBeGreaterThanOrEqual(12_345n);
});

test("the control figures meet across the books", async () => {
  await topUp("2026-11-21", 700n);
  const answer = await auditor.call(getControlFigures, {});
  if (!answer.status) throw new Error(answer.message);
  const { result } = answer;
  expect(result.paidOver).toBe(result.received);
  expect(result.received).toBeGreaterThanOrEqual(700n);
  expect(result.cardAccounts).toBe(result.cardBalances);
});

test("the journal is found by each of its filters, and leads to postings and statements", async () => {
  const id = await deposit("2026-11-21", 987_654n);
  const found = async (query: Record<string, string>) => {
    const answer = await auditor.call(getJournal, { query });
    if (!answer.status) throw new Error(answer.message);
    return answer.result.rows.map((row) => row.id);
  };
  const reference = `LD-${number}`;
  const only: Record<string, string>[] = [
    { reference },
    { amountFrom: "9876.54", amountTo: "9876.54" },
    { book: "ASSOC", account: String(savings), amountFrom: "9876.54" },
    { code: "1110", from: "2026-11-21", to: "2026-11-21", amountFrom: "9876.54" },
    { operation: "test", actor: "test", amountFrom: "9876.54" },
  ];
  only.push({ reference: reference.toLowerCase() }, { reference: reference.slice(1) });
  only.push({ operation: "es", actor: "TES", amountFrom: "9876.54" });
  for (const query of only) expect(await found(query)).toEqual([String(id)]);
  for (const query of [
    { reference, book: "CARD" },
    { reference, to: "2026-11-20" },
    { reference, actor: "somebody" },
    { reference: reference.replace("-", "_") },
    { reference: "%" },
    { reference, amountFrom: "9876.55" },
  ])
    expect(await found(query)).toEqual([]);

  const entry = await auditor.call(getJournalEntry, { params: { entryId: String(id) } });
  if (!entry.status) throw new Error(entry.message);
  expect(entry.result).toMatchObject({
    amount: 987_654n,
    isDayClosed: false,
    postings: [
      { code: "1110", side: "D", amount: 987_654n },
      { code: "2010", side: "C", subledger: "L-1", amount: 987_654n },
    ],
  });
  const params = { ledgerAccountId: String(savings) };
  const statement = await auditor.call(getAccountStatement, { params, query: { limit: "1" } });
  if (!statement.status) throw new Error(statement.message);
  const [row] = statement.result.rows;
  expect(row).toMatchObject({
    entryId: String(id),
    balanceAfter: statement.result.account.balance,
  });
  const accounts = await auditor.call(getLedgerAccounts, { query: { subledger: "L-1" } });
  expect(accounts).toMatchObject({ result: { rows: [{ id: String(savings) }] } });
});

test("unknown entries and accounts are not found", async () => {
  expect(await auditor.call(getJournalEntry, { params: { entryId: "999999" } })).toMatchObject({
    httpStatus: 404,
  });
  const params = { ledgerAccountId: "999999" };
  expect(await auditor.call(getAccountStatement, { params, query: {} })).toMatchObject({
    httpStatus: 404,
  });
});

test("S133 the journal as a file is on record", async () => {
  const answer = await auditor.callRaw(exportJournal, { query: { reference: `LD-${number}` } });
  expect(answer.httpStatus).toBe(200);
  const event = await world.app.db
    .selectFrom("audit_event")
    .select(["actor", "detail"])
    .where("object", "=", "list:journal")
    .where("action", "=", "list_exported")
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ actor: auditor.username, detail: { reference: `LD-${number}` } });
});

test("a teller does not see the books, and an auditor closes no day", async () => {
  const teller = await makeStaff(world, { role: "teller" });
  expect(await teller.call(getJournal, { query: {} })).toMatchObject({ code: "not_your_role" });
  const body = { day: "2026-11-12" };
  expect(await auditor.call(closeBusinessDay, { body })).toMatchObject({ code: "not_your_role" });
  const days = await auditor.call(getBusinessDays, {});
  expect(days).toMatchObject({ result: { closedThrough: null, next: "2026-11-20", days: [] } });
});
