import type { NameParts } from "#common/printedName.ts";

type Field = "first_name" | "middle_name" | "last_name" | "qualifier";
type Row = Record<Field, string | null>;

/** A member's name as its row has it; empty where a join found no member. */
export function namePartsOf(row: Row): NameParts {
  return {
    firstName: row.first_name ?? "",
    middleName: row.middle_name ?? "",
    lastName: row.last_name ?? "",
    qualifier: row.qualifier ?? "",
  };
}
