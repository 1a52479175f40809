import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { control, type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { checkInvariants } from "./checkInvariants.ts";
import { placeHold, releaseHold } from "./holds.ts";
import { rollUpControlBalances } from "./rollUpControlBalances.ts";

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedgerWorld();
});
afterAll(() => world.close());

const ACCOUNTS = 4;
const cash = control("ASSOC", "1110");
const place = fc.nat({ max: ACCOUNTS - 1 });
const amount = fc.bigInt({ min: 1n, max: 400n });

type Step =
  | { kind: "move"; from: number; to: number; amount: bigint }
  | { kind: "deposit" | "withdraw" | "hold"; from: number; amount: bigint }
  | { kind: "release"; which: number }
  | { kind: "roll_up" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("move" as const), from: place, to: place, amount }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("deposit" as const, "withdraw" as const, "hold" as const),
      from: place,
      amount,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("release" as const), which: fc.nat({ max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "roll_up" as const }) },
);

/** What the ledger should hold, kept in the simplest way there is. */
type Model = {
  balances: bigint[];
  holds: { id: bigint; account: number; amount: bigint; isOpen: boolean }[];
};

const heldOn = (model: Model, account: number) =>
  model.holds.reduce(
    (sum, hold) => (hold.isOpen && hold.account === account ? sum + hold.amount : sum),
    0n,
  );

let number = 0;

async function perform(accounts: bigint[], model: Model, one: Step): Promise<void> {
  const account = (place: number) => accounts[place] ?? -1n;
  const add = (place: number, centavos: bigint) => {
    model.balances[place] = (model.balances[place] ?? 0n) + centavos;
  };
  switch (one.kind) {
    case "deposit":
      await world.move(cash, account(one.from), one.amount);
      return add(one.from, one.amount);
    case "withdraw":
      await world.move(account(one.from), cash, one.amount);
      return add(one.from, -one.amount);
    case "move":
      await world.move(account(one.from), account(one.to), one.amount);
      add(one.from, -one.amount);
      return add(one.to, one.amount);
    case "hold": {
      const id = await transact(world.db, (tx) =>
        placeHold(tx, {
          accountId: account(one.from),
          amount: one.amount,
          reference: `P${(number += 1)}`,
          reason: "test",
          at: world.at,
          expiresAt: world.at,
        }),
      );
      model.holds.push({ id, account: one.from, amount: one.amount, isOpen: true });
      return;
    }
    case "release": {
      const hold = model.holds[one.which];
      const released = await transact(world.db, (tx) => releaseHold(tx, hold?.id ?? -1n, world.at));
      if (released !== (hold?.isOpen ?? false)) throw new Error(`released: ${released}`);
      if (hold !== undefined) hold.isOpen = false;
      return;
    }
    case "roll_up":
      await rollUpControlBalances(world.db);
  }
}

function isCovered(model: Model, one: Step): boolean {
  if (one.kind !== "withdraw" && one.kind !== "move" && one.kind !== "hold") return true;
  return (model.balances[one.from] ?? 0n) - heldOn(model, one.from) >= one.amount;
}

async function assertAsModel(accounts: bigint[], model: Model): Promise<void> {
  const { rows } = await world.pool.query(
    `select balance_centavos as balance, hold_centavos as held, available_centavos as available
     from ledger_account where id = any($1) order by id`,
    [accounts],
  );
  expect(rows).toEqual(
    model.balances.map((balance, place) => {
      const held = heldOn(model, place);
      return { balance, held, available: balance - held };
    }),
  );
}

async function openAccounts(): Promise<bigint[]> {
  const accounts: bigint[] = [];
  for (let n = 0; n < ACCOUNTS; n++) accounts.push(await world.account(0n));
  return accounts;
}

test("whatever is done in whatever order: the books agree with a simple model, and a no changes no row", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const accounts = await openAccounts();
      const model: Model = { balances: accounts.map(() => 0n), holds: [] };
      for (const one of steps) {
        if (isCovered(model, one)) {
          await perform(accounts, model, one);
          continue;
        }
        const before = await world.rows();
        await expect(perform(accounts, model, one)).rejects.toBeInstanceOf(Refusal);
        expect(await world.rows()).toBe(before);
      }
      await assertAsModel(accounts, model);
      expect(await checkInvariants(world.db)).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test("done at the same time: no centavo appears or is lost, and nothing goes below its holds", async () => {
  const money = fc.record({ from: place, to: place, amount });
  await fc.assert(
    fc.asyncProperty(fc.array(money, { minLength: 10, maxLength: 60 }), async (moves) => {
      const accounts = await openAccounts();
      for (const account of accounts) await world.move(cash, account, 500n);
      const account = (at: number) => accounts[at] ?? -1n;
      await Promise.all(
        moves.map(async (one, n) => {
          const act =
            n % 5 === 0
              ? perform(
                  accounts,
                  { balances: [], holds: [] },
                  { kind: "hold", from: one.from, amount: one.amount },
                )
              : world.move(account(one.from), account(one.to), one.amount);
          await act.catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
          });
        }),
      );
      const { rows } = await world.pool.query<{ total: bigint }>(
        "select sum(balance_centavos)::bigint as total from ledger_account where id = any($1)",
        [accounts],
      );
      expect(rows[0]?.total).toBe(2_000n);
      expect(await checkInvariants(world.db)).toEqual([]);
    }),
    { numRuns: 10 },
  );
});
