import { sql } from "kysely";

/**
 * The number of the instalment of loan `l` that is due in the month of this day. Each has one a month, so the
 * day says which rows to read; the first may come after it, and then the number is none.
 */
export function numberInMonth(day: string) {
  return sql<number>`(1 + extract(year from ${day}::date) * 12 + extract(month from ${day}::date)
    - extract(year from l.first_due_on) * 12 - extract(month from l.first_due_on))::smallint`;
}
