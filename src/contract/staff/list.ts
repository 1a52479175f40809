import * as z from "zod/mini";
import { codeText, fieldTexts, words } from "#contract/fields.ts";

/** Rows of a page unless the query names another number. */
export const LIST_PAGE_ROWS = 50;
const LIST_MAX_ROWS = 100;
/** Up to here a list is counted; beyond, it has "more than" this. */
export const LIST_COUNTED_ROWS = 10_000;
/** A file of a list ends here, and says so in its last line. */
export const EXPORT_MAX_ROWS = 100_000;

/** A place in a list, made by the server and of meaning to it alone. */
const cursor = codeText().check(z.regex(/^[A-Za-z0-9_-]{4,4000}$/, fieldTexts.invalid));

/** A filter by a part of a text. */
export const textFilter = z.optional(words(100).check(z.trim(), z.minLength(1, fieldTexts.blank)));

/** A day in Manila, as one end of a range of days that both count. */
export const dayFilter = z.optional(
  z.iso.date(fieldTexts.invalid).check(z.regex(/^(?:19|20)/, fieldTexts.invalid)),
);

/** A number of days or hours, as one end of a range that both count: so many that a date is left, with all our past. */
export const numberFilter = z.optional(codeText().check(z.regex(/^\d{1,5}$/, fieldTexts.invalid)));

/** One of these. */
export const choiceFilter = <const Choices extends readonly string[]>(choices: Choices) =>
  z.optional(z.enum(choices, fieldTexts.invalid));

type Shape = Record<string, z.ZodMiniType>;

/**
 * The query of a list: its own filters, the order ('-' before the name is descending), the place to
 * read from (`after` and `before` exclude each other, and `after` wins), and the rows of a page.
 */
export const listQuery = <const Sort extends string, Filters extends Shape>(
  sorts: readonly Sort[],
  filters: Filters,
) =>
  z.object({
    ...filters,
    sort: z.optional(z.enum(bothWays(sorts), fieldTexts.invalid)),
    after: z.optional(cursor),
    before: z.optional(cursor),
    limit: z.optional(codeText().check(z.regex(/^(?:[1-9]\d?|100)$/, fieldTexts.invalid))),
  });

/** The query of a list's file: the same filters and order, without a place. */
export const exportQuery = <const Sort extends string, Filters extends Shape>(
  sorts: readonly Sort[],
  filters: Filters,
) => z.object({ ...filters, sort: z.optional(z.enum(bothWays(sorts), fieldTexts.invalid)) });

function bothWays<Sort extends string>(sorts: readonly Sort[]): (Sort | `-${Sort}`)[] {
  return sorts.flatMap((sort): (Sort | `-${Sort}`)[] => [sort, `-${sort}`]);
}

const total = z.object({
  count: z.int(),
  /** There are more than `count`. */
  isMore: z.boolean(),
});
export type ListTotal = z.output<typeof total>;

/** One page: what stands before and after it is null where nothing does. */
export const listAnswer = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    rows: z.array(row).check(z.maxLength(LIST_MAX_ROWS)),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    total,
  });

/** A page as the program has it, on either side. */
export type ListPage<Row> = {
  rows: Row[];
  next: string | null;
  previous: string | null;
  total: ListTotal;
};
