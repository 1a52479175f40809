import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredText, textFor } from "#contract/fields.ts";
import { type Rail, RAIL_NAMES } from "#contract/transferKinds.ts";
import {
  choiceFilter,
  dayFilter,
  exportQuery,
  listAnswer,
  listQuery,
  numberFilter,
  textFilter,
} from "./list.ts";

/** Whose files are held against the books. */
export type ReconciliationSource = "issuer" | Rail;
export const RECONCILIATION_SOURCES: readonly ReconciliationSource[] = ["issuer", ...RAIL_NAMES];

export const BREAK_KINDS = [
  "missing_with_us",
  "missing_with_them",
  "amount_differs",
  "state_differs",
  "doubled",
] as const;
/** 'in_flight' is not due yet; 'cleared' came to agree by itself; 'resolved' a person ended. */
export const BREAK_STATES = ["open", "in_flight", "cleared", "resolved"] as const;

const source = z.enum(RECONCILIATION_SOURCES);
const moment = z.string();
const day = z.iso
  .date({ error: textFor(fieldTexts.invalid) })
  .check(z.regex(/^(?:19|20)/, fieldTexts.invalid));
const breakParams = z.object({
  breakId: codeText().check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid)),
});

const run = z.object({
  id: z.string(),
  source,
  /** yyyy-MM-dd in Manila. */
  day: z.string(),
  sha256: z.string(),
  fetchedAt: moment,
  matchedAt: moment,
  askedBy: z.string(),
  /** Lines of the partner's file, our movements, and lines that stand in no difference. */
  lines: z.int(),
  ours: z.int(),
  matched: z.int(),
  total: pesosOut,
  /** Differences of this day that are open, and that wait for the next file. */
  open: z.int(),
  inFlight: z.int(),
});
export type ReconciliationRun = z.output<typeof run>;

export const listReconciliationRuns = endpoint({
  name: "listReconciliationRuns",
  method: "GET",
  path: "/staff/reconciliation/runs",
  summary: "The partners' files that were held against the books, newest day first",
  access: "staff",
  action: "reconciliation.view",
  query: listQuery(["day"], { source: choiceFilter(RECONCILIATION_SOURCES) }),
  result: listAnswer(run),
  refusals: [],
});

export const runReconciliation = endpoint({
  name: "runReconciliation",
  method: "POST",
  path: "/staff/reconciliation/runs",
  summary: "Fetch a partner's file of a day and match it; the same file is one import",
  access: "staff",
  action: "reconciliation.run",
  bodyType: "json",
  body: z.object({
    source: z.enum(RECONCILIATION_SOURCES, { error: textFor(fieldTexts.invalid) }),
    day,
  }),
  result: run,
  refusals: [
    "settlement_day_open",
    "settlement_absent",
    "settlement_wrong",
    "settlement_unavailable",
  ],
});

const breakSorts = ["at", "found", "amount"] as const;
const breakFilters = {
  source: choiceFilter(RECONCILIATION_SOURCES),
  kind: choiceFilter(BREAK_KINDS),
  state: choiceFilter(BREAK_STATES),
  reference: textFilter,
  owner: textFilter,
  /** Found at least so many hours ago and open still. */
  olderThan: numberFilter,
  from: dayFilter,
  to: dayFilter,
};

const breakRow = z.object({
  id: z.string(),
  source,
  day: z.string(),
  kind: z.enum(BREAK_KINDS),
  reference: z.string(),
  /** The last digits of a card account; empty where there is none. */
  accountTail: z.string(),
  /** Negative is money out; null where that side has nothing. */
  ours: z.nullable(pesosOut),
  theirs: z.nullable(pesosOut),
  oursState: z.nullable(z.string()),
  theirsState: z.nullable(z.string()),
  at: moment,
  foundAt: moment,
  state: z.enum(BREAK_STATES),
  owner: z.nullable(z.string()),
  ownedSince: z.nullable(moment),
  clearedAt: z.nullable(moment),
  resolvedAt: z.nullable(moment),
  resolvedBy: z.nullable(z.string()),
  resolution: z.nullable(z.string()),
  /** The reference is a transfer of ours. */
  isTransfer: z.boolean(),
});
export type BreakRow = z.output<typeof breakRow>;

export const listBreaks = endpoint({
  name: "listBreaks",
  method: "GET",
  path: "/staff/reconciliation/breaks",
  summary: "What does not agree with a partner, the oldest first",
  access: "staff",
  action: "reconciliation.view",
  query: listQuery(breakSorts, breakFilters),
  result: listAnswer(breakRow),
  refusals: [],
});

export const exportBreaks = endpoint({
  name: "exportBreaks",
  method: "GET",
  path: "/staff/reconciliation/breaks/export",
  summary: "The filtered list as a file, which is itself recorded",
  access: "staff",
  action: "reconciliation.view",
  query: exportQuery(breakSorts, breakFilters),
  file: "csv",
  refusals: [],
});

export const takeBreak = endpoint({
  name: "takeBreak",
  method: "POST",
  path: "/staff/reconciliation/breaks/{breakId}/take",
  summary: "Become the one who looks into it",
  access: "staff",
  action: "reconciliation.resolve",
  params: breakParams,
  refusals: ["not_found", "break_ended"],
});

export const resolveBreak = endpoint({
  name: "resolveBreak",
  method: "POST",
  path: "/staff/reconciliation/breaks/{breakId}/resolve",
  summary: "Write down what was done about it. It changes no balance.",
  access: "staff",
  action: "reconciliation.resolve",
  bodyType: "json",
  params: breakParams,
  body: z.object({ resolution: requiredText(1000) }),
  refusals: ["not_found", "break_ended"],
});

/** What has to agree (server/domains/reconciliation/proof.ts). */
export const PROOF_LINES = [
  "card_balances",
  "funding",
  "in_transit",
  "instapay_position",
  "pesonet_position",
  "issuer_balances",
] as const;

const proofLine = z.object({
  name: z.enum(PROOF_LINES),
  ours: pesosOut,
  /** Null where the other side could not be asked. */
  theirs: z.nullable(pesosOut),
  /** What of the difference is under way: theirs - ours - explained is 0 where it is right. */
  explained: pesosOut,
  isRight: z.boolean(),
  /** How many accounts or movements were held against each other, and how many differ. */
  compared: z.int(),
  differing: z.int(),
  /** The last digits of accounts that differ, at most 20. */
  accountTails: z.array(z.string()),
});
export type ProofLine = z.output<typeof proofLine>;

const proof = z.object({
  id: z.string(),
  day: z.string(),
  at: moment,
  madeBy: z.string(),
  isRight: z.boolean(),
  lines: z.array(proofLine),
});
export type ReconciliationProof = z.output<typeof proof>;

export const listProofs = endpoint({
  name: "listProofs",
  method: "GET",
  path: "/staff/reconciliation/proofs",
  summary: "The proofs that books and partners agree, newest first",
  access: "staff",
  action: "reconciliation.view",
  query: listQuery(["at"], { from: dayFilter, to: dayFilter }),
  result: listAnswer(proof),
  refusals: [],
});

const askedProof = z.object({
  id: z.string(),
  day: z.string(),
  askedAt: moment,
  askedBy: z.string(),
  /** 'given_up' could not be made, and nobody goes on with it. */
  state: z.enum(["waiting", "under_way", "given_up"]),
});
export type RequestedProof = z.output<typeof askedProof>;

export const listAskedProofs = endpoint({
  name: "listAskedProofs",
  method: "GET",
  path: "/staff/reconciliation/proofs/asked",
  summary: "The proofs that are asked for and not made, those given up for a day",
  access: "staff",
  action: "reconciliation.view",
  results: z.array(askedProof),
  refusals: [],
});

export const askForProof = endpoint({
  name: "askForProof",
  method: "POST",
  path: "/staff/reconciliation/proofs",
  summary:
    "Have balances, control accounts and partners held against each other, for a day; the proof is in the list once it is made",
  access: "staff",
  action: "reconciliation.run",
  bodyType: "json",
  body: z.object({ day }),
  result: askedProof,
  refusals: ["settlement_day_ahead", "too_many_requests"],
});

export const reconciliationCalls = [
  listReconciliationRuns,
  runReconciliation,
  listBreaks,
  exportBreaks,
  takeBreak,
  resolveBreak,
  listProofs,
  listAskedProofs,
  askForProof,
] as const;
