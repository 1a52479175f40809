import type { AuditAction } from "#contract/staff/auditActions.ts";
import type { SelectQueryBuilder } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import { EXPORT_MAX_ROWS } from "#contract/staff/list.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import type { Place } from "./cursor.ts";
import { CSV_BEGINNING, type CsvCell, csvLine } from "./csv.ts";
import { type ListOrder, readFrom, readOrder } from "./readPage.ts";

/** A column of the file. */
export type CsvColumn<Row> = { head: string; cell: (row: Row) => CsvCell };

type Exported<Row, Sort extends string> = {
  /** Names the file and stands in the audit trail as 'list:<name>'. */
  name: string;
  order: ListOrder<Sort>;
  columns: readonly CsvColumn<Row>[];
  /** Filters and order as they were asked for. */
  filters: { sort?: string | undefined } & Record<string, string | undefined>;
  /** Rows after which the file ends. */
  maxRows?: number;
};

/** Few enough to stay small in memory, many enough that a file of 100,000 rows takes 100 questions. */
const BATCH_ROWS = 1000;

/**
 * The whole filtered set of a list as a CSV file, read in batches while it is sent. Records in the audit
 * trail who asked for what before the first row leaves, and at the end how many left. A failure on the
 * way breaks the connection off, so that half a file is never taken for a whole one.
 */
export async function exportList<DB, TB extends keyof DB, Row, Sort extends string>(
  app: App,
  staff: { username: string; correlationId: string },
  query: SelectQueryBuilder<DB, TB, Row>,
  exported: Exported<Row, Sort>,
): Promise<FileAnswer> {
  const { name, order, columns, filters, maxRows = EXPORT_MAX_ROWS } = exported;
  const way = readOrder(order, filters.sort);
  const record = (action: AuditAction, detail: Record<string, string | number | boolean>) =>
    transact(app.db, (tx) =>
      audit(tx, {
        at: app.now(),
        actorKind: "staff",
        actor: staff.username,
        action,
        object: `list:${name}`,
        correlationId: staff.correlationId,
        detail,
      }),
    );

  async function* lines(): AsyncGenerator<string> {
    yield CSV_BEGINNING + csvLine(columns.map(({ head }) => head));
    let count = 0;
    let from: Place | undefined;
    while (true) {
      const limit = Math.min(BATCH_ROWS, maxRows - count) + 1;
      const found = await readFrom(way, query, { from, isBackwards: false, limit });
      const batch = found.slice(0, limit - 1);
      yield batch.map(({ row }) => csvLine(columns.map(({ cell }) => cell(row)))).join("");
      count += batch.length;
      from = batch.at(-1)?.place;
      if (found.length < limit) break;
      if (count === maxRows) {
        yield csvLine([`This file ends at ${maxRows} rows. There are more: narrow the filters.`]);
        break;
      }
    }
    await record("list_export_sent", { rows: count });
  }

  const shown = Object.entries(filters).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  await record("list_exported", Object.fromEntries(shown));
  return { name: `${name}-${manilaDate(app.now())}.csv`, parts: lines() };
}
