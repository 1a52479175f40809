import type { LoanProduct } from "#portal/api/loanReads.ts";

const USUAL_CENTAVOS = 100_000_00n;
const USUAL_MONTHS = 24;

/** What the example is made of: what was typed where the loan can be that, else what is usual. */
export function exampleAmount(
  { minimum, maximum }: Pick<LoanProduct, "minimum" | "maximum">,
  typed: bigint | undefined,
): bigint {
  if (typed !== undefined && typed >= minimum && typed <= maximum) return typed;
  if (USUAL_CENTAVOS < minimum) return minimum;
  return USUAL_CENTAVOS > maximum ? maximum : USUAL_CENTAVOS;
}

/** The months that were chosen where the loan can have them, else the usual ones. */
export function shownMonths(terms: readonly number[], chosen: string): number {
  return terms.find((term) => String(term) === chosen) ?? usualMonths(terms);
}

/** The length nearest to two years that the loan can have. */
function usualMonths(terms: readonly number[]): number {
  const [first = USUAL_MONTHS, ...rest] = terms;
  let nearest = first;
  for (const term of rest) {
    if (Math.abs(term - USUAL_MONTHS) < Math.abs(nearest - USUAL_MONTHS)) nearest = term;
  }
  return nearest;
}
