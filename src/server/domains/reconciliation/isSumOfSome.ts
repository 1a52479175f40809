import type { Centavos } from "#common/money.ts";

/** With more parts some sum would match nearly any total and explain nothing. */
const MOST_PARTS = 12;

/** Whether some of the parts, each used once, make the total. False for more than twelve parts. */
export function isSumOfSome(total: Centavos, parts: readonly Centavos[]): boolean {
  if (total === 0n) return true;
  if (parts.length > MOST_PARTS) return false;
  let sums = new Set([0n]);
  for (const part of parts) {
    sums = new Set([...sums].flatMap((sum) => [sum, sum + part]));
  }
  return sums.has(total);
}
