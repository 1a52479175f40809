import type { Rows } from "#server/db/applyRows.ts";
import { type Formula, shareOf, type Term } from "#server/ledger/amountFormula.ts";
import { allRecipes } from "#server/ledger/journalTemplates.ts";

const lastShareOf = (lines: readonly { formula: Formula }[], symbol: string): Term | undefined =>
  lines
    .flatMap(({ formula }) => shareOf(formula) ?? [])
    .findLast((share) => share.symbol === symbol);

/** Every line of every recipe, as recipe_lines() reads them. */
export const rows: Rows = {
  table: "recipe_line",
  key: ["operation", "step", "line_no"],
  rows: allRecipes().flatMap(({ operation, step, template }) =>
    template.map(({ book, side, code, formula, role }, index) => {
      const symbols = formula.filter(({ symbol }) => symbol !== "");
      const constants = formula.filter(({ symbol }) => symbol === "");
      const share = shareOf(formula);
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
        is_last_share: share !== null && share === lastShareOf(template, share.symbol),
      };
    }),
  ),
};
