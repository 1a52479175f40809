import type { Rows } from "#server/db/applyRows.ts";
import { type Formula, shareOf, type Term } from "./amountFormula.ts";
import { allRecipes } from "./journalTemplates.ts";

/** The share of the same amount that stands on an earlier line. */
function earlierShare(lines: readonly { formula: Formula }[], share: Term): Term | undefined {
  const shares = lines
    .flatMap(({ formula }) => shareOf(formula) ?? [])
    .filter(({ symbol }) => symbol === share.symbol);
  if (shares.length !== 2) throw new Error(`${share.symbol}: recipe_lines() knows two shares`);
  return share === shares[1] ? shares[0] : undefined;
}

/** Every line of every recipe, as recipe_lines() reads them. */
export const rows: Rows = {
  table: "recipe_line",
  key: ["operation", "step", "line_no"],
  rows: allRecipes().flatMap(({ operation, step, template }) =>
    template.map(({ book, side, code, formula, role }, index) => {
      const symbols = formula.filter(({ symbol }) => symbol !== "");
      const constants = formula.filter(({ symbol }) => symbol === "");
      const share = shareOf(formula);
      const earlier = share === null ? undefined : earlierShare(template, share);
      return {
        operation,
        step,
        line_no: index + 1,
        book,
        side,
        code,
        role,
        symbols: symbols.map(({ symbol }) => symbol),
        signs: symbols.map(({ sign }) => String(sign)),
        constant_centavos: String(
          constants.reduce((sum, { sign, constant }) => sum + sign * constant, 0n),
        ),
        share_millionths: share === null ? null : String(share.share),
        earlier_millionths: earlier === undefined ? null : String(earlier.share),
      };
    }),
  ),
};
