import * as z from "zod/mini";
import { parsePercent } from "#common/percent.ts";
import { pesos, pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, textFor } from "#contract/fields.ts";
import { rowNumber } from "./cards.ts";
import { choiceFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

export const EARNING_KINDS = ["interest", "dividend"] as const;
/** What earns: of capital contribution ('me') the dividend, of the others interest. */
const EARNING_PRODUCTS = ["me", "savings", "storage"] as const;
export const EARNING_STATES = [
  /** The worker is finding out what each account earned. */
  "asked",
  /** A dry run: its lines are there, and no money moved. */
  "reckoned",
  "posting",
  "posted",
  "reversing",
  "reversed",
  /** A dry run in whose place another was asked for. */
  "dropped",
] as const;

const product = z.enum(EARNING_PRODUCTS);
/** In percent a year, '5.25'. */
const percentOut = z.string();
const moment = z.string();

const run = z.object({
  runId: z.string(),
  reference: z.string(),
  kind: z.enum(EARNING_KINDS),
  product,
  from: z.string(),
  to: z.string(),
  rate: percentOut,
  taxRate: percentOut,
  /** Days of a year. */
  dayBasis: z.int(),
  minimum: pesosOut,
  state: z.enum(EARNING_STATES),
  /** Accounts of the product, and what they held at the end of the period, as the books say too. */
  accounts: z.int(),
  closing: pesosOut,
  /** Those that earned something. */
  lines: z.int(),
  gross: pesosOut,
  tax: pesosOut,
  net: pesosOut,
  posted: z.int(),
  reversed: z.int(),
  /** Of a reversed run: what members kept, as they no longer had it. */
  kept: z.int(),
  keptTotal: pesosOut,
  madeBy: z.string(),
  madeAt: moment,
  approvedBy: z.string(),
  postedAt: z.nullable(moment),
  reversalBy: z.string(),
  reversedAt: z.nullable(moment),
  openRequestId: z.nullable(z.string()),
});
export type EarningRun = z.output<typeof run>;

export const listEarningRuns = endpoint({
  name: "listEarningRuns",
  method: "GET",
  path: "/staff/earnings/runs",
  summary: "What members earned, by month or year, the newest first",
  access: "staff",
  action: "ledger.view",
  query: listQuery(["madeAt"], {
    kind: choiceFilter(EARNING_KINDS),
    state: choiceFilter(EARNING_STATES),
  }),
  result: listAnswer(run),
  refusals: [],
});

const ofRun = { access: "staff", params: z.object({ runId: rowNumber }) } as const;

export const getEarningRun = endpoint({
  ...ofRun,
  name: "getEarningRun",
  method: "GET",
  path: "/staff/earnings/runs/{runId}",
  summary: "One run: its figures, and how far it is posted or reversed",
  action: "ledger.view",
  result: run,
  refusals: ["not_found"],
});

const line = z.object({
  line: z.int(),
  /** Of its entries in the books. */
  reference: z.string(),
  accountNumber: z.string(),
  membershipNo: z.string(),
  /** Days on which the account held enough. */
  days: z.int(),
  /** Over all days of the period, to the centavo. */
  average: pesosOut,
  gross: pesosOut,
  tax: pesosOut,
  net: pesosOut,
  isKept: z.boolean(),
});
export type EarningLine = z.output<typeof line>;

const lineFilters = { accountNumber: textFilter, show: choiceFilter(["all", "kept"]) };

export const listEarningLines = endpoint({
  ...ofRun,
  name: "listEarningLines",
  method: "GET",
  path: "/staff/earnings/runs/{runId}/lines",
  summary: "What each account earned in a run, the largest first",
  action: "ledger.view",
  query: listQuery(["gross"], lineFilters),
  result: listAnswer(line),
  refusals: ["not_found"],
});

export const exportEarningLines = endpoint({
  ...ofRun,
  name: "exportEarningLines",
  method: "GET",
  path: "/staff/earnings/runs/{runId}/lines/export",
  summary: "The filtered lines as a file, which is itself recorded",
  action: "ledger.view",
  query: exportQuery(["gross"], lineFilters),
  file: "csv",
  refusals: ["not_found"],
});

const rate = z.object({
  product,
  validFrom: z.string(),
  /** Null where it is declared for each year. */
  rate: z.nullable(percentOut),
  dayBasis: z.nullable(z.int()),
  minimum: pesosOut,
  taxRate: percentOut,
  source: z.string(),
  /** Known at second hand: counsel is to confirm it. */
  mustConfirm: z.boolean(),
});
export type EarningRate = z.output<typeof rate>;

const accruedDay = z.object({
  product,
  day: z.string(),
  accounts: z.int(),
  /** What these accounts held at the day's end. */
  counted: pesosOut,
  accrued: pesosOut,
  /** In its month, with this day. */
  toDate: pesosOut,
});
export type AccruedDay = z.output<typeof accruedDay>;

export const getEarningRates = endpoint({
  name: "getEarningRates",
  method: "GET",
  path: "/staff/earnings/rates",
  summary: "Rates and taxes with their sources, and the interest of the newest days",
  access: "staff",
  action: "ledger.view",
  result: z.object({ rates: z.array(rate), days: z.array(accruedDay) }),
  refusals: [],
});

/** A rate as it is typed, '5.25', over nothing; as it is kept, thousandths of a percent. */
export const declaredRate = codeText(fieldTexts.required).check(
  z.refine((text) => (parsePercent(text) ?? 0) > 0, fieldTexts.invalid),
);
const year = codeText(fieldTexts.required).check(z.regex(/^20\d{2}$/, fieldTexts.invalid));

export const reckonDividend = endpoint({
  name: "reckonDividend",
  method: "POST",
  path: "/staff/earnings/dividends",
  summary: "Find out what a dividend at a rate would give each account: no money moves by it",
  access: "staff",
  action: "dividend.reckon",
  bodyType: "json",
  body: z.object({ year, rate: declaredRate }),
  result: run,
  refusals: ["dividend_year", "dividend_there"],
});

const rowId = codeText(fieldTexts.required).check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid));

/** What is asked of a second person; part of requestPayloads.ts. */
export const earningPayloads = {
  /** Exactly this dry run, with its rate and what it adds up to. */
  post_dividend: z.object({ runId: rowId, rate: declaredRate, gross: pesos }),
  /** All of a run, with what it credited. */
  reverse_earnings: z.object({
    runId: rowId,
    net: pesos,
    /** Interest: another run takes its place at once, by the rates of now. */
    again: z._default(z.boolean({ error: textFor(fieldTexts.invalid) }), false),
  }),
} as const;

/** Every call about interest and dividends. */
export const earningCalls = [
  listEarningRuns,
  getEarningRun,
  listEarningLines,
  exportEarningLines,
  getEarningRates,
  reckonDividend,
] as const;
