import { afterAll, beforeAll, expect, test } from "vitest";
import { sqlState } from "#server/db/db.ts";
import { type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { checkInvariants } from "./checkInvariants.ts";

let world: LedgerWorld;
let inTransit: bigint;
let fees: bigint;
beforeAll(async () => {
  world = await openLedgerWorld();
  const { rows } = await world.pool.query(
    "select ledger_account_id('ASSOC', '2310', '') as in_transit, ledger_open_account('ASSOC', '4130', '', now()) as fees",
  );
  inTransit = rows[0].in_transit;
  fees = rows[0].fees;
});
afterAll(() => world.close());

type Line = [entry: number, account: bigint, side: "D" | "C", amount: bigint];

function postEntries(references: string[], lines: Line[]) {
  return world.pool.query(
    "select ledger_post_entries('TEST', 'many', '2026-11-21', $1, $2, $3, $4, $5, $6, $7)",
    [
      world.at,
      references,
      references.map(() => "test"),
      lines.map(([entry]) => entry),
      lines.map(([, account]) => account),
      lines.map(([, , side]) => side),
      lines.map(([, , , amount]) => amount),
    ],
  );
}

const stateOf = (work: Promise<unknown>) => work.then(() => "done", sqlState);

test("several entries of several lines leave what each by itself would leave", async () => {
  const first = await world.account(1_000n);
  const second = await world.account(50n);
  await postEntries(
    ["M1", "M2", "M3"],
    [
      [1, first, "D", 310n],
      [1, inTransit, "C", 300n],
      [1, fees, "C", 10n],
      [2, first, "D", 200n],
      [2, second, "C", 200n],
      [3, second, "D", 250n],
      [3, inTransit, "C", 240n],
      [3, fees, "C", 10n],
    ],
  );
  expect([await world.balance(first), await world.balance(second)]).toEqual([490n, 0n]);
  const { rows } = await world.pool.query(
    `select e.reference, p.ledger_account_id, p.side, p.amount_centavos, p.balance_after_centavos
     from posting p join journal_entry e on e.id = p.journal_entry_id
     where e.step = 'many' order by p.id`,
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["M1", first, "D", 310n, 690n],
    ["M1", inTransit, "C", 300n, null],
    ["M1", fees, "C", 10n, null],
    ["M2", first, "D", 200n, 490n],
    ["M2", second, "C", 200n, 250n],
    ["M3", second, "D", 250n, 0n],
    ["M3", inTransit, "C", 240n, null],
    ["M3", fees, "C", 10n, null],
  ]);
  expect(await checkInvariants(world.db)).toEqual([]);
});

test("one entry of several that cannot be leaves none, and says why", async () => {
  const poor = await world.account(100n);
  const rich = await world.account(1_000n);
  const card = await world.account(0n, { book: "CARD", code: "2510" });
  const before = await world.rows();
  const entry = (of: number, from: bigint, to: bigint, amount: bigint): Line[] => [
    [of, from, "D", amount],
    [of, to, "C", amount],
  ];
  const good = entry(1, rich, inTransit, 10n);

  const tooMuch = [...good, ...entry(2, poor, rich, 60n), ...entry(3, poor, rich, 60n)];
  expect(await stateOf(postEntries(["N1", "N2", "N3"], tooMuch))).toBe("BK001");
  const two = (lines: Line[]) => stateOf(postEntries(["N1", "N2"], [...good, ...lines]));
  expect(await two(entry(2, rich, card, 10n))).toBe("BK002");
  expect(await two([[2, rich, "D", 10n]])).toBe("BK002");
  expect(await two(entry(2, rich, 999_999n, 10n))).toBe("BK002");
  expect(await two(entry(2, 999_998n, 999_999n, 10n))).toBe("BK003");
  // A line that belongs to no entry of the call.
  expect(await two([...entry(2, rich, inTransit, 10n), ...entry(3, rich, poor, 1n)])).toBe("BK003");
  expect(await two(entry(2, rich, inTransit, 0n))).toBe("23514");
  expect(await stateOf(postEntries(["N1", "N1"], good))).toBe("BK004");
  expect(await world.rows()).toBe(before);
});
