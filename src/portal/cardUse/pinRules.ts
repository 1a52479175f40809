import { texts as textsNow } from "#portal/texts/texts.ts";

const LENGTH = 6;
const ASCENDING = "01234567890";
const DESCENDING = "09876543210";

/**
 * Why a PIN is refused before it leaves the page; undefined when nothing speaks against it here. Birth date
 * and mobile number are compared by the issuer, who alone sees the PIN.
 */
export function weakness(pin: string): string | undefined {
  const { weak } = textsNow("cardUse");
  if (new Set(pin).size === 1) return weak.repeated;
  return ASCENDING.includes(pin) || DESCENDING.includes(pin) ? weak.run : undefined;
}

export const isWholePin = (pin: string): boolean => pin.length === LENGTH;
