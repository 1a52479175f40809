import type { FieldError } from "#contract/endpoint.ts";
import { type Language, type RefusalCode, refusals, refusalText } from "#contract/refusals.ts";
import { datesIn } from "#common/filipinoDates.ts";
import { Refusal } from "#server/refusal.ts";

/** Who asks again sooner than that finds nothing new, and a database that comes back busy. */
const OUTAGE_RETRY_SECONDS = 5;

/** The body of every failed answer. */
export type FailureBody = {
  status: false;
  message: string;
  code: string;
  correlationId: string;
  errors?: FieldError[];
};

export type FailureAnswer = { httpStatus: number; body: FailureBody; retryAfterSeconds?: number };

export type AnswerContext = { language: Language; correlationId: string };

/** The answer to an expected no, from the one catalogue. */
export function refusalAnswer(refusal: Refusal, context: AnswerContext): FailureAnswer {
  const entry: { http: number; param?: string } = refusals[refusal.code];
  const message = refusalText(
    refusal.code,
    context.language,
    datesIn(context.language, refusal.values ?? {}),
  );
  const body = failureBody(refusal.code, message, context);
  const param = refusal.param ?? entry.param;
  const answer = param
    ? { httpStatus: entry.http, body: { ...body, errors: [{ param, msg: message }] } }
    : { httpStatus: entry.http, body };
  return refusal.retryAfterSeconds === undefined
    ? answer
    : { ...answer, retryAfterSeconds: refusal.retryAfterSeconds };
}

/** Wrong fields: all of them at once, each with its own text. */
export function fieldErrorAnswer(errors: FieldError[], context: AnswerContext): FailureAnswer {
  const message = refusalText("invalid_parameters", context.language);
  return {
    httpStatus: refusals.invalid_parameters.http,
    body: { ...failureBody("invalid_parameters", message, context), errors },
  };
}

/** A call the server could not read: its form is wrong, not its contents. */
export function unreadableAnswer(
  httpStatus: 400 | 413 | 415,
  context: AnswerContext,
): FailureAnswer {
  const message = refusalText("unreadable_call", context.language);
  return { httpStatus, body: failureBody("unreadable_call", message, context) };
}

/** A bug. Says nothing of the inside; the correlation id finds the log line. */
export function bugAnswer(context: AnswerContext): FailureAnswer {
  const message =
    context.language === "fil"
      ? "May nangyaring mali sa amin. Subukan ulit mamaya."
      : "Something went wrong on our side. Please try again later.";
  return { httpStatus: 500, body: failureBody("internal", message, context) };
}

/** Turns whatever was thrown into an answer; `isBug` says that it must be logged. */
export function answerForError(
  error: unknown,
  context: AnswerContext,
): { answer: FailureAnswer; isBug: boolean } {
  if (error instanceof Refusal) return { answer: refusalAnswer(error, context), isBug: false };
  if (isOutage(error)) {
    const outage = new Refusal("unavailable", { retryAfterSeconds: OUTAGE_RETRY_SECONDS });
    return { answer: refusalAnswer(outage, context), isBug: true };
  }
  const status = clientErrorStatus(error);
  if (status) return { answer: unreadableAnswer(status, context), isBug: false };
  return { answer: bugAnswer(context), isBug: true };
}

function failureBody(
  code: RefusalCode | "internal",
  message: string,
  { correlationId }: AnswerContext,
): FailureBody {
  return { status: false, message, code, correlationId };
}

/** What a standby says that is just becoming the primary. */
const READ_ONLY = "25006";

/** Node's network errors, and PostgreSQL's classes 08, 53 and 57 (shut down, out of room, no connection). */
function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"].includes(code)) return true;
  if (/^(?:08|53|57)[0-9A-Z]{3}$/.test(code) || code === READ_ONLY) return true;
  // The driver gives these no code.
  return (
    error instanceof Error &&
    /^Connection terminated|^timeout exceeded when trying to connect|^Client (?:has encountered a connection error|was closed)/.test(
      error.message,
    )
  );
}

/** What the web framework refused by itself: too long, unknown content type, bad request line. */
function clientErrorStatus(error: unknown): 400 | 413 | 415 | undefined {
  if (!codeOf(error).startsWith("FST_ERR_")) return undefined;
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  if (status === 413 || status === 415) return status;
  return typeof status === "number" && status < 500 ? 400 : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
