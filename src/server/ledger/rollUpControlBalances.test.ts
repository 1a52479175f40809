import { afterAll, beforeAll, expect, test } from "vitest";
import { control, type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { readBalance, readTrialBalance } from "./balances.ts";
import { checkInvariants } from "./checkInvariants.ts";
import { rollUpControlBalances } from "./rollUpControlBalances.ts";

let world: LedgerWorld;
let cashId: bigint;
let member: bigint;
beforeAll(async () => {
  world = await openLedgerWorld();
  const { rows } = await world.pool.query("select ledger_account_id('ASSOC', '1110', '') as id");
  cashId = rows[0].id;
  member = await world.account(0n);
});
afterAll(() => world.close());

const cash = control("ASSOC", "1110");
const exact = async () => (await readBalance(world.db, cashId))?.balance;

/** Other databases of the server may have transactions under way; the mark waits for those, too. */
async function rollUpUntil(stored: bigint): Promise<void> {
  await expect
    .poll(
      async () => {
        await rollUpControlBalances(world.db);
        return world.balance(cashId);
      },
      { interval: 10 },
    )
    .toBe(stored);
}

test("a posting of a transaction that ends late is not missed, and holds nobody up", async () => {
  const late = await world.pool.connect();
  await late.query("begin");
  await late.query(
    `select ledger_post('TEST', 'post', 'LATE', '2026-11-21', now(), 'test', $1::bigint[], '{D,C}', '{1000,1000}')`,
    [[cashId, member]],
  );
  // Lower ids are drawn and not yet to be seen. Others go on: on another account, as this one is locked.
  const other = await world.account(300n);
  await world.move(other, cash, 100n);
  for (let run = 0; run < 5; run++) await rollUpControlBalances(world.db);

  expect(await exact()).toBe(200n);
  expect(await checkInvariants(world.db)).toEqual([]);
  const { rows: mark } = await world.pool.query(
    "select rolled_up_posting_id from ledger_account where id = $1",
    [cashId],
  );
  expect(mark).toEqual([{ rolled_up_posting_id: 0n }]);

  await late.query("commit");
  late.release();
  expect(await exact()).toBe(1_200n);
  await rollUpUntil(1_200n);
  expect(await exact()).toBe(1_200n);
  expect(await checkInvariants(world.db)).toEqual([]);
});

test("a posting that is rolled back is not counted", async () => {
  const client = await world.pool.connect();
  await client.query("begin");
  await client.query(
    `select ledger_post('TEST', 'post', 'GONE', '2026-11-21', now(), 'test', $1::bigint[], '{D,C}', '{5,5}')`,
    [[cashId, member]],
  );
  await client.query("rollback");
  client.release();
  const before = await exact();
  await world.account(50n);
  await rollUpUntil((before ?? 0n) + 50n);
  expect(await checkInvariants(world.db)).toEqual([]);
});

test("while entries are booked, roll-ups miss none and count none twice", async () => {
  const before = (await exact()) ?? 0n;
  const accounts = await Promise.all(Array.from({ length: 8 }, () => world.account(0n)));
  let isBooking = true;
  const rolling = (async () => {
    while (isBooking) {
      await Promise.all([rollUpControlBalances(world.db), rollUpControlBalances(world.db)]);
      expect(await checkInvariants(world.db)).toEqual([]);
    }
  })();
  await Promise.all(
    accounts.map(async (account) => {
      for (let n = 0; n < 40; n++) await world.move(cash, account, 1n);
    }),
  );
  isBooking = false;
  await rolling;
  expect(await exact()).toBe(before + 320n);
  await rollUpUntil(before + 320n);
});

test("a roll-up that began before another one, and ended after it, counts nothing twice", async () => {
  await world.account(100n);
  const before = (await exact()) ?? 0n;
  await rollUpUntil(before);
  const { rows: ids } = await world.pool.query("select max(id) as newest from posting");
  await world.account(70n);
  await rollUpUntil(before + 70n);
  // The id that it drew before, with everything rolled up by the other.
  await world.tamper(`select setval('posting_id_seq', ${ids[0].newest})`);
  for (let run = 0; run < 2; run++) await rollUpControlBalances(world.db);
  await world.tamper("select setval('posting_id_seq', (select max(id) from posting))");
  await world.account(3n);
  await rollUpUntil(before + 73n);
  await rollUpControlBalances(world.db);
  expect(await checkInvariants(world.db)).toEqual([]);
});

test("a roll-up inside a transaction that has already written is refused", async () => {
  const client = await world.pool.connect();
  await client.query("begin");
  await client.query("select pg_current_xact_id()");
  await expect(client.query("select ledger_roll_up()")).rejects.toThrow("transaction of its own");
  await client.query("rollback");
  client.release();
});

test("the trial balance has equal debits and credits in each book", async () => {
  await world.account(777n, { book: "CARD", code: "2510" });
  const lines = await readTrialBalance(world.db);
  for (const book of ["ASSOC", "CARD"]) {
    const totals = lines
      .filter((line) => line.book === book)
      .map(({ normalSide, balance }) => (normalSide === "D" ? balance : -balance));
    expect(totals.reduce((sum, total) => sum + total, 0n)).toBe(0n);
  }
  expect(lines.find(({ book, code }) => book === "CARD" && code === "2510")?.balance).toBe(777n);
});
