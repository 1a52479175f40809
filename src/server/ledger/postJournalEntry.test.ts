import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { control, type LedgerWorld, openLedgerWorld } from "#test/support/ledgerWorld.ts";
import { checkInvariants } from "./checkInvariants.ts";
import { placeHold, releaseHold } from "./holds.ts";
import { openAccount } from "./openAccount.ts";
import { type EntryLine, isAlreadyBooked } from "./postJournalEntry.ts";
import { reverseJournalEntry } from "./reverseJournalEntry.ts";

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedgerWorld();
});
afterAll(() => world.close());

const cash = control("ASSOC", "1110");

/** Runs what must be refused and answers why; fails the test when one row of the ledger changed. */
async function refusalOf(work: () => Promise<unknown>): Promise<unknown> {
  const before = await world.rows();
  const error = await work().then(
    () => new Error("it was not refused"),
    (refusal: unknown) => refusal,
  );
  expect(await world.rows()).toBe(before);
  return error;
}

describe("an entry", () => {
  test("moves what it says, and each posting tells the balance it left", async () => {
    const from = await world.account(1_000n);
    const to = await world.account(50n, { book: "ASSOC", code: "2020" });
    const entryId = await world.move(from, to, 300n);

    expect(await world.balance(from)).toBe(700n);
    expect(await world.balance(to)).toBe(350n);
    const { rows } = await world.pool.query(
      "select side, amount_centavos, balance_after_centavos from posting where journal_entry_id = $1 order by id",
      [entryId],
    );
    expect(rows).toEqual([
      { side: "D", amount_centavos: 300n, balance_after_centavos: 700n },
      { side: "C", amount_centavos: 300n, balance_after_centavos: 350n },
    ]);
  });

  test("may take the last centavo and not one more", async () => {
    const from = await world.account(500n);
    await world.move(from, cash, 500n);
    expect(await world.balance(from)).toBe(0n);
    const refusal = await refusalOf(() => world.move(from, cash, 1n));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: "insufficient_funds" });
  });

  test("with several lines for one account takes them in order", async () => {
    const from = await world.account(110n, { book: "CARD", code: "2510" });
    const to = await world.account(0n, { book: "CARD", code: "2510" });
    const lines = (amount: bigint): EntryLine[] => [
      { account: from, side: "D", amount },
      { account: to, side: "C", amount },
      { account: from, side: "D", amount: 10n },
      { account: control("CARD", "4520"), side: "C", amount: 10n },
    ];
    expect(await refusalOf(() => world.post(lines(101n)))).toMatchObject({
      code: "insufficient_funds",
    });
    await world.post(lines(100n));
    expect([await world.balance(from), await world.balance(to)]).toEqual([0n, 100n]);
  });

  test("crosses the books only when each balances on its own", async () => {
    const card = await world.account(0n, { book: "CARD", code: "2510" });
    const unbalanced = refusalOf(() => world.move(control("ASSOC", "2310"), card, 5n));
    expect(await unbalanced).toMatchObject({ code: "BK002" });
  });

  test.each<[string, (account: bigint) => EntryLine[]]>([
    [
      "one centavo apart",
      (a) => [
        { account: cash, side: "D", amount: 10n },
        { account: a, side: "C", amount: 9n },
      ],
    ],
    [
      "two debits",
      (a) => [
        { account: cash, side: "D", amount: 10n },
        { account: a, side: "D", amount: 10n },
      ],
    ],
    ["a single line", (a) => [{ account: a, side: "C", amount: 10n }]],
    ["no line", () => []],
  ])("that does not balance is refused: %s", async (_, lines) => {
    const account = await world.account(100n);
    expect(await refusalOf(() => world.post(lines(account)))).toMatchObject({ code: "BK002" });
  });

  test.each([0n, -5n])("of %s centavos is refused", async (amount) => {
    const account = await world.account(100n);
    expect(await refusalOf(() => world.move(cash, account, amount))).toMatchObject({
      code: "23514",
    });
    expect(await refusalOf(() => world.move(account, cash, amount))).toMatchObject({
      code: "23514",
    });
  });

  test("on an account that is not there is an error", async () => {
    expect(await refusalOf(() => world.move(cash, 999_999_999n, 5n))).toMatchObject({
      code: "BK003",
    });
    expect(await refusalOf(() => world.move(cash, control("ASSOC", "9999"), 5n))).toBeInstanceOf(
      Error,
    );
  });

  test("beyond what a bigint holds is an error, not a wrong balance", async () => {
    const account = await world.account(1n);
    expect(await refusalOf(() => world.move(cash, account, 2n ** 63n - 1n))).toMatchObject({
      code: "22003",
    });
  });

  test("S090 a step of an operation is booked once, also by twenty at the same time", async () => {
    const account = await world.account(0n);
    const lines: EntryLine[] = [
      { account: cash, side: "D", amount: 70n },
      { account, side: "C", amount: 70n },
    ];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => world.post(lines, "ONCE")),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(19);
    expect(refused.every(({ reason }) => isAlreadyBooked(reason))).toBe(true);
    expect(await world.balance(account)).toBe(70n);
  });
});

describe("at the same time", () => {
  test("S089 sixty debits of an account that covers ten: exactly ten", async () => {
    const account = await world.account(1_000n);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () => world.move(account, cash, 100n)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await world.balance(account)).toBe(0n);
  });

  test("S089 opposite directions between two accounts never wait for each other", async () => {
    const [one, other] = [await world.account(10_000n), await world.account(10_000n)];
    const { rows: before } = await deadlocks();
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 2 === 0 ? world.move(one, other, 7n) : world.move(other, one, 7n),
      ),
    );
    const { rows: after } = await deadlocks();
    expect(after).toEqual(before);
    expect([await world.balance(one), await world.balance(other)]).toEqual([10_000n, 10_000n]);
  });

  test("an account is opened once", async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () =>
        transact(world.db, (tx) =>
          openAccount(tx, { book: "CARD", code: "2510", subledger: "same", at: world.at }),
        ),
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });
});

test.each([
  ["a code that is not in the chart", "9999", "X"],
  ["a member account without a subledger", "2010", ""],
])("%s is not opened", async (_, code, subledger) => {
  const opening = refusalOf(() =>
    transact(world.db, (tx) => openAccount(tx, { book: "ASSOC", code, subledger, at: world.at })),
  );
  expect(await opening).toMatchObject({ code: "BK003" });
});

describe("a hold", () => {
  const hold = (accountId: bigint, amount: bigint, reference: string) =>
    transact(world.db, (tx) =>
      placeHold(tx, {
        accountId,
        amount,
        reference,
        reason: "test",
        at: world.at,
        expiresAt: world.at,
      }),
    );
  const release = (id: bigint) => transact(world.db, (tx) => releaseHold(tx, id, world.at));

  test("keeps its money from being spent until it is released, once", async () => {
    const account = await world.account(100n);
    const id = await hold(account, 60n, "H1");
    expect(await refusalOf(() => world.move(account, cash, 41n))).toMatchObject({
      code: "insufficient_funds",
    });
    await world.move(account, cash, 40n);
    expect(await Promise.all([release(id), release(id), release(id)])).toContain(true);
    expect(await release(id)).toBe(false);
    await world.move(account, cash, 60n);
    expect(await world.balance(account)).toBe(0n);
  });

  test("is refused beyond what is available, for nothing, twice, and on a control account", async () => {
    const account = await world.account(100n);
    await hold(account, 100n, "H2");
    const { rows } = await world.pool.query("select ledger_account_id('ASSOC', '1110', '') as id");
    expect(await refusalOf(() => hold(account, 1n, "H3"))).toMatchObject({
      code: "insufficient_funds",
    });
    expect(await refusalOf(() => hold(account, 0n, "H4"))).toMatchObject({ code: "23514" });
    expect(await refusalOf(() => hold(account, -5n, "H4"))).toMatchObject({ code: "23514" });
    expect(await refusalOf(() => hold(rows[0].id, 1n, "H5"))).toMatchObject({ code: "BK003" });
    const other = await world.account(100n);
    await hold(other, 10n, "H6");
    expect(await refusalOf(() => hold(other, 10n, "H6"))).toMatchObject({ code: "BK004" });
  });
});

test("a reversal gives everything back, once, and only while the money is there", async () => {
  const [from, to] = [await world.account(100n), await world.account(0n)];
  const entryId = await world.move(from, to, 80n);
  const reverse = () =>
    transact(world.db, (tx) =>
      reverseJournalEntry(tx, {
        entryId,
        businessDate: "2026-11-22",
        bookedAt: world.at,
        actor: "test",
      }),
    );
  const back = await world.move(to, cash, 1n);
  expect(await refusalOf(reverse)).toMatchObject({ code: "insufficient_funds" });
  await transact(world.db, (tx) =>
    reverseJournalEntry(tx, {
      entryId: back,
      businessDate: "2026-11-22",
      bookedAt: world.at,
      actor: "test",
    }),
  );
  await reverse();
  expect([await world.balance(from), await world.balance(to)]).toEqual([100n, 0n]);
  expect(await refusalOf(reverse)).toMatchObject({ code: "BK004" });
});

test("after all of this the books are right", async () => {
  expect(await checkInvariants(world.db)).toEqual([]);
});

function deadlocks() {
  return world.pool.query(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
}
