import fc from "fast-check";
import { expect, test } from "vitest";
import { recipe } from "#server/ledger/journalTemplates.ts";
import type { EntryLine } from "#server/ledger/postJournalEntry.ts";
import { clerk, type End, orders } from "#test/support/railClerk.ts";
import { refundRecipe, railRecipe } from "./railRecipes.ts";
import {
  transition,
  isPaidTwice,
  mayStay,
  type RailState,
  type RailStatus,
  NOTHING_REPORTED,
} from "./railStates.ts";

const A = 2_500_00n;
const F = 10_00n;
const MONEY = { amount: A, fee: F };
const CARD = { book: "CARD", code: "2510", subledger: "card" } as const;

/** What is debited, less what is credited, by account; nothing stands where nothing is left. */
function tally(lines: EntryLine[]): Record<string, bigint> {
  const totals: Record<string, bigint> = {};
  for (const { account, side, amount } of lines) {
    if (typeof account === "bigint") throw new Error("the test names its accounts");
    totals[account.code] = (totals[account.code] ?? 0n) + (side === "D" ? amount : -amount);
  }
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== 0n));
}

/**
 * Says the words one after the other, books what is to be booked, and gives back when that is decided. An
 * issuer that cannot be reached puts back what is then still to be put back at the end.
 */
function play(
  rail: "instapay" | "pesonet",
  statuses: readonly RailStatus[],
  issuer: "at once" | "at the end" = "at once",
): End {
  const amounts = { A, F };
  const lines = recipe(rail === "instapay" ? "INSTAPAY_OUT" : "PESONET_OUT", "hold").lines(
    amounts,
    { card_account: CARD },
  );
  let state: RailState = NOTHING_REPORTED;
  const exceptions = new Set<string>();
  const booked: string[] = [];
  function say(status: RailStatus): void {
    const heard = transition(state, status);
    state = heard.state;
    for (const kind of heard.contradictions) exceptions.add(kind);
    for (const booking of heard.bookings) {
      const { operation, step, fee } = railRecipe(rail, booking);
      booked.push(step);
      lines.push(...recipe(operation, step).lines(fee ? { A, F } : { A }, {}));
    }
  }
  function refundDebit(): void {
    if (mayStay(state)) say("keep");
    if (state.refundFrom === null || state.isBack) return;
    const { operation, step } = refundRecipe(rail, state.refundFrom, "card");
    booked.push(`${operation} ${step}`);
    lines.push(...recipe(operation, step).lines(amounts, { card_account: CARD }));
    state = { ...state, isBack: true };
    if (isPaidTwice(state)) exceptions.add("credited_after_return");
  }
  for (const status of statuses) {
    say(status);
    if (issuer === "at once") refundDebit();
  }
  refundDebit();
  expect(new Set(booked).size).toBe(booked.length);
  const shown =
    state.refundFrom !== null ? "returned" : state.hasCredited ? "credited" : "under way";
  return { shown, exceptions: [...exceptions].toSorted(), accounts: tally(lines) };
}

const WORDS: readonly RailStatus[] = ["ack", "reject", "return", "credit"];

test.each(["instapay", "pesonet"] as const)(
  "S103 %s: all orders of what a rail says, once and twice, end as read in one",
  (rail) => {
    const subsets = WORDS.reduce<RailStatus[][]>(
      (sets, status) => [...sets, ...sets.map((set) => [...set, status])],
      [[]],
    );
    const once = subsets.flatMap(orders);
    const twice = subsets.flatMap((set) => orders([...set, ...set]));
    expect(once).toHaveLength(65);
    expect(twice.length).toBeGreaterThan(2_520);
    for (const statuses of [...once, ...twice]) {
      expect({ statuses, ...play(rail, statuses) }).toEqual({
        statuses,
        ...clerk(rail, statuses, MONEY),
      });
    }
  },
);

test("S103 whatever is said in whatever order, no money is lost, none is made, nothing ends twice", () => {
  const status = fc.constantFrom<RailStatus>(
    "ack",
    "settle",
    "credit",
    "hold",
    "reject",
    "abolish",
    "return",
    "refund",
    "keep",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("instapay" as const, "pesonet" as const),
      fc.array(status, { maxLength: 12 }),
      fc.constantFrom("at once" as const, "at the end" as const),
      (rail, statuses, issuer) => {
        const { shown, accounts } = play(rail, statuses, issuer);
        expect(Object.values(accounts).reduce((sum, total) => sum + total, 0n)).toBe(0n);
        // The member has everything back or is without all of it.
        expect(accounts["2510"] ?? 0n).toBe(shown === "returned" ? 0n : A + F);
        expect(accounts["4510"] === undefined || accounts["2550"] === undefined).toBe(true);
        const isFeeEarned = accounts["4510"] === -F;
        expect(shown !== "credited" || isFeeEarned).toBe(true);
        const isUndone = Object.keys(accounts).length === 0;
        expect(!statuses.includes("return") || isUndone).toBe(true);
        const again = [...statuses, ...statuses];
        expect(play(rail, again, issuer).accounts).toEqual(accounts);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("S103 refunded by us and credited after all is owed to us, until the rail returns it", () => {
  expect(play("instapay", ["refund", "credit"])).toEqual({
    shown: "returned",
    exceptions: ["credited_after_return"],
    accounts: { "1590": A, "1520": -A },
  });
  expect(play("pesonet", ["settle", "refund", "credit"])).toEqual({
    shown: "returned",
    exceptions: ["credited_after_return"],
    accounts: { "1590": A, "1530": -A },
  });
  expect(play("pesonet", ["settle", "refund", "return"]).accounts).toEqual({});
  expect(play("pesonet", ["abolish", "settle"])).toEqual({
    shown: "returned",
    exceptions: ["credited_after_return"],
    accounts: { "1590": A, "1530": -A },
  });
  for (const issuer of ["at once", "at the end"] as const) {
    expect(play("pesonet", ["refund", "settle"], issuer)).toEqual({
      shown: "returned",
      exceptions: ["credited_after_return"],
      accounts: { "1590": A, "1530": -A },
    });
  }
});

test("S103 what is credited before we have given it back is not refunded, whatever was settled; what is refused first is", () => {
  const credited = (rail: "instapay" | "pesonet", ...statuses: RailStatus[]) => {
    expect(play(rail, statuses, "at the end")).toEqual(clerk(rail, ["credit"], MONEY));
  };
  credited("instapay", "refund", "credit");
  credited("pesonet", "refund", "credit");
  credited("pesonet", "settle", "refund", "credit");
  credited("pesonet", "refund", "settle", "credit");
  expect(play("instapay", ["refund", "credit", "return"], "at the end").accounts).toEqual({});
  expect(play("instapay", ["reject", "credit"], "at the end")).toEqual(
    clerk("instapay", ["reject", "credit"], MONEY),
  );
});

test("S103 money that another bank holds is neither credited nor back", () => {
  expect(transition(NOTHING_REPORTED, "hold").state.isHeld).toBe(true);
  expect(transition(transition(NOTHING_REPORTED, "hold").state, "credit").state.isHeld).toBe(false);
  expect(transition(transition(NOTHING_REPORTED, "credit").state, "hold").state.isHeld).toBe(false);
});
