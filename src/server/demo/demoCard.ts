import { withCheckDigit } from "#common/checkDigit.ts";

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
