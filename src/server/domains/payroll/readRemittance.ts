import {
  MAX_REMITTANCE_BYTES,
  MAX_REMITTANCE_ROWS,
  REMITTANCE_COLUMNS,
  REMITTED_MOST_CENTAVOS,
} from "#contract/staff/payroll.ts";
import { shownWords } from "#common/invisible.ts";
import { Refusal } from "#server/refusal.ts";
import { type CsvRecord, makeCsvReader } from "#server/platform/csv/readCsv.ts";
import {
  accountNoOf,
  amountOf,
  bareCell,
  columnName,
  hasAccountNo,
  hasLoanNo,
  hasMembershipNo,
  isShortened,
  loanNoOf,
  membershipNoOf,
  monthOf,
  saysTotal,
} from "#server/platform/csv/spreadsheetCells.ts";
import { createHash } from "node:crypto";

/** A row of an employer's file; the amount is null where it is none, and 0 where nothing was deducted. */
export type RemittedRow = {
  line: number;
  loanNo: string;
  accountNo: string;
  membershipNo: string;
  name: string;
  amount: bigint | null;
  /** 'yyyy-MM' where the row says one; 'unread' for what is no month, or may be two. */
  month: string | undefined;
  /** What its letters alone say of it. */
  finding: "shortened_number" | PassedOver | undefined;
};

/** No deduction, and nothing to be done about it. */
export type PassedOver = "totals_row" | "remark_row";

export type RemittedFile = { sha256: string; rows: RemittedRow[] };

type Column = (typeof REMITTANCE_COLUMNS)[number];

/** The most that a file may add up to: what the wire carries. */
const MOST_OF_FILE = 999_999_999_999_99n;
/** Longer than any of ours; what is longer is told as it is, cut. */
const LONGEST = 60;
const NAME = 120;

/**
 * Reads an employer's file: a header with amount and with loan_no or account_no at least, in any order, other columns of ours
 * and theirs beside them, and a row for each deduction. Refuses remittance_empty, remittance_too_large,
 * remittance_too_long as soon as it is, and, with the line and why, remittance_unreadable for what is no such
 * file. Rows are judged one by one: what is odd about one of them is its finding.
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
  const rows = withTotals(body.map((row) => readRow(row, columns, width)));
  if (rows.every(isPassedOver)) throw new Refusal("remittance_empty");
  return { sha256: hash.digest("hex"), rows: withinSum(rows) };
}

export function isPassedOver({ finding }: Pick<RemittedRow, "finding">): boolean {
  return finding === "totals_row" || finding === "remark_row";
}

/** A row of nobody whose amount is the sum of all before it is their total, if it does not say so. */
function withTotals(rows: readonly RemittedRow[]): RemittedRow[] {
  let sum = 0n;
  return rows.map((row) => {
    const isNobodys =
      row.name === "" &&
      !hasNumber(row) &&
      !/^\d/.test(row.loanNo) &&
      row.accountNo === "" &&
      row.membershipNo === "";
    if (isNobodys && sum > 0n && row.amount === sum) return { ...row, finding: "totals_row" };
    if (!isPassedOver(row)) sum += row.amount ?? 0n;
    return row;
  });
}

function hasNumber(row: Pick<RemittedRow, "loanNo" | "accountNo" | "membershipNo">) {
  const { loanNo, accountNo, membershipNo } = row;
  return hasLoanNo(loanNo) || hasAccountNo(accountNo) || hasMembershipNo(membershipNo);
}

/** The row that takes the sum beyond what a file may add up to is no amount, and so are all after it. */
function withinSum(rows: readonly RemittedRow[]): RemittedRow[] {
  let sum = 0n;
  return rows.map((row) => {
    sum += isPassedOver(row) ? 0n : (row.amount ?? 0n);
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
    const name = columnName(field);
    const column = REMITTANCE_COLUMNS.find((known) => known === name);
    if (column === undefined) continue;
    if (columns.has(column)) throw unreadable(line, `two columns ${column}`);
    columns.set(column, index);
  }
  if (!columns.has("loan_no") && !columns.has("account_no")) {
    throw unreadable(line, "no column loan_no or account_no");
  }
  if (!columns.has("amount")) throw unreadable(line, "no column amount");
  return columns;
}

function readRow(
  { fields, line }: CsvRecord,
  columns: Map<Column, number>,
  width: number,
): RemittedRow {
  // What our own files put before a text for the sake of spreadsheets comes back with it.
  const text = (column: Column) => bareCell(fields[columns.get(column) ?? -1] ?? "");
  const [loan, member, name] = [text("loan_no"), text("membership_no"), text("name")];
  const account = text("account_no");
  // An amount with a comma and no quotes makes a field too many: what stands where is not guessed.
  const isWhole =
    fields.slice(width).every((field) => field.trim() === "") && fields.length >= width;
  const written = text("amount");
  // Nothing written is nothing deducted.
  const amount = isWhole ? amountOf(written === "" ? "0" : written) : undefined;
  const numbers = {
    loanNo: loanNoOf(loan).slice(0, LONGEST),
    accountNo: accountNoOf(account).slice(0, LONGEST),
    membershipNo: membershipNoOf(member).slice(0, LONGEST),
  };
  // Somebody's, if not by a whole number: what cannot be read of it is for a person to see.
  const isSomebodys =
    isWhole && ([loan, account, member].some(isDigits) || (name !== "" && written !== ""));
  const isRemark = (amount === undefined || written === "") && !isSomebodys;
  const isAside = !hasNumber(numbers);
  const isShort = [loan, account, member, written].some(isShortened);
  return {
    line,
    ...numbers,
    // Shown and exported, compared with nothing: what cannot be seen in it is left out.
    name: shownWords(name).slice(0, NAME),
    amount: amount === undefined || amount > REMITTED_MOST_CENTAVOS ? null : amount,
    month: text("month") === "" ? undefined : (monthOf(text("month")) ?? "unread"),
    finding:
      isAside && saysTotal(fields, fields[columns.get("name") ?? -1])
        ? "totals_row"
        : isAside && isRemark
          ? "remark_row"
          : isShort
            ? "shortened_number"
            : undefined,
  };
}

const isDigits = (cell: string) => /^[\d -]*\d[\d -]*$/.test(cell);

function unreadable(line: number, why: string): Refusal {
  return new Refusal("remittance_unreadable", { values: { line: String(line), why } });
}
