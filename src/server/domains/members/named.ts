import { type RawBuilder, sql } from "kysely";

/** A part of a member's names: the last, the first, any of them, or any but the last. */
type Part = "last" | "first" | "any" | "notLast";
const WEIGHTS = { last: "A", first: "B", any: "", notLast: "BC" } as const satisfies Record<
  Part,
  string
>;

/**
 * Whether the member of this alias is named so, as people write and say it (member_names of the baseline): in any order,
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

/**
 * Whether of the words that were typed one names the member's last name and one another part. A name said twice,
 * or in pieces ('cr uz'), is one name, and finds nobody by it alone.
 */
export function namedInTwoParts(
  alias: "m" | "member",
  typed: readonly string[],
): RawBuilder<boolean> {
  const of = sql.id(alias);
  const words = typed.flatMap((text) => text.split(/[^\p{L}\p{M}'’]+/u)).filter(Boolean);
  const anyOf = (part: Part) =>
    sql.join(
      words.map((word) => sql`name_query(${word}, ${sql.lit(WEIGHTS[part])})`),
      sql` || `,
    );
  const names = sql`member_names(${of}.first_name, ${of}.middle_name, ${of}.last_name, ${of}.qualifier)`;
  return sql<boolean>`(${names} @@ (${anyOf("last")}) and ${names} @@ (${anyOf("notLast")}))`;
}
