import { expect, test } from "vitest";
import { bridgeGap, isBalanced, type JournalLine, sumOf } from "./journalLines.ts";

let key = 0;
const line = (book: "ASSOC" | "CARD", code: string, side: "D" | "C", amount: string) => {
  const made: JournalLine = { key: ++key, book, code, subledger: "", side, amount };
  return made;
};

test("the sums of each book count what can be read, and nothing else", () => {
  const lines = [
    line("ASSOC", "5310", "D", "1250.50"),
    line("ASSOC", "1010", "C", "1250.5"),
    line("CARD", "1510", "D", "oops"),
  ];
  expect(sumOf(lines, "ASSOC")).toEqual({ debit: 125_050n, credit: 125_050n });
  expect(sumOf(lines, "CARD")).toEqual({ debit: 0n, credit: 0n });
  expect(isBalanced(lines)).toBe(false);
  expect(isBalanced(lines.slice(0, 2))).toBe(true);
});

test("an entry over both books balances in each and meets at the bridge", () => {
  const paid = [line("ASSOC", "1120", "D", "10.00"), line("ASSOC", "1010", "C", "10.00")];
  const received = [line("CARD", "1510", "C", "10.00"), line("CARD", "2590", "D", "10.00")];
  expect(bridgeGap(paid)).toBe(1000n);
  expect(isBalanced(paid)).toBe(false);
  expect(isBalanced([...paid, ...received])).toBe(true);
  expect(isBalanced([line("ASSOC", "5310", "D", "1.00"), line("CARD", "1510", "C", "1.00")])).toBe(
    false,
  );
});
