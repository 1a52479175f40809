import { makeCalls } from "#client/calls.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import type { Failure } from "#contract/endpoint.ts";
import { staffLogout } from "#contract/staff/session.ts";
import { noteCountedCall } from "./activity.ts";
import { currentSession, type EndReason, endSession } from "./session.ts";

/** Only these codes say that the session is over; any other 401 is about what was asked. */
const ENDS: Record<string, EndReason> = {
  other_device: "other_device",
  invalid_token: "expired",
  token_error: "expired",
  session_expired: "idle",
  token_expired: "expired",
};

export const { call, download, fetchFile } = makeCalls({
  currentSession,
  endSessionAfter,
  onCounted: noteCountedCall,
  logout: staffLogout,
});

function endSessionAfter(failure: Failure): Failure | undefined {
  const reason = ENDS[failure.code ?? ""];
  if (reason === undefined) return undefined;
  endSession(reason);
  return { ...failure, code: SESSION_ENDED };
}
