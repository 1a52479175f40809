import { type RawBuilder, sql } from "kysely";

/** A part of a member's names: the last, the first, or any of them. */
type Part = "last" | "first" | "any";
const WEIGHTS = { last: "A", first: "B", any: "" } as const satisfies Record<Part, string>;

/**
 * Whether the member of this alias is named so, as people write and say it (migration 0089): in any order,
 * by the beginnings of words, with particles apart or not, without marks and apostrophes. It has an index.
 */
export function named(
  alias: "m" | "member",
  typed: string,
  part: Part = "any",
): RawBuilder<boolean> {
  const of = sql.id(alias);
  return sql<boolean>`(member_names(${of}.first_name, ${of}.middle_name, ${of}.last_name, ${of}.qualifier)
    @@ name_query(${typed}, ${sql.lit(WEIGHTS[part])}))`;
}
