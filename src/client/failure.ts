import type { FieldError, Failure } from "#contract/endpoint.ts";
import { wireMessages } from "#contract/wireMessages.ts";
import type { RawAnswer } from "./request.ts";
import { SESSION_ENDED } from "./sessionState.ts";

/** The client's own codes, for what no server said. */
export const NO_ANSWER = "no_answer";
export const UNREADABLE_ANSWER = "unreadable_answer";
/** Nothing left this device: there was no connection. Not that an answer was lost. */
export const NOT_SENT = "not_sent";

/** A failure that the server did not word. */
export function ownFailure(code: string, answer: RawAnswer | undefined, sentId: string): Failure {
  return {
    status: false,
    message: "",
    code,
    errors: [],
    httpStatus: answer?.httpStatus ?? 0,
    correlationId: answer?.correlationId ?? sentId,
    retryAfterSeconds: answer?.retryAfterSeconds,
  };
}

/** The server's no, read with care: anything may stand between it and us. */
export function readFailure(answer: RawAnswer, sentId: string): Failure {
  const body = isRecord(answer.body) ? answer.body : {};
  const message = asText(body["message"]);
  if (message === undefined) return ownFailure(UNREADABLE_ANSWER, answer, sentId);
  return {
    status: false,
    message,
    code: knownBy(message, body["errors"]) ?? asText(body["code"]),
    errors: readFieldErrors(body["errors"]),
    httpStatus: answer.httpStatus,
    correlationId: asText(body["correlationId"]) ?? answer.correlationId ?? sentId,
    retryAfterSeconds: answer.retryAfterSeconds,
  };
}

/**
 * True when the server decided and the answer is no: nothing was done. A lost or broken answer, one that something
 * on the way gave in the server's place, an outage or a bug leaves it open, and then the same key must be sent again.
 */
export function isFinal({ httpStatus, code }: Failure): boolean {
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429 && code !== UNREADABLE_ANSWER;
}

/** True when no answer came to something that was sent: it may have been done. */
export const isLost = ({ httpStatus, code }: Failure): boolean =>
  httpStatus === 0 && code !== NOT_SENT;

/**
 * True when it is not known what became of an order: no final no, or one that was about the session and not about the
 * order, which an earlier call with its key may have made.
 */
export const isUndecided = (failure: Failure): boolean =>
  failure.code === SESSION_ENDED || !isFinal(failure);

/** The refusal that a text of wireMessages.ts says, whatever status or code came with it. */
function knownBy(message: string, errors: unknown): string | undefined {
  const [code] = Object.entries(wireMessages).find(([, text]) => text === message) ?? [];
  return code === "invalid_parameters" && !Array.isArray(errors) ? undefined : code;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const asText = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function readFieldErrors(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    if (!isRecord(error)) return [];
    const param = asText(error["param"]);
    const msg = asText(error["msg"]);
    return param === undefined || msg === undefined ? [] : [{ param: fieldName(param), msg }];
  });
}

/** In what calls wrap what a form asks for: what a code approves, the order of a schedule, what staff request. */
const WRAPPERS = ["intent.", "order.", "payload."];

/** 'intent.amount' is the form's field 'amount'. */
function fieldName(param: string): string {
  const wrapper = WRAPPERS.find((name) => param.startsWith(name)) ?? "";
  return param.slice(wrapper.length);
}
