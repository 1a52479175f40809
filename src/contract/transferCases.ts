import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, lines, textFor, uuid } from "./fields.ts";

/** What a member can say is wrong with a transfer. */
export const CASE_REASONS = [
  "not_me",
  "wrong_account",
  "wrong_amount",
  "not_received",
  "other",
] as const;
export type CaseReason = (typeof CASE_REASONS)[number];

/** 'waiting' is for the member or another bank. */
export const CASE_STATES = ["open", "waiting", "resolved"] as const;

/** Whose word a case waits for. */
export const CASE_WAITS_FOR = ["member", "bank"] as const;
export type CaseWaitsFor = (typeof CASE_WAITS_FOR)[number];

/**
 * The hours of the terms: a problem is to be reported within so many after the transfer (a later report
 * is taken and marked), and within so many after the report the member has an answer.
 */
export const CASE_CLOCK_HOURS = 12;

/** Most characters of a report. */
export const CASE_WORDS_MAX = 1000;

const refNo = codeText().check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid));
export const caseNo = codeText(fieldTexts.required).check(
  z.regex(/^TC\d{6}-\d{10}$/, fieldTexts.invalid),
);

/** What somebody writes of a case: lines are kept, other control characters are refused. */
export const caseWords = lines(CASE_WORDS_MAX, fieldTexts.required);

/** Reporting again what is open already is the same case; new words are added to it. */
export const reportTransfer = endpoint({
  name: "reportTransfer",
  method: "POST",
  path: "/members/{guid}/transfers/{refNo}/report",
  summary: "Report a problem with a transfer: opens a case",
  access: "member",
  bodyType: "json",
  params: z.object({ guid: uuid, refNo }),
  body: z.object({
    reason: z.enum(CASE_REASONS, { error: textFor(fieldTexts.invalid) }),
    /** In the member's own words. */
    words: z._default(caseWords, ""),
  }),
  result: z.object({
    caseNo,
    /** ISO 8601: by when the member has an answer. */
    respondBy: z.string(),
    /** It was reported later than the terms ask for. */
    isLate: z.boolean(),
  }),
  refusals: ["not_found", "case_words_too_many"],
});

/** What happened in a case, as its member sees it. */
const caseEvent = z.object({
  /** ISO 8601. */
  at: z.string(),
  what: z.enum(["reported", "added", "answered", "resolved"]),
  words: z.string(),
});

const memberCase = z.object({
  caseNo,
  refNo,
  reason: z.enum(CASE_REASONS),
  state: z.enum(CASE_STATES),
  /** Null unless it is 'waiting'. */
  waitsFor: z.nullable(z.enum(CASE_WAITS_FOR)),
  /** ISO 8601. */
  reportedAt: z.string(),
  respondBy: z.string(),
  isLate: z.boolean(),
  /** Oldest first. */
  events: z.array(caseEvent),
});
export type MemberCase = z.output<typeof memberCase>;

export const getTransferCases = endpoint({
  name: "getTransferCases",
  method: "GET",
  path: "/members/{guid}/transfers/cases",
  summary: "The member's newest 100 cases, newest first; of one transfer, where it is named",
  access: "member",
  params: guidParams,
  query: z.object({ refNo: z.optional(refNo) }),
  results: z.array(memberCase),
  refusals: ["not_found"],
});
