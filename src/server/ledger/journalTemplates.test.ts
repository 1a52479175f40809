import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFormula } from "./amountFormula.ts";
import { allRecipes, recipe } from "./journalTemplates.ts";
import type { EntryLine } from "./postJournalEntry.ts";

const amount = fc.bigInt({ min: 1n, max: 10n ** 13n });

/** What a debit adds and a credit takes, by book; a role's account names its book in the test. */
function debitsByBook(lines: EntryLine[]): Record<string, bigint> {
  const totals: Record<string, bigint> = {};
  for (const { account, side, amount: centavos } of lines) {
    if (typeof account === "bigint") throw new Error("the test names its accounts");
    const before = totals[account.book] ?? 0n;
    totals[account.book] = before + (side === "D" ? centavos : -centavos);
  }
  return totals;
}

/** The member accounts of a recipe, each in the book that the recipe's operation belongs to. */
function accountsOf(roles: string[]) {
  const isCard = (role: string) => role.endsWith("_card") || role === "card_account";
  return Object.fromEntries(
    roles.map((role) => [
      role,
      isCard(role)
        ? ({ book: "CARD", code: "2510", subledger: role } as const)
        : ({ book: "ASSOC", code: "2010", subledger: role } as const),
    ]),
  );
}

test("each step of each operation is written down once", () => {
  const file = new URL("../../../data/live/journal-templates.json", import.meta.url);
  const { templates } = JSON.parse(readFileSync(file, "utf8")) as { templates: unknown[] };
  expect(templates.length).toBeGreaterThan(40);
  expect(allRecipes()).toHaveLength(templates.length);
});

describe("every recipe balances in each book, whatever the amounts", () => {
  test.each(allRecipes().map((one) => [`${one.operation} ${one.step}`, one] as const))(
    "%s",
    (_, one) => {
      fc.assert(
        fc.property(fc.array(amount, { minLength: 8, maxLength: 8 }), (drawn) => {
          const amounts = Object.fromEntries(
            one.symbols.map((symbol, index) => [symbol, drawn[index] ?? 1n]),
          );
          // What is paid is what it is paid for; what is lent is more than what is kept back.
          if (one.symbols.includes("PRIN")) {
            amounts["PAY"] = one.symbols
              .filter((name) => name !== "PAY")
              .reduce((sum, name) => sum + (amounts[name] ?? 0n), 0n);
          }
          if (one.symbols.includes("DST")) {
            amounts["P"] = ["P", "FEE", "DST", "INS"].reduce(
              (sum, name) => sum + (amounts[name] ?? 0n),
              0n,
            );
          }
          const lines = one.lines(amounts, accountsOf(one.roles));
          expect(Object.values(debitsByBook(lines)).every((total) => total === 0n)).toBe(true);
          expect(lines.length).toBeGreaterThanOrEqual(2);
          expect(lines.every((line) => line.amount > 0n)).toBe(true);
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe("recipe", () => {
  test("an accepted top-up leaves the member's account and waits in transit", () => {
    const source = { book: "ASSOC", code: "2020", subledger: "S1" } as const;
    expect(
      recipe("OWN_TOPUP", "accept").lines({ A: 250_000n }, { source_account: source }),
    ).toEqual([
      { account: source, side: "D", amount: 250_000n },
      { account: { book: "ASSOC", code: "2310", subledger: "" }, side: "C", amount: 250_000n },
    ]);
  });

  test("a fee of nothing leaves no line behind", () => {
    const lines = recipe("CARD_TO_CARD", "post").lines(
      { A: 100n, F: 0n },
      { from_card: 1n, to_card: 2n },
    );
    expect(lines.map(({ side, amount: centavos }) => [side, centavos])).toEqual([
      ["D", 100n],
      ["C", 100n],
    ]);
  });

  test("five centavos of capital are shared without losing or making one", () => {
    const accounts = {
      capital_fixed: 1n,
      capital_buffer: 2n,
      savings_account: 3n,
      storage_account: 4n,
    };
    const lines = recipe("OPENING_BALANCE", "post").lines({ CAP: 5n, SAV: 0n, STO: 0n }, accounts);
    expect(lines.map(({ side, amount: centavos }) => [side, centavos])).toEqual([
      ["D", 5n],
      ["C", 1n],
      ["C", 4n],
    ]);
  });

  test.each([
    ["an amount is missing", { A: 1n }, { from_card: 1n, to_card: 2n }],
    ["an amount is unknown", { A: 1n, F: 1n, X: 1n }, { from_card: 1n, to_card: 2n }],
    ["an account is missing", { A: 1n, F: 1n }, { from_card: 1n }],
    ["an account is unknown", { A: 1n, F: 1n }, { from_card: 1n, to_card: 2n, other: 3n }],
    ["an amount is negative", { A: -1n, F: 1n }, { from_card: 1n, to_card: 2n }],
  ])("is refused when %s", (_, amounts, accounts) => {
    expect(() => recipe("CARD_TO_CARD", "post").lines(amounts as never, accounts as never)).toThrow(
      /is (missing|unknown|negative)/,
    );
  });

  test("a loan that its charges eat up is refused", () => {
    const amounts = { P: 10n, FEE: 5n, DST: 5n, INS: 5n };
    expect(() => recipe("LOAN_RELEASE", "post").lines(amounts, { deposit_account: 1n })).toThrow(
      "negative",
    );
  });

  test("an operation nobody wrote down is an error", () => {
    expect(() => recipe("OWN_TOPUP", "vanish")).toThrow("There is no recipe");
  });
});

test.each([
  "",
  "A+",
  "A*2",
  "A*0.10+F",
  "B",
  "a",
  "1.5",
  "A F",
  "A**0.10",
  "A*1.10",
  "+",
  "A-",
  "A+-F",
  "1e3",
])("'%s' is not an amount", (text) => {
  expect(() => parseFormula(text, new Set(["A", "F"]))).toThrow(
    /is not an amount|unknown symbol|stands alone/,
  );
});
