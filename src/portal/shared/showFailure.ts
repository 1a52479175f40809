import type { Failure } from "#contract/endpoint.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { showToast } from "#ui/toasts.ts";

/** A toast with the failure, unless it ended the session, of which the member was told already. */
export function showFailure(failure: Failure): void {
  if (failure.code === SESSION_ENDED) return;
  showToast({ kind: "bad", text: failureText(failure) });
}

/** The part of the correlation id that a member can read to member care. */
export function shortReference(failure: Failure | undefined): string {
  return (failure?.correlationId ?? "").slice(0, 8).toUpperCase();
}
