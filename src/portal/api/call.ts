import type { Answer, CallInput, Endpoint, Failure } from "#contract/endpoint.ts";
import { noteCountedCall } from "./activity.ts";
import { fillPath, type Loose, plainBody, queryText } from "./callParts.ts";
import { NO_ANSWER, ownFailure, readFailure, UNREADABLE_ANSWER } from "./failure.ts";
import { findNewerToken } from "./newerToken.ts";
import { isSuccess, readSuccess } from "./readSuccess.ts";
import { request } from "./request.ts";
import { isSealed, sealParts } from "./sealing.ts";
import { afterTheEnd, endSessionAfter, isTokenRefused, SESSION_ENDED } from "./sessionEnd.ts";
import { currentSession, type SignedIn } from "./sessionState.ts";
import { apiBase } from "./settings.ts";

/** The parts this endpoint has, and no others. */
export type CallParts<E extends Endpoint> = {
  [
    Part in keyof CallInput<E> as CallInput<E>[Part] extends undefined ? never : Part
  ]: CallInput<E>[Part];
};

export type CallOptions = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The page may close before the answer comes. */
  keepalive?: boolean;
};

const READ_TIMEOUT_MS = 15_000;
const WRITE_TIMEOUT_MS = 30_000;

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
  const first = await attempt({ endpoint, parts: loose, options, session });
  return settle(endpoint, await repaired(first), session) as Answer<E>;

  /** A no that comes from what we kept, not from what was asked, is asked once more. */
  async function repaired(answer: LooseAnswer): Promise<LooseAnswer> {
    if (answer.status) return answer;
    // Our copy of the server's public key or of its time may be old.
    if (answer.code === "unreadable_call" && isSealed(endpoint))
      return attempt({ endpoint, parts: loose, options, session, isFresh: true });
    // Another tab may have renewed the token while this one slept. A refused token did nothing.
    if (session !== undefined && isTokenRefused(answer) && (await findNewerToken(session)))
      return attempt({ endpoint, parts: loose, options, session: currentSession() });
    return answer;
  }
}

type LooseAnswer = { status: true; message: string } | Failure;

/** What the answer means for the session, and what of it the caller may see. */
function settle(
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

type Attempt = {
  endpoint: Endpoint;
  parts: Loose;
  options: CallOptions;
  session: SignedIn | undefined;
  isFresh?: boolean;
};

async function attempt(asked: Attempt): Promise<LooseAnswer> {
  const { endpoint, parts, options, session, isFresh = false } = asked;
  const correlationId = crypto.randomUUID();
  const path = fillPath(endpoint.path, parts.params ?? {});
  const sealed = isSealed(endpoint) ? await sealParts(endpoint, path, parts, isFresh) : undefined;
  if (isSealed(endpoint) && sealed === undefined)
    return ownFailure(NO_ANSWER, undefined, correlationId);

  const plain = plainBody(endpoint, parts);
  const answer = await request({
    method: endpoint.method,
    url: apiBase + path + queryText(parts.query),
    headers: {
      "Accept-Language": document.documentElement.lang,
      "X-Correlation-Id": correlationId,
      ...(session === undefined ? {} : { Authorization: `Bearer ${session.token}` }),
      ...(options.idempotencyKey === undefined
        ? {}
        : { "Idempotency-Key": options.idempotencyKey }),
      ...(sealed === undefined ? plain.headers : sealed.headers),
    },
    body: endpoint.bodyType === "sealed" ? sealed?.body : plain.body,
    timeoutMs: endpoint.method === "GET" ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
    signal: options.signal,
    keepalive: options.keepalive ?? false,
  });
  if (answer === undefined) return ownFailure(NO_ANSWER, undefined, correlationId);
  if (!isSuccess(answer)) return readFailure(answer, correlationId);
  const opened = endpoint.sealedResult === true ? await sealed?.open(answer.body) : answer.body;
  return readSuccess(endpoint, opened) ?? ownFailure(UNREADABLE_ANSWER, answer, correlationId);
}
