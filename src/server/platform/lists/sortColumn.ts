import { type Expression, type RawBuilder, sql } from "kysely";

/** What a list can be ordered by. */
export type SortColumn = {
  /** Name of a column of the query, 'member.last_name', or an expression over its tables. */
  by: string | Expression<unknown>;
  type: SortType;
  /** Rows without a value come after those with one, and before them in descending order. */
  isNullable?: true;
};

export type SortType = "bigint" | "text" | "moment" | "day" | "uuid";

type Fragment = RawBuilder<unknown>;

type Grammar = {
  /** The value as text, so that not a microsecond is lost on the way to the client and back. */
  write: (value: Fragment) => Fragment;
  /** The text as a value of the column's own type, so that an index serves. */
  read: (text: string) => Fragment;
  /** Whether `read` can take it: a cursor comes from outside. */
  isValid: (text: string) => boolean;
  /** Stands where there is no value. */
  none: string;
};

const GRAMMARS: Record<SortType, Grammar> = {
  bigint: {
    write: (value) => sql`${value}::text`,
    read: (text) => sql`${text}::bigint`,
    isValid: (text) => /^-?\d{1,18}$/.test(text),
    none: "0",
  },
  text: {
    write: (value) => sql`${value}::text`,
    read: (text) => sql`${text}::text`,
    isValid: (text) => text.length <= 1000 && !/[\0\p{Surrogate}]/u.test(text),
    none: "",
  },
  moment: {
    write: (value) => sql`(extract(epoch from ${value}) * 1000000)::bigint::text`,
    read: (text) => sql`('epoch'::timestamptz + ${text}::bigint * interval '1 microsecond')`,
    isValid: (text) => /^-?\d{1,16}$/.test(text),
    none: "0",
  },
  day: {
    write: (value) => sql`to_char(${value}, 'YYYY-MM-DD')`,
    read: (text) => sql`${text}::date`,
    isValid: isDay,
    none: "2000-01-01",
  },
  uuid: {
    write: (value) => sql`${value}::text`,
    read: (text) => sql`${text}::uuid`,
    isValid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
    none: "00000000-0000-0000-0000-000000000000",
  },
};

/** The column as it stands in the query. */
export function valueOf({ by }: SortColumn): Fragment {
  return typeof by === "string" ? sql.ref(by) : sql`${by}`;
}

/** The column's value as the text a cursor carries; null where there is none. */
export const writtenValue = (column: SortColumn): Fragment =>
  GRAMMARS[column.type].write(valueOf(column));

/** True when a cursor's text can be a value of this column. */
export const isValueOf = (column: SortColumn, text: string | null): boolean =>
  text === null ? column.isNullable === true : GRAMMARS[column.type].isValid(text);

/** What rows are ordered by: one expression, or two where the value can be missing. */
export function orderKeys(column: SortColumn): Fragment[] {
  const value = valueOf(column);
  if (column.isNullable !== true) return [value];
  const { read, none } = GRAMMARS[column.type];
  return [sql`(${value} is null)`, sql`coalesce(${value}, ${read(none)})`];
}

/** The same for the row that a cursor names. */
export function placeKeys(column: SortColumn, text: string | null): Fragment[] {
  const { read, none } = GRAMMARS[column.type];
  if (column.isNullable !== true) return [read(text ?? none)];
  return [sql`${text === null}::boolean`, read(text ?? none)];
}

function isDay(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}
