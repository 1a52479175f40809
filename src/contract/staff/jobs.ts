import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredCode, requiredText } from "#contract/fields.ts";
import { choiceFilter, listAnswer, listQuery, textFilter } from "./list.ts";
import { missingProclamation } from "./operations.ts";

export const JOB_STATES = ["promised", "waiting", "running", "retrying", "failed"] as const;

const jobRow = z.object({
  /** 'outbox-<n>' before it is a job, 'job-<n>' after. */
  id: z.string(),
  task: z.string(),
  state: z.enum(JOB_STATES),
  /** A reference, or what a text is for; never the words of a text. */
  about: z.string(),
  attempts: z.number(),
  createdAt: z.string(),
  /** When it is tried next. */
  runAt: z.nullable(z.string()),
  /** First line, without numbers and secrets. */
  lastError: z.string(),
});
export type JobRow = z.output<typeof jobRow>;

export const getJobs = endpoint({
  name: "getJobs",
  method: "GET",
  path: "/staff/jobs",
  summary: "Promised work that is not done yet: outbox and job queue, newest first",
  access: "staff",
  action: "job.view",
  query: listQuery(["created"], { state: choiceFilter(JOB_STATES), task: textFilter }),
  result: listAnswer(jobRow),
  refusals: ["invalid_parameters"],
});

export const rerunJob = endpoint({
  name: "rerunJob",
  method: "POST",
  path: "/staff/jobs/{jobId}/rerun",
  summary: "Try a job again now that failed before. What ran meanwhile is not run twice.",
  access: "staff",
  action: "job.rerun",
  params: z.object({ jobId: codeText().check(z.regex(/^job-[0-9]{1,18}$/, fieldTexts.invalid)) }),
  refusals: ["job_done", "job_running", "job_waiting"],
});

export const TEXT_STATES = [
  "queued",
  "in_doubt",
  "handed_over",
  "delivered",
  "failed",
  "expired",
] as const;

const textRow = z.object({
  id: z.string(),
  kind: z.enum(["code", "notice"]),
  purpose: z.string(),
  maskedNumber: z.string(),
  state: z.enum(TEXT_STATES),
  reason: z.string(),
  attempts: z.number(),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type TextRow = z.output<typeof textRow>;

export const getTexts = endpoint({
  name: "getTexts",
  method: "GET",
  path: "/staff/texts",
  summary: "What became of text messages, newest first; their words are nowhere",
  access: "staff",
  action: "job.view",
  query: listQuery(["created"], { state: choiceFilter(TEXT_STATES), purpose: textFilter }),
  result: listAnswer(textRow),
  refusals: ["invalid_parameters"],
});

export const EXCEPTION_OWNERS = ["mine", "none", "others"] as const;

const exceptionId = codeText(fieldTexts.required).check(
  z.regex(/^(?:issuer|transfer|order|loan)-[A-Za-z0-9-]{1,80}$/, fieldTexts.invalid),
);

const exceptionRow = z.object({
  /** 'issuer-<event id>', 'transfer-<n>', 'order-<n>' or 'loan-<n>'. */
  id: z.string(),
  /** 'loan': the work of a day could not be done to it; it is tried again until it can. */
  source: z.enum(["issuer", "transfer", "order", "loan"]),
  reason: z.string(),
  reference: z.string(),
  at: z.string(),
  /** Who looks into it. */
  owner: z.nullable(z.string()),
  ownedSince: z.nullable(z.string()),
  resolvedAt: z.nullable(z.string()),
  resolvedBy: z.nullable(z.string()),
  resolution: z.nullable(z.string()),
});
export type ExceptionRow = z.output<typeof exceptionRow>;

export const getExceptions = endpoint({
  name: "getExceptions",
  method: "GET",
  path: "/staff/exceptions",
  summary:
    "What partners told or refused that does not fit what is here, and loans in trouble, newest first",
  access: "staff",
  action: "job.view",
  query: listQuery(["at"], {
    state: choiceFilter(["open", "resolved"]),
    owner: choiceFilter(EXCEPTION_OWNERS),
    reference: textFilter,
  }),
  result: listAnswer(exceptionRow),
  refusals: ["invalid_parameters"],
});

export const resolveException = endpoint({
  name: "resolveException",
  method: "POST",
  path: "/staff/exceptions/resolve",
  summary: "Write down what was done about an exception. It changes no balance.",
  access: "staff",
  action: "exception.resolve",
  bodyType: "json",
  body: z.object({ id: exceptionId, resolution: requiredText(1000) }),
  refusals: ["not_found", "exception_resolved", "exception_of_loan", "exception_undecided"],
});

export const takeException = endpoint({
  name: "takeException",
  method: "POST",
  path: "/staff/exceptions/take",
  summary: "Become the one who looks into it, also when somebody else did",
  access: "staff",
  action: "exception.resolve",
  bodyType: "json",
  body: z.object({ id: exceptionId }),
  refusals: ["not_found", "exception_resolved", "exception_of_loan"],
});

export const handOverException = endpoint({
  name: "handOverException",
  method: "POST",
  path: "/staff/exceptions/hand-over",
  summary: "Give it to a colleague who may resolve it",
  access: "staff",
  action: "exception.resolve",
  bodyType: "json",
  body: z.object({ id: exceptionId, to: requiredCode(32) }),
  refusals: ["not_found", "exception_resolved", "exception_of_loan", "exception_owner_unknown"],
});

export const inquireIssuerAgain = endpoint({
  name: "inquireIssuerAgain",
  method: "POST",
  path: "/staff/exceptions/ask-again",
  summary: "Ask the card issuer again for what it refused. It resolves the exception.",
  access: "staff",
  action: "exception.resolve",
  bodyType: "json",
  body: z.object({
    id: codeText(fieldTexts.required).check(
      z.regex(/^order-[1-9][0-9]{0,17}$/, fieldTexts.invalid),
    ),
  }),
  refusals: ["not_found", "exception_resolved", "card_state"],
});

const moment = z.nullable(z.string());

export const getHealth = endpoint({
  name: "getHealth",
  method: "GET",
  path: "/staff/health",
  summary: "The whole bank at a glance",
  access: "staff",
  action: "health.view",
  result: z.object({
    now: z.string(),
    version: z.string(),
    readiness: z.array(z.object({ name: z.string(), isRight: z.boolean() })),
    /** Seconds that the oldest has waited; null where nothing waits. */
    queues: z.array(
      z.object({ name: z.string(), waiting: z.number(), oldestSeconds: z.nullable(z.number()) }),
    ),
    /** When a partner last took or told something. */
    partners: z.array(z.object({ name: z.string(), lastAt: moment })),
    books: z.object({ checkedAt: moment, breaches: z.nullable(z.number()) }),
    seals: z.array(z.object({ stream: z.string(), position: z.number(), sealedAt: moment })),
    /** Proclamations of holidays that the calendar lacks. */
    holidaysMissing: z.array(missingProclamation),
    openExceptions: z.number(),
    closedThrough: z.nullable(z.string()),
    processes: z.array(
      z.object({
        name: z.string(),
        host: z.string(),
        pid: z.number(),
        version: z.string(),
        startedAt: z.string(),
        seenAt: z.string(),
      }),
    ),
  }),
  refusals: [],
});
