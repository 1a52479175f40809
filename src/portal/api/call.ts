import type { Answer, Endpoint } from "#contract/endpoint.ts";
import { noteCountedCall } from "./activity.ts";
import { attempt, type CallOptions, type CallParts, type LooseAnswer } from "#client/attempt.ts";
import type { Loose } from "#client/callParts.ts";
import { isSealed } from "#client/sealing.ts";
import { findNewerToken } from "./newerToken.ts";
import { afterTheEnd, endSessionAfter, isTokenRefused, SESSION_ENDED } from "./sessionEnd.ts";
import { currentSession, type SignedIn } from "./sessionState.ts";

/**
 * Makes one call of the contract. Never throws: a no of the server, a lost answer (httpStatus 0)
 * and an unreadable one are all failures, and what ends the session ends it here, once. What comes for
 * a session that is over is given to nobody.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  // The contract's types are exact for the caller; inside, one code serves every endpoint.
  const loose = parts as Loose;
  // Public calls carry the token too once there is one: it says whose code is being verified.
  const session = currentSession();
  const first = await attempt({ endpoint, parts: loose, options, token: session?.token });
  return settle(endpoint, await repaired(first), session) as Answer<E>;

  /** A no that comes from what we kept, not from what was asked, is asked once more. */
  async function repaired(answer: LooseAnswer): Promise<LooseAnswer> {
    if (answer.status) return answer;
    // Our copy of the server's public key or of its time may be old.
    if (answer.code === "unreadable_call" && isSealed(endpoint))
      return attempt({ endpoint, parts: loose, options, token: session?.token, isFresh: true });
    // Another tab may have renewed the token while this one slept. A refused token did nothing.
    if (session !== undefined && isTokenRefused(answer) && (await findNewerToken(session)))
      return attempt({ endpoint, parts: loose, options, token: currentSession()?.token });
    return answer;
  }
}

/** What the answer means for the session, and what of it the caller may see. */
export function settle(
  endpoint: Endpoint,
  answer: LooseAnswer,
  session: SignedIn | undefined,
): LooseAnswer {
  if (session === undefined) return answer;
  if (currentSession()?.epoch !== session.epoch) return afterTheEnd(answer);
  const kept = answer.status ? answer : endSessionAfter(answer);
  const hasCounted = kept.status || (kept.httpStatus !== 0 && kept.code !== SESSION_ENDED);
  if (hasCounted && endpoint.method !== "GET" && endpoint.name !== "logout") noteCountedCall();
  return kept;
}
