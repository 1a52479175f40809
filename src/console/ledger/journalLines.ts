import { parsePesos, plainPesos } from "#common/money.ts";

export const BOOKS = ["ASSOC", "CARD"] as const;
export type Book = (typeof BOOKS)[number];

/** A line of an entry as it is being written; `key` is for the page alone. */
export type JournalLine = {
  key: number;
  book: Book;
  code: string;
  subledger: string;
  side: "D" | "C";
  amount: string;
};

export type BookSum = { debit: bigint; credit: bigint };

/** The amount of a line in centavos; undefined for what is none. */
export const readAmount = (text: string): bigint | undefined => parsePesos(plainPesos(text));

/** Debits and credits of one book, as far as the amounts can be read. */
export function sumOf(lines: readonly JournalLine[], book: Book): BookSum {
  const sum: BookSum = { debit: 0n, credit: 0n };
  for (const line of lines) {
    if (line.book !== book) continue;
    const amount = readAmount(line.amount) ?? 0n;
    if (line.side === "D") sum.debit += amount;
    else sum.credit += amount;
  }
  return sum;
}

/** What one book pays over the bridge beyond what the other receives; zero where they meet. */
export function bridgeGap(lines: readonly JournalLine[]): bigint {
  const over = lines.filter(({ book, code }) => code === (book === "ASSOC" ? "1120" : "1510"));
  return BOOKS.map((book) => sumOf(over, book)).reduce(
    (total, { debit, credit }) => total + debit - credit,
    0n,
  );
}

/** Both books balance, meet at the bridge, and every line has an amount. */
export function isBalanced(lines: readonly JournalLine[]): boolean {
  return (
    lines.length >= 2 &&
    lines.every(({ amount }) => (readAmount(amount) ?? 0n) > 0n) &&
    bridgeGap(lines) === 0n &&
    BOOKS.map((book) => sumOf(lines, book)).every(({ debit, credit }) => debit === credit)
  );
}
