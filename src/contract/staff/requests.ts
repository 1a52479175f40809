import * as z from "zod/mini";
import { type Endpoint, endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, lines, requiredText, textFor, uuid } from "#contract/fields.ts";
import { ACTION_SCOPES, STAFF_ROLES } from "./actions.ts";
import { choiceFilter, dayFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";
import { getRequestDocument, uploadRequestDocument } from "./requestDocuments.ts";
import { REQUEST_KINDS } from "./requestPayloads.ts";

export const REQUEST_STATES = [
  "open",
  "approved",
  "rejected",
  "withdrawn",
  "expired",
  "stale",
  "failed",
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

const kind = z.enum(REQUEST_KINDS, { error: textFor(fieldTexts.invalid) });
const requestParams = z.object({ requestId: uuid });
const hash = codeText(fieldTexts.required).check(z.regex(/^[0-9a-f]{64}$/, fieldTexts.invalid));

/** Names and values of a state, for comparing and for reading; the console has a label for each name. */
const facts = z.record(z.string(), z.string());
export type Facts = z.output<typeof facts>;

const document = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.number(),
  sha256: z.string(),
});
export type RequestDocument = z.output<typeof document>;

/**
 * What is still to come after an approval: the second of two approvals, work of the bank's own that has
 * begun (rows of a file), or the card issuer, who is being told.
 */
export const APPROVAL_FOLLOWS = ["second_approval", "work", "issuer"] as const;
export type ApprovalFollows = (typeof APPROVAL_FOLLOWS)[number];

/** What the trail has of a request; 'call_denied': somebody without the right to reached for it. */
export const REQUEST_EVENTS = [
  "request_made",
  "request_approved",
  "request_rejected",
  "request_withdrawn",
  "request_expired",
  "request_stale",
  "request_failed",
  "request_decision_refused",
  "call_denied",
] as const;
export type RequestEvent = (typeof REQUEST_EVENTS)[number];

/** Whether this caller may decide it, and why not. */
const verdict = z.enum(["may_decide", "own_request", "about_you", "no_right", "not_open"]);

export const requestSummary = z.object({
  id: z.string(),
  kind,
  /** 'member:<guid>', 'feature:<name>'. */
  subject: z.string(),
  /** What it is about in words: the member's name and number, the name of the setting. */
  subjectName: z.string(),
  branchName: z.nullable(z.string()),
  state: z.enum(REQUEST_STATES),
  reason: z.string(),
  maker: z.string(),
  madeAt: z.string(),
  expiresAt: z.string(),
  checker: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** How the second approval stands that this one asked for; null where one approval is enough. */
  secondApproval: z.nullable(z.enum(REQUEST_STATES)),
  verdict,
});
export type RequestSummary = z.output<typeof requestSummary>;

export const requestDetails = z.extend(requestSummary, {
  /** What the decision must name: nobody approves what they did not see. */
  payloadHash: z.string(),
  before: facts,
  after: facts,
  /** The roles that decide this kind: in the request's branch, or everywhere. Never whoever asked. */
  deciders: z.array(z.object({ role: z.enum(STAFF_ROLES), scope: z.enum(ACTION_SCOPES) })),
  /** The state has moved on since the request was made: approving it would be refused. */
  isStale: z.boolean(),
  documents: z.array(document),
  note: z.string(),
  /** What happened to it, oldest first, from the audit trail. */
  history: z.array(z.object({ at: z.string(), who: z.string(), action: z.enum(REQUEST_EVENTS) })),
});
export type RequestDetails = z.output<typeof requestDetails>;

export const makeRequest = endpoint({
  name: "makeStaffRequest",
  method: "POST",
  path: "/staff/requests",
  summary: "Request an action that a second person decides",
  access: "staff",
  action: "request.view",
  bodyType: "json",
  body: z.object({
    kind,
    payload: z.record(z.string(), z.unknown(), { error: textFor(fieldTexts.invalid) }),
    reason: requiredText(1000),
    /** Ids of documents sent before; only some kinds take any. */
    documents: z.array(uuid, fieldTexts.required).check(z.maxLength(5, fieldTexts.tooLong)),
  }),
  result: z.object({ requestId: z.string(), payloadHash: z.string(), expiresAt: z.string() }),
  needsIdempotencyKey: true,
  refusals: [
    "not_found",
    "request_about_you",
    "not_your_role",
    "request_does_not_apply",
    "holiday_past",
    "holiday_exists",
    "request_open_already",
    "request_document_missing",
    "request_document_needed",
    "journal_not_balanced",
    "template_not_usable",
    "journal_account_unknown",
    "staff_username_taken",
    "staff_person_taken",
    "office_unknown",
    "journal_of_card_account",
    "journal_of_loan_account",
    "journal_of_branch_cash",
    "journal_of_loan",
    "loan_settlement_amount",
    "loan_payment_too_much",
    "loan_deduction_under_way",
    "member_funds_missing",
    "cash_over_limit",
    "loan_breaks_rule",
    "loan_needs_savings",
    "idempotency_key_missing",
    "idempotency_key_reused",
  ],
});

const SORTS = ["madeAt", "expiresAt"] as const;
const filters = {
  show: choiceFilter(["to_decide", "mine", "all"]),
  kind: choiceFilter(REQUEST_KINDS),
  state: choiceFilter(REQUEST_STATES),
  /** Username. */
  maker: textFilter,
  branch: textFilter,
  /** 'member:<guid>' */
  subject: textFilter,
  /** Days in Manila on which it was made, both included. */
  from: dayFilter,
  to: dayFilter,
};

export const listRequests = endpoint({
  name: "listStaffRequests",
  method: "GET",
  path: "/staff/requests",
  summary: "Requests of the branches that the caller sees: those to decide, their own, or all",
  access: "staff",
  action: "request.view",
  query: listQuery(SORTS, filters),
  result: listAnswer(requestSummary),
  refusals: [],
});

export const exportRequests = endpoint({
  name: "exportStaffRequests",
  method: "GET",
  path: "/staff/requests/export",
  summary: "The filtered list of requests as a file, which is itself recorded",
  access: "staff",
  action: "request.export",
  query: exportQuery(SORTS, filters),
  file: "csv",
  refusals: [],
});

export const getRequest = endpoint({
  name: "getStaffRequest",
  method: "GET",
  path: "/staff/requests/{requestId}",
  summary: "One request: what changes, who asked, what became of it",
  access: "staff",
  action: "request.view",
  object: "request",
  params: requestParams,
  result: requestDetails,
  refusals: ["not_found", "not_your_role"],
});

export const decideRequest = endpoint({
  name: "decideStaffRequest",
  method: "POST",
  path: "/staff/requests/{requestId}/decide",
  summary: "Approve or reject a request of somebody else",
  access: "staff",
  action: "request.view",
  object: "request",
  bodyType: "json",
  params: requestParams,
  body: z
    .object({
      decision: z.enum(["approve", "reject"], { error: textFor(fieldTexts.invalid) }),
      payloadHash: hash,
      /** Why; may be empty for an approval. */
      note: lines(1000, fieldTexts.required),
    })
    .check(
      z.refine(({ decision, note }) => decision === "approve" || note !== "", {
        path: ["note"],
        error: fieldTexts.required,
      }),
    ),
  result: z.object({
    state: z.enum(REQUEST_STATES),
    /** Null where the decision is all there was to do. */
    follows: z.nullable(z.enum(APPROVAL_FOLLOWS)),
  }),
  refusals: [
    "not_found",
    "not_your_role",
    "request_is_own",
    "request_decided",
    "request_expired",
    "request_stale",
    "request_changed",
    "request_maker_left",
    "request_does_not_apply",
    "template_not_usable",
    "member_funds_missing",
    "journal_account_unknown",
    "staff_username_taken",
    "staff_person_taken",
    "office_unknown",
    "request_about_you",
    "staff_own_account",
    "journal_of_card_account",
    "journal_of_loan_account",
    "journal_of_branch_cash",
    "journal_of_loan",
    "loan_settlement_amount",
    "loan_payment_too_much",
    "loan_deduction_under_way",
    "loan_in_trouble",
    "loan_processor_approves",
    "loan_approved_already",
    "loan_breaks_rule",
    "loan_needs_savings",
    "loan_release_too_late",
    "loan_hold_out_short",
    "cash_drawer_missing",
    "cash_move_own",
    "cash_vault_short",
    "cash_drawer_short",
  ],
});

export const withdrawRequest = endpoint({
  name: "withdrawStaffRequest",
  method: "POST",
  path: "/staff/requests/{requestId}/withdraw",
  summary: "Take one's own request back",
  access: "staff",
  action: "request.view",
  object: "request",
  params: requestParams,
  result: z.object({ state: z.enum(REQUEST_STATES) }),
  refusals: ["not_found", "not_your_role", "request_decided", "request_not_own"],
});

/** Every call about requests and their documents. */
export const requestCalls: readonly Endpoint[] = [
  makeRequest,
  listRequests,
  exportRequests,
  getRequest,
  decideRequest,
  withdrawRequest,
  uploadRequestDocument,
  getRequestDocument,
];
