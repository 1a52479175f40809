import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { fieldTexts, requiredCode, textFor } from "#contract/fields.ts";
import {
  CASE_REASONS,
  CASE_STATES,
  CASE_WAITS_FOR,
  caseNo,
  caseWords,
} from "#contract/transferCases.ts";
import { choiceFilter, dayFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

/** How near the time is by which the member must have an answer. */
export const CASE_DUES = ["overdue", "soon"] as const;
export const CASE_OWNERS = ["mine", "none", "others"] as const;
/** 'to_do' is what is not resolved, 'to_answer' whose member waits for an answer. */
export const CASE_SHOWN = ["to_do", "to_answer", ...CASE_STATES] as const;

const SORTS = ["due", "at", "member"] as const;
const filters = {
  show: choiceFilter(CASE_SHOWN),
  reason: choiceFilter(CASE_REASONS),
  due: choiceFilter(CASE_DUES),
  owner: choiceFilter(CASE_OWNERS),
  caseNo: textFilter,
  refNo: textFilter,
  member: textFilter,
  /** Days in Manila on which it was reported, both included. */
  from: dayFilter,
  to: dayFilter,
};

const moment = z.string();

const caseRow = z.object({
  caseNo: z.string(),
  refNo: z.string(),
  memberGuid: z.string(),
  member: z.string(),
  membershipNo: z.string(),
  /** Of the transfer. */
  amount: pesosOut,
  reason: z.enum(CASE_REASONS),
  state: z.enum(CASE_STATES),
  /** Reported later than the terms ask for. */
  isLate: z.boolean(),
  reportedAt: moment,
  /** By when the member must have an answer. */
  respondBy: moment,
  answeredAt: z.nullable(moment),
  owner: z.nullable(z.string()),
});
export type CaseRow = z.output<typeof caseRow>;

const caseFile = z.extend(caseRow, {
  /** Null unless it is 'waiting'. */
  waitsFor: z.nullable(z.enum(CASE_WAITS_FOR)),
  /** Oldest first, what staff noted among themselves included. */
  events: z.array(
    z.object({
      at: moment,
      what: z.enum(["reported", "added", "taken", "handed_over", "noted", "answered", "resolved"]),
      /** A staff username, or the member. */
      actor: z.string(),
      isMember: z.boolean(),
      words: z.string(),
      toOwner: z.nullable(z.string()),
    }),
  ),
  mayWork: z.boolean(),
});
export type CaseFile = z.output<typeof caseFile>;

export const listTransferCases = endpoint({
  name: "listTransferCases",
  method: "GET",
  path: "/staff/transfer-cases",
  summary: "Problems that members reported with transfers, the nearest answer first",
  access: "staff",
  action: "transfer_case.view",
  query: listQuery(SORTS, filters),
  result: listAnswer(caseRow),
  refusals: [],
});

export const exportTransferCases = endpoint({
  name: "exportTransferCases",
  method: "GET",
  path: "/staff/transfer-cases/export",
  summary: "The filtered list as a file, which is itself recorded",
  access: "staff",
  action: "transfer_case.view",
  query: exportQuery(SORTS, filters),
  file: "csv",
  refusals: [],
});

const ofCase = {
  access: "staff",
  object: "transfer_case",
  params: z.object({ caseNo }),
} as const;
const words = caseWords.check(z.minLength(1, fieldTexts.required));
/** How many times the member had written when the answer was begun; a page of an earlier release does not say. */
const wordsRead = z.optional(z.int(fieldTexts.invalid).check(z.minimum(1, fieldTexts.invalid)));

export const getTransferCase = endpoint({
  ...ofCase,
  name: "getTransferCase",
  method: "GET",
  path: "/staff/transfer-cases/{caseNo}",
  summary: "One case with what was said and done",
  action: "transfer_case.view",
  result: caseFile,
  refusals: ["not_found"],
});

export const takeTransferCase = endpoint({
  ...ofCase,
  name: "takeTransferCase",
  method: "POST",
  path: "/staff/transfer-cases/{caseNo}/take",
  summary: "Become the one who works on it, also when somebody else did",
  action: "transfer_case.work",
  refusals: ["not_found", "case_resolved"],
});

export const handOverTransferCase = endpoint({
  ...ofCase,
  name: "handOverTransferCase",
  method: "POST",
  path: "/staff/transfer-cases/{caseNo}/hand-over",
  summary: "Give it to a colleague who may work on it",
  action: "transfer_case.work",
  bodyType: "json",
  body: z.object({
    to: requiredCode(32),
    note: z._default(caseWords, ""),
  }),
  refusals: ["not_found", "case_resolved", "case_owner_unknown"],
});

export const noteTransferCase = endpoint({
  ...ofCase,
  name: "noteTransferCase",
  method: "POST",
  path: "/staff/transfer-cases/{caseNo}/note",
  summary: "Write something down that the member does not see",
  action: "transfer_case.work",
  bodyType: "json",
  body: z.object({ words }),
  refusals: ["not_found", "case_resolved"],
});

export const answerTransferCase = endpoint({
  ...ofCase,
  name: "answerTransferCase",
  method: "POST",
  path: "/staff/transfer-cases/{caseNo}/answer",
  summary:
    "Tell the member something; the case then waits for them or the other bank, or stays open",
  action: "transfer_case.work",
  bodyType: "json",
  body: z.object({
    words,
    /** Null: it stays open. */
    waitsFor: z.nullable(z.enum(CASE_WAITS_FOR, { error: textFor(fieldTexts.invalid) })),
    wordsRead,
  }),
  refusals: ["not_found", "case_resolved", "case_of_another", "case_has_new_words"],
});

export const resolveTransferCase = endpoint({
  ...ofCase,
  name: "resolveTransferCase",
  method: "POST",
  path: "/staff/transfer-cases/{caseNo}/resolve",
  summary: "Close it and tell the member how it ended. It moves no money.",
  action: "transfer_case.work",
  bodyType: "json",
  body: z.object({ words, wordsRead }),
  refusals: ["not_found", "case_resolved", "case_of_another", "case_has_new_words"],
});

export const transferCaseDeskCalls = [
  listTransferCases,
  exportTransferCases,
  getTransferCase,
  takeTransferCase,
  handOverTransferCase,
  noteTransferCase,
  answerTransferCase,
  resolveTransferCase,
] as const;
