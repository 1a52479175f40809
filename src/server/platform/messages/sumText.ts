import { type Centavos, formatPesos, formatPesosAscii } from "#common/money.ts";
import type { Language } from "#contract/refusals.ts";

export type Sum = { amount: Centavos; fee: Centavos };

/**
 * What the payee gets and what is paid besides, as every text of a transfer says it: '₱137.25 and a fee of
 * ₱10.00 (₱147.25 in all)'. Where there is no fee, none is spoken of.
 */
export function sumText(sum: Sum): Record<Language, string> {
  return inWords(sum, formatPesos, formatPesos);
}

/** As sumText, for text messages: 'PHP 137.25 and a fee of 10.00 (147.25 in all)'. */
export function sumTextAscii(sum: Sum): Record<Language, string> {
  return inWords(sum, formatPesosAscii, (part) => formatPesosAscii(part).replace("PHP ", ""));
}

/** More than one transfer to another bank comes to, and than it costs. */
const LARGEST: Sum = { amount: 999_999_99n, fee: 99_99n };

/** The longest that a text message can have to say. */
export const LONGEST_SUM = sumTextAscii(LARGEST);

function inWords(
  { amount, fee }: Sum,
  first: (centavos: Centavos) => string,
  more: (centavos: Centavos) => string,
): Record<Language, string> {
  const alone = first(amount);
  if (fee === 0n) return { en: alone, fil: alone };
  const [charged, total] = [more(fee), more(amount + fee)];
  return {
    en: `${alone} and a fee of ${charged} (${total} in all)`,
    fil: `${alone} at bayad na ${charged} (${total} lahat)`,
  };
}
