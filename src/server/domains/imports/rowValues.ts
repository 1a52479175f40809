import { toDecimal } from "#common/money.ts";
import type { ImportColumn } from "#contract/staff/importFile.ts";
import type { ImportRow } from "#contract/staff/imports.ts";
import type { RowContent } from "./checkRow.ts";
import { type Comparison, profileFields } from "./compareWithBooks.ts";

const moneyFields = [
  { column: "capital_contribution", key: "capital" },
  { column: "savings", key: "savings" },
  { column: "storage_account", key: "storage" },
] as const satisfies { column: ImportColumn; key: keyof RowContent }[];

type Shown = {
  verdict: string;
  content: unknown;
  before: unknown;
  differences: readonly string[];
};

/**
 * What whoever decides on a file has to see of a row: of a new member everything the row says, of a member
 * on the books what the books say and what the file says where they differ. Amounts in pesos. Nothing for
 * a row with problems, or whose contents were deleted.
 */
export function rowValues({ verdict, content, before, differences }: Shown): ImportRow["values"] {
  if (content === null) return [];
  // Both written by checkImport in exactly this form.
  const row = content as RowContent;
  const known = before as Comparison["before"];
  return [...profileFields, ...moneyFields].flatMap(({ column, key }): ImportRow["values"] => {
    const after = shown(column, row[key] ?? "");
    if (verdict === "add") return after === "" ? [] : [{ column, before: null, after }];
    if (!differences.includes(column)) return [];
    return [{ column, before: shown(column, known[column] ?? ""), after }];
  });
}

function shown(column: ImportColumn, value: string): string {
  const isMoney = moneyFields.some((field) => field.column === column);
  return isMoney && value !== "" ? toDecimal(BigInt(value)) : value;
}
