import type { Failure } from "#contract/endpoint.ts";
import { texts } from "./texts.ts";

/**
 * A failure in words: no answer at all and a bug have words of our own, with the number that finds the
 * log line; everything else the server has said in the language of the page.
 */
export function failureText(failure: Failure | undefined): string {
  const common = texts("common");
  if (failure === undefined) return common.wentWrong;
  if (failure.httpStatus === 0) return common.noAnswer;
  const isBug = failure.httpStatus >= 500 && failure.httpStatus !== 503;
  if (!isBug && failure.message !== "") return failure.message;
  const { correlationId } = failure;
  return correlationId === undefined
    ? common.wentWrong
    : `${common.wentWrong} ${common.referenceId(correlationId)}`;
}
