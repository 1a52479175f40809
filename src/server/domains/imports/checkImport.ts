import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import {
  type FileProblemCode,
  type ImportColumn,
  MAX_IMPORT_ROWS,
  type RowProblem,
} from "#contract/staff/importFile.ts";
import type { App } from "#server/platform/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { checkHeader } from "./checkHeader.ts";
import { checkRow, openingsOf, type RowContent, type RowContext } from "./checkRow.ts";
import { type Comparison, compareWithBooks } from "./compareWithBooks.ts";
import { noteLargestOpenings } from "./largestOpenings.ts";
import { type CsvRecord, makeCsvReader } from "#server/platform/csv/readCsv.ts";

/** Rows of one transaction: enough to be quick, few enough to lose little and to hold little. */
const ROWS_A_BATCH = 1000;

type Problem = { problem: FileProblemCode; line: number; detail: string };
type Found = {
  line: number;
  membershipNo: string;
  content: RowContent | undefined;
  problems: RowProblem[];
  isPassedOver?: true;
};

/**
 * The dry run: reads the pieces of a file into rows, says of each what a run would do, and moves nothing.
 * Holds one batch at a time, besides the numbers read. Begins anew when it was cut short.
 */
export async function checkImport(app: App, importId: bigint): Promise<void> {
  if (!(await beginAnew(app, importId))) return;
  const seen = new Set<string>();
  let context: RowContext | undefined;
  let batch: Found[] = [];
  let [count, passedOver] = [0, 0];
  for await (const record of readRecords(app, importId)) {
    if ("problem" in record) return giveUp(app, importId, record);
    if (context === undefined) {
      const header = checkHeader(record.fields);
      if (!header.isRight) return giveUp(app, importId, { ...header, line: record.line });
      context = await makeContext(app, importId, header.columns);
      continue;
    }
    count += 1;
    if (count > MAX_IMPORT_ROWS) {
      return giveUp(app, importId, { problem: "too_many_rows", line: record.line, detail: "" });
    }
    const row = found(record, context, seen);
    if (row.isPassedOver) passedOver += 1;
    batch.push(row);
    if (batch.length < ROWS_A_BATCH) continue;
    await stage(app, importId, batch, context.columns);
    batch = [];
  }
  if (context === undefined || count === passedOver) {
    const problem = context === undefined ? "no_header" : "no_rows";
    return giveUp(app, importId, { problem, line: 1, detail: "" });
  }
  await stage(app, importId, batch, context.columns);
  await finish(app, importId, count - passedOver);
}

function beginAnew(app: App, importId: bigint): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const open = await tx
      .updateTable("member_import")
      .set({ rows_done: 0, opening_centavos: 0n })
      .where("id", "=", importId)
      .where("state", "=", "checking")
      .returning("id")
      .executeTakeFirst();
    if (open === undefined) return false;
    await tx.deleteFrom("member_import_row").where("import_id", "=", importId).execute();
    return true;
  });
}

/** The records of the file, then what ended it, if it did not simply end. */
async function* readRecords(app: App, importId: bigint): AsyncGenerator<CsvRecord | Problem> {
  const reader = makeCsvReader();
  for (let position = 0; ; position++) {
    const piece = await app.db
      .selectFrom("member_import_chunk")
      .select("bytes")
      .where("import_id", "=", importId)
      .where("position", "=", position)
      .executeTakeFirst();
    yield* piece === undefined ? reader.end() : reader.push(piece.bytes);
    const stop = reader.stop();
    if (stop) yield { ...stop, detail: "" };
    if (stop || piece === undefined) return;
  }
}

async function makeContext(
  app: App,
  importId: bigint,
  columns: ImportColumn[],
): Promise<RowContext> {
  await app.db.updateTable("member_import").set({ columns }).where("id", "=", importId).execute();
  const offices = await app.db
    .selectFrom("office")
    .select("id")
    .where("is_active", "=", true)
    .execute();
  const openOffices = new Set(offices.map(({ id }) => String(id)));
  return { columns, today: manilaDate(app.now()), openOffices };
}

function found({ line, fields }: CsvRecord, context: RowContext, seen: Set<string>): Found {
  const row = checkRow(fields, context);
  if (row.membershipNo === "") return { line, ...row };
  if (!seen.has(row.membershipNo)) {
    seen.add(row.membershipNo);
    return { line, ...row };
  }
  const twice: RowProblem = { column: "membership_no", problem: "twice_in_file" };
  return { ...row, line, content: undefined, problems: [twice, ...row.problems] };
}

function stage(
  app: App,
  importId: bigint,
  batch: Found[],
  columns: readonly ImportColumn[],
): Promise<void> {
  if (batch.length === 0) return Promise.resolve();
  return transact(app.db, async (tx) => {
    const whole = batch.flatMap(({ content }) => content ?? []);
    const compared = await compareWithBooks(tx, whole, { columns, lock: false });
    const byNumber = new Map(whole.map((row, index) => [row.membershipNo, compared[index]]));
    await insertRows(tx, importId, batch, byNumber);
    const openings = whole
      .filter((_, index) => compared[index]?.verdict === "add")
      .reduce((sum, row) => sum + openingsOf(row).total, 0n);
    await tx
      .updateTable("member_import")
      .set((row) => ({
        rows_done: row("rows_done", "+", batch.length),
        opening_centavos: row("opening_centavos", "+", openings),
      }))
      .where("id", "=", importId)
      .execute();
  });
}

async function insertRows(
  tx: Tx,
  importId: bigint,
  batch: Found[],
  compared: ReadonlyMap<string, Comparison | undefined>,
): Promise<void> {
  const rows = batch.map(({ line, membershipNo, content, problems, isPassedOver }) => {
    const comparison = content && compared.get(content.membershipNo);
    return {
      line,
      membership_no: membershipNo,
      content,
      problems,
      verdict: comparison?.verdict ?? (isPassedOver ? "passed_over" : "invalid"),
      differences: comparison?.differences ?? [],
      before: comparison?.before ?? {},
    };
  });
  await sql`
    insert into member_import_row (import_id, line, membership_no, content, problems, verdict, differences, before)
    select ${importId}::bigint, line, membership_no, content, problems, verdict, differences, before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      line integer, membership_no text, content jsonb, problems jsonb, verdict text, differences text[],
      before jsonb)
  `.execute(tx);
}

/** Puts the file aside: its rows and bytes are of no use any more. */
function giveUp(app: App, importId: bigint, { problem, line, detail }: Problem): Promise<void> {
  return transact(app.db, async (tx) => {
    await forgetFile(tx, importId);
    await tx.deleteFrom("member_import_row").where("import_id", "=", importId).execute();
    await tx
      .updateTable("member_import")
      .set({ state: "unreadable", problem, problem_line: line, problem_detail: detail })
      .where("id", "=", importId)
      .execute();
  });
}

function finish(app: App, importId: bigint, count: number): Promise<void> {
  return transact(app.db, async (tx) => {
    await forgetFile(tx, importId);
    await tx
      .updateTable("member_import")
      .set({ state: "checked", checked_at: app.now(), row_count: count })
      .where("id", "=", importId)
      .where("state", "=", "checking")
      .execute();
    await countVerdicts(tx, importId);
    await noteLargestOpenings(tx, importId);
  });
}

async function forgetFile(tx: Tx, importId: bigint): Promise<void> {
  await tx.deleteFrom("member_import_chunk").where("import_id", "=", importId).execute();
}

/** Writes down how many rows there are of each kind. */
export async function countVerdicts(tx: Tx, importId: bigint): Promise<void> {
  await sql`
    update member_import i set add_count = t.added, update_count = t.updated,
      unchanged_count = t.unchanged, different_count = t.different, invalid_count = t.invalid,
      passed_over_count = t.passed_over
    from (
      select count(*) filter (where verdict = 'add') as added,
        count(*) filter (where verdict = 'update') as updated,
        count(*) filter (where verdict = 'unchanged') as unchanged,
        count(*) filter (where verdict = 'different') as different,
        count(*) filter (where verdict = 'invalid') as invalid,
        count(*) filter (where verdict = 'passed_over') as passed_over
      from member_import_row where import_id = ${importId}
    ) t
    where i.id = ${importId}
  `.execute(tx);
}
