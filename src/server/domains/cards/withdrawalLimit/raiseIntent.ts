import { type Centavos, toDecimal } from "#common/money.ts";

/** What a code approves of a raise of the withdrawal limit to this amount, as it is stored. */
export function raiseIntent(amount: Centavos): Record<string, string> {
  return { kind: "raise_limit", amount: toDecimal(amount) };
}
