import { sql } from "kysely";
import type { Language } from "#contract/refusals.ts";
import {
  fileProblems,
  type FileProblemCode,
  type RowProblem,
  rowProblems,
} from "#contract/staff/importFile.ts";
import type { ImportRow, ImportSummary, RowVerdict } from "#contract/staff/imports.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { largestOpenings } from "./largestOpenings.ts";
import { rowValues } from "./rowValues.ts";

const importOrder = {
  sorts: { uploadedAt: { by: "i.uploaded_at", type: "moment" } },
  id: { by: "i.id", type: "bigint" },
  first: "-uploadedAt",
} as const satisfies ListOrder;

export const rowOrder = {
  sorts: { line: { by: "r.line", type: "bigint" } },
  id: { by: "r.line", type: "bigint" },
  first: "line",
} as const satisfies ListOrder;

/** The files that were sent, newest first. */
export async function readImports(
  app: App,
  request: ListRequest & { state?: string | undefined },
  language: Language,
): Promise<ListPage<ImportSummary>> {
  const { state } = request;
  const query = imports(app).$if(state !== undefined, (some) =>
    some.where("i.state", "=", state ?? ""),
  );
  const page = await readPage(app.db, importOrder, query, request);
  return { ...page, rows: page.rows.map((row) => summaryOf(row, language)) };
}

/** One of them. Refuses not_found. */
export async function readImport(
  app: App,
  guid: string,
  language: Language,
): Promise<ImportSummary> {
  const found = await imports(app).where("i.guid", "=", guid).executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return summaryOf(found, language);
}

/** The rows of a file by line, of one verdict or of all. */
export async function readImportRows(
  app: App,
  guid: string,
  request: ListRequest & { verdict?: RowVerdict | undefined },
  language: Language,
): Promise<ListPage<ImportRow>> {
  await requireImport(app, guid);
  const rows = importRows(app, guid, request.verdict).select(["r.content", "r.before"]);
  const page = await readPage(app.db, rowOrder, rows, request);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      line: row.line,
      membershipNo: row.membership_no,
      // The table's check allows exactly these.
      verdict: row.verdict as RowVerdict,
      isDone: row.done_at !== null,
      problems: problemsOf(row.problems, language),
      differences: row.differences,
      values: rowValues(row),
    })),
  };
}

/** Refuses not_found for a file that nobody sent. */
export async function requireImport(app: App, guid: string): Promise<void> {
  const found = await app.db
    .selectFrom("member_import")
    .select("id")
    .where("guid", "=", guid)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
}

/** The rows of a file, for pages and for the file of them. */
export function importRows(app: App, guid: string, verdict: RowVerdict | undefined) {
  return app.db
    .selectFrom("member_import_row as r")
    .innerJoin("member_import as i", "i.id", "r.import_id")
    .select(["r.line", "r.membership_no", "r.verdict", "r.done_at", "r.problems", "r.differences"])
    .where("i.guid", "=", guid)
    .$if(verdict !== undefined, (some) => some.where("r.verdict", "=", verdict ?? ""));
}

type StoredRow = {
  line: number;
  membership_no: string;
  verdict: string;
  problems: unknown;
  differences: string[];
};

/** The columns of the file of rows: one line a row, its problems beside each other. */
export function rowColumns(language: Language): CsvColumn<StoredRow>[] {
  return [
    { head: "line", cell: ({ line }) => line },
    { head: "membership_no", cell: (row) => row.membership_no },
    { head: "verdict", cell: ({ verdict }) => verdict },
    {
      head: "problems",
      cell: ({ problems }) =>
        problemsOf(problems, language)
          .map(({ column, message }) => (column === "" ? message : `${column}: ${message}`))
          .join(" | "),
    },
    { head: "differences", cell: ({ differences }) => differences.join(" | ") },
  ];
}

function problemsOf(stored: unknown, language: Language): ImportRow["problems"] {
  // Written by checkImport in exactly this form.
  return (stored as RowProblem[]).map(({ column, problem }) => ({
    column,
    message: rowProblems[problem][language],
  }));
}

function imports(app: App) {
  return app.db
    .selectFrom("member_import as i")
    .select([
      "i.guid",
      "i.file_name",
      "i.state",
      "i.problem",
      "i.problem_line",
      "i.problem_detail",
      "i.uploaded_by",
      "i.uploaded_at",
      "i.approved_by",
      "i.finished_at",
      "i.row_count",
      "i.rows_done",
      "i.add_count",
      "i.update_count",
      "i.unchanged_count",
      "i.different_count",
      "i.invalid_count",
      "i.passed_over_count",
      "i.opening_centavos",
      "i.largest_openings",
    ])
    .select(sql<string>`encode(i.file_hash, 'hex')`.as("hash"))
    .select((row) =>
      row
        .selectFrom("staff_request as q")
        .select("q.id")
        .where("q.state", "=", "open")
        .where(sql<boolean>`q.subject = 'import:' || i.guid`)
        .limit(1)
        .as("open_request_id"),
    );
}

type Stored = Awaited<ReturnType<ReturnType<typeof imports>["executeTakeFirstOrThrow"]>>;

function summaryOf(row: Stored, language: Language): ImportSummary {
  return {
    importGuid: row.guid,
    fileName: row.file_name,
    fileHash: row.hash,
    // The table's check allows exactly these.
    state: row.state as ImportSummary["state"],
    problem: problemText(row, language),
    problemLine: row.problem_line,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at.toISOString(),
    approvedBy: row.approved_by ?? "",
    finishedAt: row.finished_at?.toISOString() ?? null,
    rowCount: row.row_count,
    rowsDone: row.rows_done,
    counts: {
      add: row.add_count,
      update: row.update_count,
      unchanged: row.unchanged_count,
      different: row.different_count,
      invalid: row.invalid_count,
      passed_over: row.passed_over_count,
    },
    openingTotal: row.opening_centavos,
    largestOpenings: largestOpenings(row.largest_openings),
    openRequestId: row.open_request_id,
  };
}

function problemText({ problem, problem_detail: detail }: Stored, language: Language): string {
  if (problem === "") return "";
  // Written by checkImport, which knows no other.
  const text = fileProblems[problem as FileProblemCode][language];
  return detail === "" ? text : `${text} ${detail}`;
}
