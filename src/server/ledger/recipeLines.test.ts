import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDb, type TestDb } from "#test/support/testDb.ts";
import { allRecipes, recipe } from "./journalTemplates.ts";
import type { EntryLine } from "./postJournalEntry.ts";

let world: TestDb;
let controlIds: Map<string, bigint>;

beforeAll(async () => {
  world = await openTestDb();
  const { rows } = await world.pool.query<{ name: string; id: bigint }>(
    "select book || ' ' || code as name, id from ledger_account where kind = 'control'",
  );
  controlIds = new Map(rows.map(({ name, id }) => [name, BigInt(id)]));
});

afterAll(() => world.close());

type Amounts = Record<string, bigint>;
type Line = { account: bigint | null; side: string; amount: bigint | null };

/** The lines as the SQL functions that book orders read them. */
async function inSql(
  operation: string,
  step: string,
  amounts: Amounts,
  accounts: Record<string, bigint>,
): Promise<Line[]> {
  const texts = (values: Record<string, bigint>) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    );
  const { rows } = await world.pool.query<{
    account: bigint | null;
    side: string;
    amount: bigint | null;
  }>(
    `select account_id as account, side, amount_centavos as amount
      from recipe_lines($1, $2, $3, $4) order by line_no`,
    [operation, step, texts(amounts), texts(accounts)],
  );
  return rows.map(({ account, side, amount }) => ({
    account: account === null ? null : BigInt(account),
    side,
    amount: amount === null ? null : BigInt(amount),
  }));
}

function asIds(lines: EntryLine[]): Line[] {
  return lines.map(({ account, side, amount }) => ({
    account:
      typeof account === "bigint"
        ? account
        : (controlIds.get(`${account.book} ${account.code}`) ?? null),
    side,
    amount,
  }));
}

/** From nothing to ten thousand million pesos, small ones often: they are where rounding shows. */
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 30n }),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fc.constant(0n),
);

test.each(allRecipes().map((one) => [`${one.operation} ${one.step}`, one] as const))(
  "%s has the same lines in SQL as in TypeScript, whatever the amounts",
  async (_, { operation, step, symbols, roles, lines }) => {
    const accounts = Object.fromEntries(roles.map((role, index) => [role, BigInt(1_000 + index)]));
    await fc.assert(
      fc.asyncProperty(
        fc.array(amount, { minLength: symbols.length, maxLength: symbols.length }),
        async (drawn) => {
          const amounts = Object.fromEntries(
            symbols.map((symbol, index) => [symbol, drawn[index] ?? 0n]),
          );
          // A loan is more than what is kept back of it.
          if (symbols.includes("DST")) amounts["P"] = drawn.reduce((sum, one) => sum + one, 0n);
          const wanted = asIds(lines(amounts, accounts));
          expect(await inSql(operation, step, amounts, accounts)).toEqual(wanted);
        },
      ),
      { numRuns: 20 },
    );
  },
);

test("a line whose amount or account is not given has none, and is not left out", async () => {
  const [operation, step] = ["CARD_TO_CARD", "post"];
  expect(recipe(operation, step).symbols).toEqual(["A", "F"]);
  const lines = await inSql(operation, step, { A: 100n }, { from_card: 1n });
  const fees = controlIds.get("CARD 4520") ?? null;
  expect(lines).toEqual([
    { account: 1n, side: "D", amount: 100n },
    { account: null, side: "C", amount: 100n },
    { account: 1n, side: "D", amount: null },
    { account: fees, side: "C", amount: null },
  ]);
});

test("an operation that nobody wrote down has no lines", async () => {
  expect(await inSql("OWN_TOPUP", "vanish", { A: 1n }, { source_account: 1n })).toEqual([]);
});
