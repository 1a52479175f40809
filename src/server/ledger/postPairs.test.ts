import { afterAll, beforeAll, expect, test } from "vitest";
import { sqlState } from "#server/db/db.ts";
import { type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { checkInvariants } from "./checkInvariants.ts";

let world: LedgerWorld;
let inTransit: bigint;
beforeAll(async () => {
  world = await openLedgerWorld();
  const { rows } = await world.pool.query("select ledger_account_id('ASSOC', '2310', '') as id");
  inTransit = rows[0].id;
});
afterAll(() => world.close());

function postPairs(references: string[], pairs: [from: bigint, to: bigint, amount: bigint][]) {
  return world.pool.query(
    "select ledger_post_pairs('TEST', 'pair', '2026-11-21', $1, $2, $3, $4, $5, $6)",
    [
      world.at,
      references,
      references.map(() => "test"),
      pairs.map(([from]) => from),
      pairs.map(([, to]) => to),
      pairs.map(([, , amount]) => amount),
    ],
  );
}

const stateOf = (work: Promise<unknown>) => work.then(() => "done", sqlState);

test("several entries at once leave what each by itself would leave", async () => {
  const first = await world.account(1_000n);
  const second = await world.account(50n);
  await postPairs(
    ["P1", "P2", "P3"],
    [
      [first, inTransit, 300n],
      [first, second, 200n],
      [second, inTransit, 250n],
    ],
  );
  expect([await world.balance(first), await world.balance(second)]).toEqual([500n, 0n]);
  const { rows } = await world.pool.query(
    `select e.reference, p.side, p.amount_centavos, p.balance_after_centavos
     from posting p join journal_entry e on e.id = p.journal_entry_id
     where e.step = 'pair' order by p.id`,
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["P1", "D", 300n, 700n],
    ["P1", "C", 300n, null],
    ["P2", "D", 200n, 500n],
    ["P2", "C", 200n, 250n],
    ["P3", "D", 250n, 0n],
    ["P3", "C", 250n, null],
  ]);
  expect(await checkInvariants(world.db)).toEqual([]);
});

test("one entry that cannot be leaves none, and says why", async () => {
  const poor = await world.account(100n);
  const rich = await world.account(1_000n);
  const card = await world.account(0n, { book: "CARD", code: "2510" });
  const before = await world.rows();
  const good: [bigint, bigint, bigint] = [rich, inTransit, 10n];

  const tooMuch = postPairs(["Q1", "Q2", "Q3"], [good, [poor, rich, 60n], [poor, rich, 60n]]);
  expect(await stateOf(tooMuch)).toBe("BK001");
  expect(await stateOf(postPairs(["Q1", "Q2"], [good, [rich, card, 10n]]))).toBe("BK002");
  expect(await stateOf(postPairs(["Q1", "Q2"], [good, [rich, 999_999n, 10n]]))).toBe("BK002");
  // Nobody's accounts on both sides balance, and are still no booking.
  expect(await stateOf(postPairs(["Q1"], [[999_998n, 999_999n, 10n]]))).toBe("BK003");
  expect(await stateOf(postPairs(["Q1", "Q1"], [good, good]))).toBe("BK004");
  expect(await stateOf(postPairs(["Q1", "Q2"], [good, [rich, inTransit, 0n]]))).toBe("23514");
  expect(await world.rows()).toBe(before);
});
