import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { control, type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { postJournalEntry } from "./postJournalEntry.ts";

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedgerWorld();
});
afterAll(() => world.close());

const cash = control("ASSOC", "1110");
const HOUR_MS = 60 * 60 * 1000;
const hour = (number: number) => new Date(Date.UTC(2026, 10, 1) + number * HOUR_MS);

async function book(account: bigint, at: Date): Promise<void> {
  await transact(world.db, (tx) =>
    postJournalEntry(tx, {
      operation: "TEST",
      step: "post",
      reference: `M${account}-${at.toISOString()}-${references++}`,
      businessDate: "2026-11-21",
      bookedAt: at,
      actor: "test",
      lines: [
        { account: cash, side: "D", amount: 1n },
        { account, side: "C", amount: 1n },
      ],
    }),
  );
}
let references = 0;

test("of every moment it is known from which posting on an account was moved since then", async () => {
  // Of three accounts in turn: many at one moment, one, none; and long pauses.
  const [busy, calm, unmoved] = [
    await world.account(0n),
    await world.account(0n),
    await world.account(0n),
  ];
  const moments = [0, 0, 0, 1, 5, 5, 6, 30, 31, 31, 31, 31, 32, 200];
  for (const number of moments) {
    await book(busy, hour(number));
    if (number === 30) await book(calm, hour(number));
  }
  for (const account of [busy, calm, unmoved]) {
    for (let number = -1; number <= 201; number++) {
      // Half an hour before each hour, and the hour itself.
      for (const at of [hour(number - 0.5), hour(number)]) {
        const { rows } = await world.pool.query<{ since: bigint; wanted: bigint }>(
          `select (select count(*) from posting p where p.ledger_account_id = $1 and p.id >= posting_mark($1, $2)) as since,
             (select count(*) from posting p join journal_entry e on e.id = p.journal_entry_id
              where p.ledger_account_id = $1 and e.booked_at >= $2) as wanted`,
          [account, at],
        );
        expect(rows[0]?.since).toBe(rows[0]?.wanted);
      }
    }
  }
});
