import { type RawBuilder, sql } from "kysely";

type Names = { first_name: string; last_name: string };
type Named = Names & { middle_name: string; qualifier: string };

const joined = (parts: readonly string[], between: string) =>
  parts.filter((part) => part !== "").join(between);

/** 'Peña, Ana'; the name alone of who has one. */
export function listName({ last_name, first_name }: Names): string {
  return joined([last_name, first_name], ", ");
}

/** The same in SQL, of the member of this alias. */
export function listNameOf(alias: string): RawBuilder<string> {
  const of = sql.id(alias);
  return sql<string>`concat_ws(', ', nullif(${of}.last_name, ''), nullif(${of}.first_name, ''))`;
}

/** 'Peña, Ana B. Jr.', as the staff's lists show a member. */
export function fullName(member: Named): string {
  const initial = Array.from(member.middle_name)[0];
  const given = [member.first_name, initial === undefined ? "" : `${initial}.`, member.qualifier];
  return joined([member.last_name, joined(given, " ")], ", ");
}

/** 'Ana Bautista Peña Jr.', as documents have it. */
export const wholeName = (member: Named): string =>
  joined([member.first_name, member.middle_name, member.last_name, member.qualifier], " ");
