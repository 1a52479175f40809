/** One term: a constant in centavos or a symbol, whole or as a share in millionths. */
export type Term = { sign: 1n | -1n; symbol: string; constant: bigint; share: bigint };
/** A line's amount: the sum of its terms. */
export type Formula = Term[];

const WHOLE = 1_000_000n;
const FORMULA = /^[+-]?[^+-]+(?:[+-][^+-]+)*$/;
const TERM = /^([+-]?)(?:(\d+\.\d{2})|([A-Z]+)(?:\*(0\.\d{1,6}))?)$/;

/**
 * Reads an amount expression of a recipe: sums and differences of symbols and of peso constants, or
 * one share of a symbol ('A*0.10'). Throws on anything else, and on a symbol that is not in `known`.
 */
export function parseFormula(text: string, known: ReadonlySet<string>): Formula {
  if (!FORMULA.test(text)) throw new Error(`'${text}' is not an amount`);
  const terms = (text.match(/[+-]?[^+-]+/g) ?? []).map((part) => parseTerm(part, text, known));
  if (terms.length > 1 && terms.some(({ share }) => share !== WHOLE)) {
    throw new Error(
      `'${text}': a share stands alone on its line, so that shares can add up exactly`,
    );
  }
  return terms;
}

function parseTerm(part: string, text: string, known: ReadonlySet<string>): Term {
  const [, sign, pesos, symbol = "", share] = TERM.exec(part) ?? [];
  if (sign === undefined) throw new Error(`'${part}' in '${text}' is not an amount`);
  if (pesos === undefined && !known.has(symbol))
    throw new Error(`'${text}': unknown symbol ${symbol}`);
  return {
    sign: sign === "-" ? -1n : 1n,
    symbol,
    constant: pesos === undefined ? 0n : BigInt(pesos.replace(".", "")),
    share: share === undefined ? WHOLE : BigInt(share.slice(2).padEnd(6, "0")),
  };
}

/** The symbols an entry's formulas ask for. */
export function symbolsOf(formulas: Formula[]): string[] {
  const all = formulas.flat().map(({ symbol }) => symbol);
  return [...new Set(all.filter((symbol) => symbol !== ""))];
}

/** Throws unless the shares of each symbol make up the whole: otherwise centavos would be lost. */
export function assertWholeShares(formulas: Formula[]): void {
  for (const symbol of symbolsOf(formulas)) {
    const shares = sharesOf(formulas, symbol);
    const total = shares.reduce((sum, { share }) => sum + share, 0n);
    if (shares.length > 0 && total !== WHOLE)
      throw new Error(`The shares of ${symbol} are not the whole`);
  }
}

/**
 * The amounts of an entry's lines in centavos. Shares are rounded half-up, and the last share of a
 * symbol takes what is left, so that they always add up to the symbol.
 */
export function evaluateFormulas(
  formulas: Formula[],
  amounts: ReadonlyMap<string, bigint>,
): bigint[] {
  return formulas.map((formula) =>
    formula.reduce((sum, term) => sum + term.sign * valueOf(term, formulas, amounts), 0n),
  );
}

function valueOf(term: Term, formulas: Formula[], amounts: ReadonlyMap<string, bigint>): bigint {
  if (term.symbol === "") return term.constant;
  const whole = amounts.get(term.symbol);
  if (whole === undefined) throw new Error(`No amount is given for ${term.symbol}`);
  if (term.share === WHOLE) return whole;
  const shares = sharesOf(formulas, term.symbol);
  const earlier = shares.slice(0, -1).map(({ share }) => roundedShare(whole, share));
  if (term !== shares.at(-1)) return roundedShare(whole, term.share);
  return earlier.reduce((left, part) => left - part, whole);
}

function sharesOf(formulas: Formula[], symbol: string): Term[] {
  return formulas.flat().filter((term) => term.symbol === symbol && term.share !== WHOLE);
}

/** The one term of a line that is a share of an amount; null for any other line. */
export const shareOf = (formula: Formula): Term | null =>
  formula.find(({ share }) => share !== WHOLE) ?? null;

function roundedShare(whole: bigint, share: bigint): bigint {
  return (whole * share + WHOLE / 2n) / WHOLE;
}
