import { withoutInvisible } from "./invisible.ts";

/** Why a text is not one mobile number of the Philippines. */
export type MobileFault = "landline" | "two_numbers" | "spreadsheet" | "not_mobile";

/**
 * What the numbering plan has for mobile numbers: ten digits after +63, in 9xx and in the parts of 8 that
 * were opened for them. Which network has a number does not follow from it (numbers are portable).
 */
const NATIONAL = "(?:9\\d{2}|81[37]|89[5-8])\\d{7}";
const KEPT = new RegExp(`^\\+63${NATIONAL}$`);
/** +63, 63, 0063, a trunk zero, both or none before the ten digits. */
const WRITTEN = new RegExp(`^(?:(?:\\+|00)?63)?0?(${NATIONAL})$`);

/** Blanks of any kind, hyphens as they come from word processors, dots, brackets. */
const BETWEEN = /[\s.()\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
const BETWEEN_NUMBERS = /[/,;|&\\\n]|\b(?:or|o|and|at)\b/iu;
/** 9.17556E+09, or 9175551234.0: digits of it are lost, or may be. */
const OF_A_SPREADSHEET = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$|^\d{10,}[.,]0+$/iu;

/** True for the form in which numbers are kept: E.164, '+639175551234'. */
export const isMobile = (text: string): boolean => KEPT.test(text);

/** A mobile number as people write it ('0917 555 1234', 'tel:+63(0)917-555-1234'), as E.164. */
export function readMobile(text: string): { mobile: string } | { fault: MobileFault } {
  const plain = withoutInvisible(text)
    .trim()
    .replace(/^['’‘`]/u, "")
    .replace(/^tel:/iu, "")
    .trim();
  if (OF_A_SPREADSHEET.test(plain)) return { fault: "spreadsheet" };
  const digits = WRITTEN.exec(plain.replaceAll(BETWEEN, ""))?.[1];
  if (digits !== undefined) return { mobile: `+63${digits}` };
  return { fault: faultOf(plain) };
}

/** A mobile number as it is kept; anything else as it is. */
export function mobileOf(text: string): string {
  const read = readMobile(text);
  return "mobile" in read ? read.mobile : text;
}

function faultOf(text: string): MobileFault {
  const count = (part: string) => part.replaceAll(/\D/gu, "").length;
  const numbers = text.split(BETWEEN_NUMBERS).filter((part) => count(part) >= 7);
  // The longest way to write one number has 15 digits.
  if (numbers.length > 1 || (numbers.length === 1 && count(text) > 16)) return "two_numbers";
  const national = text.replaceAll(BETWEEN, "").replace(/^(?:(?:\+|00)63|63(?=\d{8,9}$))?0?/u, "");
  // An area code and a number of seven or eight digits, or that number alone: nine at most.
  return /^[2-8]\d{6,8}$/u.test(national) ? "landline" : "not_mobile";
}
