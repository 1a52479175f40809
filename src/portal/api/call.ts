import type { Answer, CallInput, Endpoint, Failure } from "#contract/endpoint.ts";
import { noteCountedCall } from "./activity.ts";
import { fillPath, type Loose, plainBody, queryText } from "./callParts.ts";
import { NO_ANSWER, ownFailure, readFailure, UNREADABLE_ANSWER } from "./failure.ts";
import { isSuccess, readSuccess } from "./readSuccess.ts";
import { request } from "./request.ts";
import { isSealed, sealParts } from "./sealing.ts";
import { endSessionAfter } from "./sessionEnd.ts";
import { currentSession } from "./sessionState.ts";
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
 * and an unreadable one are all failures, and what ends the session ends it here, once.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  // The contract's types are exact for the caller; inside, one code serves every endpoint.
  const loose = parts as Loose;
  const first = await attempt(endpoint, loose, options);
  const again = !first.status && first.code === "unreadable_call" && isSealed(endpoint);
  // Our copy of the server's public key or of its time may be old: once more with new ones.
  const answer = again ? await attempt(endpoint, loose, options, true) : first;
  return answer as Answer<E>;
}

type LooseAnswer = { status: true; message: string } | Failure;

async function attempt(
  endpoint: Endpoint,
  parts: Loose,
  options: CallOptions,
  fresh = false,
): Promise<LooseAnswer> {
  // Public calls carry the token too once there is one: it says whose code is being verified.
  const session = currentSession();
  const correlationId = crypto.randomUUID();
  const path = fillPath(endpoint.path, parts.params ?? {});
  const sealed = isSealed(endpoint) ? await sealParts(endpoint, path, parts, fresh) : undefined;
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

  if (!isSuccess(answer)) return endSessionAfter(readFailure(answer, correlationId), session);
  if (session !== undefined && endpoint.method !== "GET" && endpoint.name !== "logout")
    noteCountedCall();
  const opened = endpoint.sealedResult === true ? await sealed?.open(answer.body) : answer.body;
  return readSuccess(endpoint, opened) ?? ownFailure(UNREADABLE_ANSWER, answer, correlationId);
}
