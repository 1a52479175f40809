import { withCheckDigit } from "#common/checkDigit.ts";
import { addMonths, lastDayOf, manilaMonth } from "#common/manila.ts";

/**
 * The number on a demo member's plastic: the demo's BIN, the seven digits of the member and a check digit.
 * The issuer is told it; we keep its last four and its mark (panMac.ts).
 */
export function demoCardNumber(membershipNo: string): string {
  return withCheckDigit(`40000099${membershipNo.slice(8, 15)}`);
}

/** What the issuer calls the plastic of a demo card account. */
export function demoToken(accountNo: string): string {
  return `TK${accountNo}`;
}

/** The states in which a card account has a plastic that works, or did. */
export const STATES_WITH_PLASTIC: readonly string[] = ["active", "suspended", "deactivated"];

/** As whom the issuer knows who has this card account, or applies for one. */
export function demoCustomerId(accountOrSerial: string): string {
  return `CU${accountOrSerial}`;
}

/**
 * The number of a plastic in an office, from the seven digits of its serial; those of members' cards in use
 * begin with other digits.
 */
export function demoKitNumber(plasticSerial: string): string {
  return withCheckDigit(`40000099${plasticSerial.slice(-7)}`);
}

/** The last day of the month some years after a moment, 'yyyy-MM-dd'. */
export function demoExpiry(from: Date, years: number): string {
  return lastDayOf(addMonths(manilaMonth(from), years * 12));
}
