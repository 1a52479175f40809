import { readFileSync } from "node:fs";
import {
  assertWholeShares,
  evaluateFormulas,
  type Formula,
  parseFormula,
  symbolsOf,
} from "./amountFormula.ts";
import type { Book, EntryLine, LedgerAccountRef, Side } from "./postJournalEntry.ts";

/** A line as the recipe has it, without amounts and accounts. */
type TemplateLine = {
  book: Book;
  side: Side;
  code: string;
  formula: Formula;
  /** What the member account stands for, or null for a control account. */
  role: string | null;
};

/** How one step of an operation is booked. */
export type Recipe = {
  operation: string;
  step: string;
  template: TemplateLine[];
  /** Symbols whose amounts are asked for, for example A and F. */
  symbols: string[];
  /** Roles whose accounts are asked for, for example card_account. */
  roles: string[];
  /**
   * The lines for these amounts (centavos, zero or more) and accounts. Lines of zero are left out.
   * Throws on a symbol or role that is missing or unknown, and on a negative line.
   */
  lines: (
    amounts: Record<string, bigint>,
    accounts: Record<string, LedgerAccountRef>,
  ) => EntryLine[];
};

/** Codes whose accounts belong to members and keep a locked balance; all others are control accounts. */
const MEMBER_CODES = new Set(["ASSOC 2010", "ASSOC 2020", "ASSOC 2030", "ASSOC 3010", "CARD 2510"]);

const recipes = readRecipes();

/** The recipe of an operation's step (data/live/journal-templates.json). Throws when there is none. */
export function recipe(operation: string, step: string): Recipe {
  const found = recipes.get(`${operation} ${step}`);
  if (found === undefined) throw new Error(`There is no recipe ${operation} ${step}`);
  return found;
}

/** All recipes, in the order of the file. */
export function allRecipes(): Recipe[] {
  return [...recipes.values()];
}

type StoredLine = {
  book: Book;
  side: Side;
  account: string;
  amount: string;
  subledger: string | null;
};
type Stored = {
  _meta: { amountSymbols: Record<string, string> };
  templates: { operation: string; step: string; lines: StoredLine[] }[];
};

function readRecipes(): Map<string, Recipe> {
  const file = new URL("../../../data/live/journal-templates.json", import.meta.url);
  const stored = JSON.parse(readFileSync(file, "utf8")) as Stored; // our own data; formulas are checked below
  const symbols = new Set(Object.keys(stored._meta.amountSymbols));
  return new Map(
    stored.templates.map(({ operation, step, lines }) => [
      `${operation} ${step}`,
      makeRecipe(
        operation,
        step,
        lines.map((line) => asTemplateLine(line, symbols)),
      ),
    ]),
  );
}

function asTemplateLine(line: StoredLine, symbols: ReadonlySet<string>): TemplateLine {
  const isMember = MEMBER_CODES.has(`${line.book} ${line.account}`);
  if (isMember && line.subledger === null) throw new Error(`${line.account} needs a role`);
  return {
    book: line.book,
    side: line.side,
    code: line.account,
    formula: parseFormula(line.amount, symbols),
    role: isMember ? line.subledger : null,
  };
}

function makeRecipe(operation: string, step: string, lines: TemplateLine[]): Recipe {
  const name = `${operation} ${step}`;
  const formulas = lines.map(({ formula }) => formula);
  assertWholeShares(formulas);
  const symbols = symbolsOf(formulas);
  const roles = [...new Set(lines.flatMap(({ role }) => (role === null ? [] : [role])))];
  return {
    operation,
    step,
    template: lines,
    symbols,
    roles,
    lines: (amounts, accounts) => {
      assertNames(`${name}: amounts`, symbols, Object.keys(amounts));
      assertNames(`${name}: accounts`, roles, Object.keys(accounts));
      const values = evaluateFormulas(formulas, new Map(Object.entries(amounts)));
      return lines.flatMap((line, index) => {
        const amount = values[index] ?? 0n;
        if (amount < 0n)
          throw new Error(`${name}: the line of ${line.book} ${line.code} is negative`);
        return amount === 0n
          ? []
          : [{ account: accountOf(line, accounts), side: line.side, amount }];
      });
    },
  };
}

function accountOf(
  line: TemplateLine,
  accounts: Record<string, LedgerAccountRef>,
): LedgerAccountRef {
  const given = line.role === null ? undefined : accounts[line.role];
  return given ?? { book: line.book, code: line.code, subledger: "" };
}

function assertNames(what: string, expected: string[], given: string[]): void {
  const wrong = [
    ...expected.filter((name) => !given.includes(name)).map((name) => `${name} is missing`),
    ...given.filter((name) => !expected.includes(name)).map((name) => `${name} is unknown`),
  ];
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join(", ")}`);
}
