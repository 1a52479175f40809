import { trimBlanks, withoutInvisible } from "#common/invisible.ts";
import { type Centavos, parsePesos, plainPesos } from "#common/money.ts";
import { isMembershipNumber, withoutSeparators } from "#contract/identity.ts";

/**
 * What a cell of a CSV file means that went through a spreadsheet: the one place for members' files and
 * employers' remittances. Spreadsheets take leading zeros, shorten long numbers (1.2019E+12), write months
 * as words, put signs before amounts, and add rows of blanks and totals.
 */

/** 1.2019E+12 or 1,2019E+12: digits are gone that nobody can bring back. */
const SHORTENED = /^\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i;
const TOTALS = /^(?:(?:grand|sub|page|over-?all)[ -]*)?(?:totals?|kabuuan|suma|sum)\b/i;
/** 'Total, Juan' and 'Suma, Ana' are people. */
const SURNAME = /^\p{L}+, *\p{L}/u;
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const MEMBERSHIP_DIGITS = 16;
/** The first four are the branch, of which at most three are zeros. */
const FEWEST_DIGITS = 13;
const LOAN_DIGITS = 7;
/** A product, a serial number and a check digit. */
const ACCOUNT_DIGITS = 12;
const SHORTENED_ACCOUNT = /^\d(?:[.,]\d+)?E\+?11$/i;
/** The digits that a spreadsheet leaves of a membership number; amounts have fewer. */
const SHORTENED_MEMBER = /^\d(?:[.,]\d+)?E\+?1[2-5]$/i;
const LOAN = /^[A-Z]+[-_/. ]*20\d{2}[-_/. ]*\d+$/;

/** Without spaces around it, and without what keeps a text from being run: ' before it, or ="…". */
export function bareCell(text: string): string {
  const trimmed = trimBlanks(text);
  return trimBlanks(/^="([^"]*)"$/.exec(trimmed)?.[1] ?? trimmed.replace(/^['’]/u, ""));
}

/** The name of a column as we write it: without what cannot be seen, in small letters. */
export function columnName(cell: string): string {
  return bareCell(withoutInvisible(cell)).toLowerCase();
}

export function isShortened(cell: string): boolean {
  return SHORTENED.test(withoutInvisible(cell));
}

/** 16 digits, with the zeros that a spreadsheet took; any other text as it is, without blanks and dashes. */
export function membershipNoOf(cell: string): string {
  const bare = withoutSeparators(withoutInvisible(cell));
  if (!/^\d+$/.test(bare) || bare.length < FEWEST_DIGITS) return bare;
  const padded = bare.padStart(MEMBERSHIP_DIGITS, "0");
  return isMembershipNumber(padded) ? padded : bare;
}

/** 'lpro-2026-16' -> 'LPRO-2026-0000016'; any other text in capitals. Only one number can be meant. */
export function loanNoOf(cell: string): string {
  const upper = withoutInvisible(cell).toUpperCase();
  const [, series, year, serial = ""] = /^([A-Z]+)-(\d{4})-(\d{1,10})$/.exec(upper) ?? [];
  if (series === undefined) return upper;
  return `${series}-${year}-${serial.replace(/^0+/, "").padStart(LOAN_DIGITS, "0")}`;
}

/** An account's number without blanks; any other text in capitals. */
export function accountNoOf(cell: string): string {
  return withoutInvisible(cell).replaceAll(/\s/gu, "").toUpperCase();
}

/** Whether a cell has an account's number, or what a spreadsheet left of one; an amount that came to stand there is none. */
export function hasAccountNo(cell: string): boolean {
  const bare = withoutSeparators(withoutInvisible(cell));
  return SHORTENED_ACCOUNT.test(bare) || (/^\d+$/.test(bare) && bare.length >= ACCOUNT_DIGITS);
}

/** Whether a cell has a member's number, or what a spreadsheet left of one; an amount that came to stand there is none. */
export function hasMembershipNo(cell: string): boolean {
  const bare = withoutSeparators(withoutInvisible(cell));
  if (SHORTENED_MEMBER.test(bare)) return true;
  return /^\d+$/.test(bare) && bare.length >= FEWEST_DIGITS;
}

/** Whether a cell has a loan's number, also one that was typed with other signs or none. */
export function hasLoanNo(cell: string): boolean {
  const upper = withoutInvisible(cell).toUpperCase();
  return LOAN.test(upper) && !TOTALS.test(upper);
}

/**
 * Pesos: '1,250.50', '₱1,250.50', '1250.5'. The dash that accountants write for nothing is 0. Undefined for
 * what is no amount: a comma is one between thousands or nothing.
 */
export function amountOf(cell: string): Centavos | undefined {
  const bare = plainPesos(withoutInvisible(cell));
  return /^[-–]$/.test(bare) ? 0n : parsePesos(bare);
}

/**
 * '2026-11', 'Nov-26', 'Nov 2026', 'November 2026', '11/2026', and what spreadsheets make a day of: '2026-11-01',
 * '1-Nov-26', 'Nov 1, 2026', '11/15/2026' -> '2026-11'. Undefined for what is no month, or may be two ('11/10/2026').
 */
export function monthOf(text: string): string | undefined {
  const cell = withoutInvisible(text);
  const [, year, number] = /^(20\d{2})[-/](\d{1,2})(?:[-/]\d{1,2})?$/.exec(cell) ?? [];
  if (year !== undefined && number !== undefined) return monthText(year, Number(number));
  const [, month, of] = /^(\d{1,2})[/-](20\d{2})$/.exec(cell) ?? [];
  if (month !== undefined && of !== undefined) return monthText(of, Number(month));
  const [, one, other, ofDay] = /^(\d{1,2})[/-](\d{1,2})[/-](20\d{2})$/.exec(cell) ?? [];
  if (ofDay !== undefined) return monthOfDay(Number(one), Number(other), ofDay);
  const worded =
    /^(?:\d{1,2}[ -])?([a-z]{3,9})\.?(?: \d{1,2},)?[ -]+((?:20)?\d{2})$/i.exec(cell) ?? [];
  const [, word = "", inYear = ""] = worded;
  const place = MONTHS.findIndex((name) => word !== "" && name.startsWith(word.toLowerCase()));
  return place < 0 ? undefined : monthText(inYear.padStart(4, "20"), place + 1);
}

/** Day and month in either order: undefined where both may be the month. */
function monthOfDay(one: number, other: number, year: string): string | undefined {
  if (one === other || other > 12) return monthText(year, one);
  return one > 12 ? monthText(year, other) : undefined;
}

function monthText(year: string, month: number): string | undefined {
  return month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, "0")}` : undefined;
}

/**
 * Whether one of the cells of a row says that the row is a sum. Who asks knows that the row has nobody's number: a
 * footer is typed by hand, and has fewer cells than the header, or one more for each comma of its sum.
 */
export function saysTotal(cells: readonly string[], name = ""): boolean {
  return cells.some((cell) => {
    const bare = bareCell(cell);
    return TOTALS.test(bare) && !(cell === name && SURNAME.test(bare));
  });
}
