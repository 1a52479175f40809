import {
  type FileProblemCode,
  type ImportColumn,
  importColumns,
  requiredImportColumns,
} from "#contract/staff/importFile.ts";
import { columnName } from "#server/platform/csv/spreadsheetCells.ts";

/** Where each column of a file stands, or why the file cannot be read. */
export type Header =
  | { isRight: true; columns: ImportColumn[] }
  | { isRight: false; problem: FileProblemCode; detail: string };

/** Reads the first record: known columns, each once, none missing that is needed; case and blanks do not matter. */
export function checkHeader(fields: readonly string[]): Header {
  const columns: ImportColumn[] = [];
  // Spreadsheets write commas as far as a sheet was ever used.
  const names = fields.map(columnName);
  const last = names.findLastIndex((name) => name !== "");
  for (const name of names.slice(0, last + 1)) {
    const column = importColumns.find((known) => known === name);
    if (column === undefined) return wrong("unknown_column", name.slice(0, 60));
    if (columns.includes(column)) return wrong("repeated_column", column);
    columns.push(column);
  }
  const missing = requiredImportColumns.find((column) => !columns.includes(column));
  return missing === undefined ? { isRight: true, columns } : wrong("missing_column", missing);
}

function wrong(problem: FileProblemCode, detail: string): Header {
  return { isRight: false, problem, detail };
}
