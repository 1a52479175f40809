import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { requiredCode, uuid } from "#contract/fields.ts";
import { choiceFilter, exportQuery, listAnswer, listQuery } from "./list.ts";

const importParams = z.object({ importGuid: uuid });

export const IMPORT_STATES = [
  "checking",
  "unreadable",
  "checked",
  "running",
  "done",
  "expired",
] as const;
export const ROW_VERDICTS = [
  "add",
  "update",
  "unchanged",
  "different",
  "invalid",
  /** A row of totals or a remark below the rows: no member, and no mistake. */
  "passed_over",
] as const;
export type RowVerdict = (typeof ROW_VERDICTS)[number];

const importSummary = z.object({
  importGuid: z.string(),
  fileName: z.string(),
  /** SHA-256 in hex: what the second person approves. */
  fileHash: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Why the file cannot be read, in words, and from which line on. */
  problem: z.string(),
  problemLine: z.nullable(z.number()),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
  approvedBy: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Without those that are passed over. */
  rowCount: z.number(),
  rowsDone: z.number(),
  /** Rows by what the dry run found, once done by what was done. */
  counts: z.object({
    add: z.number(),
    update: z.number(),
    unchanged: z.number(),
    different: z.number(),
    invalid: z.number(),
    passed_over: z.number(),
  }),
  openingTotal: pesosOut,
  /** The ten largest opening balances of one member each, largest first. */
  largestOpenings: z.array(z.object({ membershipNo: z.string(), amount: pesosOut })),
  /** The request that waits for a second person. */
  openRequestId: z.nullable(z.string()),
});
export type ImportSummary = z.output<typeof importSummary>;

export const listImports = endpoint({
  name: "listImports",
  method: "GET",
  path: "/staff/imports",
  summary: "Files of members that were sent, newest first",
  access: "staff",
  action: "import.view",
  query: listQuery(["uploadedAt"], { state: choiceFilter(IMPORT_STATES) }),
  result: listAnswer(importSummary),
  refusals: ["not_your_role", "invalid_parameters"],
});

export const uploadImport = endpoint({
  name: "uploadImport",
  method: "POST",
  path: "/staff/imports",
  summary: "Send a file of members as text/csv, 50 MB at most; its dry run begins at once",
  access: "staff",
  action: "import.run",
  bodyType: "csv",
  query: z.object({ fileName: requiredCode(200) }),
  result: z.object({ importGuid: z.string() }),
  refusals: ["not_your_role", "import_empty", "import_too_large"],
});

export const getImport = endpoint({
  name: "getImport",
  method: "GET",
  path: "/staff/imports/{importGuid}",
  summary: "How far an import is, and what it found",
  access: "staff",
  action: "import.view",
  params: importParams,
  result: importSummary,
  refusals: ["not_found", "not_your_role"],
});

const rowFilters = { verdict: choiceFilter(ROW_VERDICTS) };

const importRow = z.object({
  line: z.number(),
  membershipNo: z.string(),
  verdict: z.enum(ROW_VERDICTS),
  isDone: z.boolean(),
  /** Column and, in words, what is wrong with it. */
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
  differences: z.array(z.string()),
  /** Of a new member all that the row says; of others what the books and the row say where they differ. */
  values: z.array(
    z.object({ column: z.string(), before: z.nullable(z.string()), after: z.string() }),
  ),
});
export type ImportRow = z.output<typeof importRow>;

export const listImportRows = endpoint({
  name: "listImportRows",
  method: "GET",
  path: "/staff/imports/{importGuid}/rows",
  summary: "The rows of a file and what was found of each",
  access: "staff",
  action: "import.view",
  params: importParams,
  query: listQuery(["line"], rowFilters),
  result: listAnswer(importRow),
  refusals: ["not_found", "not_your_role", "invalid_parameters"],
});

export const exportImportRows = endpoint({
  name: "exportImportRows",
  method: "GET",
  path: "/staff/imports/{importGuid}/rows.csv",
  summary: "The same rows as a file: line, membership number, column, message",
  access: "staff",
  action: "import.view",
  params: importParams,
  query: exportQuery(["line"], rowFilters),
  file: "csv",
  refusals: ["not_found", "not_your_role"],
});

/** Every call about files of members. */
export const importCalls = [
  listImports,
  uploadImport,
  getImport,
  listImportRows,
  exportImportRows,
] as const;
