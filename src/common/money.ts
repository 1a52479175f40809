/**
 * Money is a whole number of centavos in a bigint: 125050n is ₱1,250.50. A bigint cannot hold a
 * fraction and does not mix with number, so a rounding error is a type error. Decimals exist only
 * at the edges: in a text field, on the wire, on the screen.
 */
export type Centavos = bigint;

const DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d{1,2}))?$/;

/**
 * '1250.5' -> 125050n. Nothing else counts as an amount: no sign, comma, exponent or third decimal, and no
 * zero in front ('05' may be a figure that was lost).
 */
export function parsePesos(text: string): Centavos | undefined {
  const [, pesos, fraction = ""] = DECIMAL.exec(text) ?? [];
  if (pesos === undefined) return undefined;
  return BigInt(pesos) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/** True for '05' and '0005.00': an amount but for the zeros in front. */
export function hasLeadingZeros(text: string): boolean {
  return /^0\d/.test(text) && parsePartnerPesos(text) !== undefined;
}

/** As parsePesos, of what a partner's program writes: zeros in front are its padding. */
export function parsePartnerPesos(text: string): Centavos | undefined {
  return parsePesos(text.replace(/^0+(?=\d)/, ""));
}

/**
 * An amount as people write or paste it, without what is there for people: 'P1,250.50', '₱1,250.50',
 * 'PHP 1,250.50' and '1,250.50 PHP' become '1250.50'. Anything else stays as it is, for parsePesos to refuse.
 */
export function plainPesos(written: string): string {
  const trimmed = written.trim();
  // The currency stands before or after, never on both sides.
  const bare = /^[₱P]/i.test(trimmed)
    ? trimmed.replace(/^(?:₱|PHP|P)\s*/i, "")
    : trimmed.replace(/\s*(?:₱|PHP|pesos?)$/i, "");
  return /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}

/** 125050n -> '1250.50', the form used on the wire. */
export function toDecimal(amount: Centavos): `${number}` {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, "0");
  const sign = amount < 0n ? "-" : "";
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}

const php = new Intl.NumberFormat("en-PH", { style: "currency", currency: "PHP" });

/** 125050n -> '₱1,250.50', the form people read; a minus is U+2212. */
export function formatPesos(amount: Centavos): string {
  return php.format(toDecimal(amount)).replace("-", "\u2212");
}

/** 125050n -> 'PHP 1,250.50'. For text messages: the peso sign would halve the length of an SMS. */
export function formatPesosAscii(amount: Centavos): string {
  return formatPesos(amount).replace("₱", "PHP ").replace("\u2212", "-");
}
