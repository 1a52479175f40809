import { type Centavos, toDecimal } from "#common/money.ts";

/** What stands in a cell: a text, a number, a moment, an amount, or nothing. */
export type CsvCell = string | number | bigint | Date | { centavos: Centavos } | null;

/** Tells a spreadsheet that the file is UTF-8. */
export const CSV_BEGINNING = "\uFEFF";

/** One line by RFC 4180, with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => quoted(cellText(cell))).join(",")}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "string") return harmless(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === "object") return toDecimal(cell.centavos);
  return String(cell);
}

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV injection);
 * the wide forms of the signs and white space before them count too. Figures are no texts and stay.
 */
function harmless(text: string): string {
  return /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
