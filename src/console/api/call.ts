import { attempt, type CallOptions, type CallParts, type LooseAnswer } from "#client/attempt.ts";
import type { Loose } from "#client/callParts.ts";
import { isSealed } from "#client/sealing.ts";
import { noteCountedCall } from "./activity.ts";
import type { Answer, Endpoint, Failure } from "#contract/endpoint.ts";
import { currentSession, type EndReason, endSession, type StaffSession } from "./session.ts";

/** Code of a failure that ended the session: nothing else may be said of it. */
export const SESSION_ENDED = "session_ended";

/** Only these codes say that the session is over; any other 401 is about what was asked. */
const ENDS: Record<string, EndReason> = {
  other_device: "other_device",
  invalid_token: "expired",
  token_error: "expired",
  session_expired: "idle",
  token_expired: "expired",
};

/**
 * Makes one call of the contract as who is signed in. Never throws: a no of the server, a lost answer
 * (httpStatus 0) and an unreadable one are all failures. What ends the session ends it here, once; what
 * comes for a session that is over is given to nobody.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const session = currentSession();
  // The contract's types are exact for the caller; inside, one code serves every endpoint.
  const asked = { endpoint, parts: parts as Loose, options, token: session?.token };
  const first = await attempt(asked);
  // Our copy of the server's public key or of its time may be old.
  const isStale = !first.status && first.code === "unreadable_call" && isSealed(endpoint);
  const answer = isStale ? await attempt({ ...asked, isFresh: true }) : first;
  return settle(endpoint, answer, session) as Answer<E>;
}

/** What the answer means for the session, and what of it the caller may see. */
export function settle(
  endpoint: Endpoint,
  answer: LooseAnswer,
  session: StaffSession | undefined,
): LooseAnswer {
  if (session === undefined) return answer;
  if (currentSession()?.epoch !== session.epoch) return afterTheEnd(answer);
  const reason = answer.status ? undefined : ENDS[answer.code ?? ""];
  if (reason !== undefined) {
    endSession(reason);
    return afterTheEnd(answer);
  }
  if (endpoint.method !== "GET" && (answer.status || answer.httpStatus !== 0)) noteCountedCall();
  return answer;
}

function afterTheEnd(answer: LooseAnswer): Failure {
  const known = answer.status ? {} : answer;
  return {
    message: "",
    errors: [],
    httpStatus: 401,
    correlationId: undefined,
    retryAfterSeconds: undefined,
    ...known,
    status: false,
    code: SESSION_ENDED,
  };
}
