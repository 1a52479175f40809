import { parsePesos } from "#common/money.ts";
import {
  MAX_REMITTANCE_BYTES,
  MAX_REMITTANCE_ROWS,
  REMITTANCE_COLUMNS,
} from "#contract/staff/payroll.ts";
import { Refusal } from "#server/refusal.ts";
import { type CsvRecord, makeCsvReader } from "#server/staff/imports/readCsv.ts";
import { createHash } from "node:crypto";

/** A row of an employer's file; the amount is null where it is none. */
export type RemittedRow = {
  line: number;
  loanNo: string;
  membershipNo: string;
  name: string;
  amount: bigint | null;
};

export type RemittedFile = { sha256: string; rows: RemittedRow[] };

type Column = (typeof REMITTANCE_COLUMNS)[number];

/** The most that a loan may be, and the most that a file may add up to: what the wire carries. */
const MOST_OF_ROW = 999_999_999_99n;
const MOST_OF_FILE = 999_999_999_999_99n;
/** Longer than any of ours; what is longer is told as it is, cut. */
const LONGEST = 60;
const NAME = 120;

/**
 * Reads an employer's file: a header with loan_no and amount at least, in any order, other columns of ours
 * and theirs beside them, and a row for each deduction. Refuses remittance_empty, remittance_too_large,
 * remittance_too_long as soon as it is, and, with the line and why, remittance_unreadable for what is no such
 * file.
 */
export async function readRemittedFile(bytes: AsyncIterable<Uint8Array>): Promise<RemittedFile> {
  const hash = createHash("sha256");
  const reader = makeCsvReader();
  const records: CsvRecord[] = [];
  let byteCount = 0;
  for await (const piece of bytes) {
    byteCount += piece.length;
    if (byteCount > MAX_REMITTANCE_BYTES) throw new Refusal("remittance_too_large");
    hash.update(piece);
    records.push(...reader.push(piece));
    requireFew(records);
  }
  records.push(...reader.end());
  requireFew(records);
  if (byteCount === 0) throw new Refusal("remittance_empty");
  const stop = reader.stop();
  if (stop !== undefined) throw unreadable(stop.line, stop.problem.replaceAll("_", " "));
  const [header, ...body] = records;
  if (header === undefined || body.length === 0) throw new Refusal("remittance_empty");
  const columns = readHeader(header);
  const width = header.fields.length;
  const rows = body.map((row) => readRow(row, columns, width));
  return { sha256: hash.digest("hex"), rows: withinSum(rows) };
}

/** The row that takes the sum beyond what a file may add up to is no amount, and so are all after it. */
function withinSum(rows: readonly RemittedRow[]): RemittedRow[] {
  let sum = 0n;
  return rows.map((row) => {
    sum += row.amount ?? 0n;
    return sum > MOST_OF_FILE ? { ...row, amount: null } : row;
  });
}

/** The header is none of the rows. */
function requireFew(records: readonly CsvRecord[]): void {
  if (records.length > MAX_REMITTANCE_ROWS + 1) throw new Refusal("remittance_too_long");
}

function readHeader({ fields, line }: CsvRecord): Map<Column, number> {
  const columns = new Map<Column, number>();
  for (const [index, field] of fields.entries()) {
    const name = field.trim().toLowerCase();
    const column = REMITTANCE_COLUMNS.find((known) => known === name);
    if (column === undefined) continue;
    if (columns.has(column)) throw unreadable(line, `two columns ${column}`);
    columns.set(column, index);
  }
  for (const needed of ["loan_no", "amount"] as const) {
    if (!columns.has(needed)) throw unreadable(line, `no column ${needed}`);
  }
  return columns;
}

function readRow(
  { fields, line }: CsvRecord,
  columns: Map<Column, number>,
  width: number,
): RemittedRow {
  const text = (column: Column) => fields[columns.get(column) ?? -1]?.trim() ?? "";
  // What our own files put before a text for the sake of spreadsheets comes back with it.
  const bare = (column: Column, longest: number) =>
    text(column).replace(/^'/, "").slice(0, longest);
  // An amount with a comma and no quotes makes a field too many: what stands where is not guessed.
  const written = fields.length === width ? text("amount") : "";
  const amount = parsePesos(written.replaceAll(/^₱|,(?=\d{3}(?:\D|$))/g, ""));
  return {
    line,
    loanNo: bare("loan_no", LONGEST).toUpperCase(),
    membershipNo: bare("membership_no", LONGEST).replaceAll(/[\s-]/g, ""),
    name: bare("name", NAME),
    amount: amount === undefined || amount <= 0n || amount > MOST_OF_ROW ? null : amount,
  };
}

function unreadable(line: number, why: string): Refusal {
  return new Refusal("remittance_unreadable", { values: { line: String(line), why } });
}
