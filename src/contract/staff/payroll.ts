import * as z from "zod/mini";
import { pesos, pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredCode, requiredText, textFor } from "#contract/fields.ts";
import { rowNumber } from "./cards.ts";
import { choiceFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

/** The largest remittance file. */
export const MAX_REMITTANCE_BYTES = 20 * 1024 * 1024;
/** The most rows of one, beside its header: far more than any employer has members with a loan. */
export const MAX_REMITTANCE_ROWS = 100_000;
/** The most that a row of one brings. */
export const REMITTED_MOST_CENTAVOS = 999_999_999_99n;
/** The columns of a remittance file; amount must be there, and loan_no or account_no. */
export const REMITTANCE_COLUMNS = [
  "loan_no",
  "account_no",
  "membership_no",
  "name",
  "amount",
  "month",
] as const;

/** A month, 'yyyy-MM'. */
export const monthField = codeText(fieldTexts.required).check(
  z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, fieldTexts.invalid),
);
const employer = requiredText(60);
const moment = z.string();

const payrollFile = z.object({
  fileId: z.string(),
  reference: z.string(),
  employer: z.string(),
  /** 'yyyy-MM' */
  month: z.string(),
  lines: z.int(),
  total: pesosOut,
  madeBy: z.string(),
  madeAt: moment,
  sha256: z.string(),
});
export type PayrollFileRow = z.output<typeof payrollFile>;

export const listPayrollFiles = endpoint({
  name: "listPayrollFiles",
  method: "GET",
  path: "/staff/payroll-files",
  summary: "Files of deductions that employers were sent, the newest first",
  access: "staff",
  action: "payroll.view",
  query: listQuery(["madeAt"], { employer: textFilter, month: z.optional(monthField) }),
  result: listAnswer(payrollFile),
  refusals: [],
});

export const getEmployers = endpoint({
  name: "getEmployers",
  method: "GET",
  path: "/staff/employers",
  summary: "Employers of members with a loan or an account that is deducted for from pay",
  access: "staff",
  action: "payroll.view",
  results: z.array(z.object({ employer: z.string(), loans: z.int() })),
  refusals: [],
});

export const makePayrollFile = endpoint({
  name: "makePayrollFile",
  method: "POST",
  path: "/staff/payroll-files",
  summary: "Make the file of deductions of an employer and month, once: a repeat gives the same",
  access: "staff",
  action: "payroll.make",
  bodyType: "json",
  body: z.object({ employer, month: monthField }),
  result: payrollFile,
  refusals: ["payroll_nothing_due", "payroll_month"],
});

export const getPayrollFile = endpoint({
  name: "getPayrollFile",
  method: "GET",
  path: "/staff/payroll-files/{fileId}/file",
  summary: "The file as it was made, the same bytes each time. Each opening is recorded.",
  access: "staff",
  action: "payroll.make",
  params: z.object({ fileId: rowNumber }),
  file: "csv",
  refusals: ["not_found"],
});

/**
 * What became of a line of a file: nothing was heard of it, a remittance answered it, or somebody wrote down
 * that it was not deducted.
 */
export const PAYROLL_LINE_STATES = ["open", "answered", "undone"] as const;

const payrollLine = z.object({
  /** '<file>-<line>' */
  lineId: z.string(),
  fileId: z.string(),
  reference: z.string(),
  employer: z.string(),
  /** 'yyyy-MM' */
  month: z.string(),
  line: z.int(),
  /** Of a loan or of an account: the other is empty. */
  loanNo: z.string(),
  accountNo: z.string(),
  name: z.string(),
  due: pesosOut,
  state: z.enum(PAYROLL_LINE_STATES),
  /** Nothing was heard of it and its month is over: it can be written down as not deducted. */
  canUndo: z.boolean(),
  saidBy: z.string(),
  saidAt: z.nullable(moment),
  reason: z.string(),
});
export type PayrollLine = z.output<typeof payrollLine>;

export const listPayrollLines = endpoint({
  name: "listPayrollLines",
  method: "GET",
  path: "/staff/payroll-lines",
  summary: "Lines of files of deductions; those that nothing was heard of unless asked otherwise",
  access: "staff",
  action: "payroll.view",
  query: listQuery(["madeAt"], {
    show: choiceFilter([...PAYROLL_LINE_STATES, "all"]),
    employer: textFilter,
    month: z.optional(monthField),
    loanNo: textFilter,
    accountNo: textFilter,
    reference: textFilter,
  }),
  result: listAnswer(payrollLine),
  refusals: [],
});

export const undoPayrollLine = endpoint({
  name: "undoPayrollLine",
  method: "POST",
  path: "/staff/payroll-files/{fileId}/lines/{line}/not-deducted",
  summary: "Write down that a line was not deducted: the next file asks for it again",
  access: "staff",
  action: "payroll.undo_line",
  bodyType: "json",
  params: z.object({ fileId: rowNumber, line: rowNumber }),
  body: z.object({ reason: requiredText(300) }),
  refusals: ["not_found", "payroll_line_month", "payroll_line_answered"],
});

export const REMITTANCE_STATES = ["checked", "refused", "withdrawn", "posting", "posted"] as const;
export const REMITTANCE_VERDICTS = [
  "right",
  "other_amount",
  /** The row says another month than its file was sent for. */
  "other_month",
  /** 0: the employer took nothing from the pay. */
  "not_deducted",
  "not_employed",
  "paid_already",
  "twice_in_file",
  "loan_ended",
  "loan_in_trouble",
  "unknown_loan",
  "unknown_account",
  /** Names a loan and an account. */
  "two_targets",
  /** A spreadsheet wrote 1.2019E+12 for it. */
  "shortened_number",
  /** The sum of the rows above it: no deduction. */
  "totals_row",
  /** 'Prepared by …' below the rows: of no loan and no member, without an amount. */
  "remark_row",
  "invalid",
] as const;
export type RemittanceVerdict = (typeof REMITTANCE_VERDICTS)[number];
/** What became of a row: what is not right waits for a person, a row of totals or a remark is passed over. */
export const REMITTANCE_ROW_STATES = [
  "waiting",
  "posted",
  "exception",
  "settled",
  "passed_over",
] as const;

const remittance = z.object({
  remittanceId: z.string(),
  reference: z.string(),
  employer: z.string(),
  month: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  state: z.enum(REMITTANCE_STATES),
  rows: z.int(),
  /** The sum of its rows, and the money that came as the officer was told by the bank. */
  total: pesosOut,
  received: pesosOut,
  rightRows: z.int(),
  rightTotal: pesosOut,
  exceptions: z.int(),
  /** Rows without an amount that can be read. */
  invalid: z.int(),
  /** Rows of totals and remarks; none of the rows above. */
  passedOver: z.int(),
  posted: z.int(),
  postedTotal: pesosOut,
  sentBy: z.string(),
  sentAt: moment,
  postedAt: z.nullable(moment),
  approvedBy: z.string(),
  /** Who took it back, before anybody had asked for its posting. */
  withdrawnBy: z.string(),
  withdrawnAt: z.nullable(moment),
  openRequestId: z.nullable(z.string()),
});
export type RemittanceRow = z.output<typeof remittance>;

const remittanceFilters = {
  employer: textFilter,
  state: choiceFilter(REMITTANCE_STATES),
  month: z.optional(monthField),
};

export const listRemittances = endpoint({
  name: "listRemittances",
  method: "GET",
  path: "/staff/remittances",
  summary: "Files of what employers deducted, the newest first",
  access: "staff",
  action: "payroll.view",
  query: listQuery(["sentAt"], remittanceFilters),
  result: listAnswer(remittance),
  refusals: [],
});

export const sendRemittance = endpoint({
  name: "sendRemittance",
  method: "POST",
  path: "/staff/remittances",
  summary: "Send an employer's file as text/csv for its dry run; nothing is posted by that",
  access: "staff",
  action: "remittance.send",
  bodyType: "csv",
  query: z.object({
    employer,
    month: monthField,
    fileName: requiredCode(200),
    /** The money that came, in pesos: it must be what the rows add up to. */
    received: pesos,
  }),
  /** Refused: nothing of it is ever posted. */
  result: remittance,
  refusals: [
    "remittance_empty",
    "remittance_too_large",
    "remittance_too_long",
    "remittance_unreadable",
    "remittance_doubled",
    "remittance_month",
  ],
});

const ofRemittance = { access: "staff", params: z.object({ remittanceId: rowNumber }) } as const;

export const getRemittance = endpoint({
  ...ofRemittance,
  name: "getRemittance",
  method: "GET",
  path: "/staff/remittances/{remittanceId}",
  summary: "One file: what its dry run found, and how far it is posted",
  action: "payroll.view",
  result: remittance,
  refusals: ["not_found"],
});

export const withdrawRemittance = endpoint({
  ...ofRemittance,
  name: "withdrawRemittance",
  method: "POST",
  path: "/staff/remittances/{remittanceId}/withdraw",
  summary: "Take a checked file back, sent under another month or employer: it can be sent again",
  action: "remittance.send",
  bodyType: "json",
  body: z.object({ reason: requiredText(300) }),
  refusals: ["not_found", "remittance_asked", "remittance_not_checked"],
});

const remittanceLine = z.object({
  lineId: z.string(),
  remittanceId: z.string(),
  reference: z.string(),
  employer: z.string(),
  month: z.string(),
  line: z.int(),
  /** Of a loan or of an account: the other is empty. */
  loanNo: z.string(),
  accountNo: z.string(),
  name: z.string(),
  amount: z.nullable(pesosOut),
  /** What was to be deducted. */
  expected: z.nullable(pesosOut),
  verdict: z.enum(REMITTANCE_VERDICTS),
  state: z.enum(REMITTANCE_ROW_STATES),
  /** Of its file: of one that was refused or withdrawn no row is ever posted. */
  fileState: z.enum(REMITTANCE_STATES),
  settledBy: z.string(),
  settledAt: z.nullable(moment),
  settlement: z.string(),
  openRequestId: z.nullable(z.string()),
});
export type RemittanceLine = z.output<typeof remittanceLine>;

const lineFilters = {
  /** 'to_do' are the exceptions that wait for a person. */
  show: choiceFilter(["to_do", ...REMITTANCE_ROW_STATES, "all"]),
  verdict: choiceFilter(REMITTANCE_VERDICTS),
  employer: textFilter,
  loanNo: textFilter,
  accountNo: textFilter,
  reference: textFilter,
};

export const listRemittanceLines = endpoint({
  name: "listRemittanceLines",
  method: "GET",
  path: "/staff/remittance-lines",
  summary: "Rows of remittance files; those that wait for a person unless asked otherwise",
  access: "staff",
  action: "payroll.view",
  query: listQuery(["line"], lineFilters),
  result: listAnswer(remittanceLine),
  refusals: [],
});

export const exportRemittanceLines = endpoint({
  name: "exportRemittanceLines",
  method: "GET",
  path: "/staff/remittance-lines/export",
  summary: "The filtered rows as a file, which is itself recorded",
  access: "staff",
  action: "payroll.view",
  query: exportQuery(["line"], lineFilters),
  file: "csv",
  refusals: [],
});

/** How a row is settled that could not be posted: on a loan or an account, back to the employer, or, of 0.00, noted. */
export const SETTLEMENTS = ["post", "give_back", "noted"] as const;

export const settlementFields = {
  settlement: z.enum(SETTLEMENTS, { error: textFor(fieldTexts.invalid) }),
};

/** Every call about deductions and remittances. */
export const payrollCalls = [
  listPayrollFiles,
  getEmployers,
  makePayrollFile,
  getPayrollFile,
  listPayrollLines,
  undoPayrollLine,
  listRemittances,
  sendRemittance,
  getRemittance,
  withdrawRemittance,
  listRemittanceLines,
  exportRemittanceLines,
] as const;
