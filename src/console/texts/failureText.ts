import { serverNow } from "#client/clock.ts";
import type { Failure } from "#contract/endpoint.ts";
import { formatDate } from "#ui/DateText.tsx";
import { texts } from "./texts.ts";

const SUSPENDED = 423;

/**
 * A failure in words: no answer at all and a bug have words of our own, with the number that finds the
 * log line; everything else the server has said in the language of the page. Of a sign-in that is suspended
 * also the time at which it may be tried again.
 */
export function failureText(failure: Failure | undefined): string {
  const common = texts("common");
  if (failure === undefined) return common.wentWrong;
  if (failure.httpStatus === 0) return common.noAnswer;
  const isBug = failure.httpStatus >= 500 && failure.httpStatus !== 503;
  if (!isBug && failure.message !== "") {
    const { httpStatus, message, retryAfterSeconds } = failure;
    if (httpStatus !== SUSPENDED || retryAfterSeconds === undefined) return message;
    const at = new Date(serverNow() + retryAfterSeconds * 1000);
    return `${message} ${common.againAt(formatDate(at, "time", document.documentElement.lang))}`;
  }
  const { correlationId } = failure;
  return correlationId === undefined
    ? common.wentWrong
    : `${common.wentWrong} ${common.referenceId(correlationId)}`;
}
