import type { Failure } from "#contract/endpoint.ts";
import { online } from "#client/connection.ts";
import { NOT_SENT } from "#client/failure.ts";
import { useWhenBack } from "#client/useWhenBack.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { useStore } from "#ui/store.ts";

/**
 * What is said beside a code that stands there and was not answered. What never left the phone goes by itself once the
 * connection is back; of anything else the bank may know, so that is the member's to send again.
 */
export function useUnanswered(failure: Failure | undefined, again: () => void): string | undefined {
  const texts = useTexts("otp");
  const isOnline = useStore(online);
  const isUnsent = failure?.code === NOT_SENT;
  useWhenBack(isUnsent, again);
  if (failure === undefined || (isUnsent && isOnline)) return undefined;
  return failure.httpStatus === 0 && isOnline ? texts.backAgain : failureText(failure);
}
