import type { CallInput, Endpoint, Failure } from "#contract/endpoint.ts";
import { fillPath, type Loose, plainBody, queryText } from "./callParts.ts";
import { reachable } from "./connection.ts";
import { NO_ANSWER, NOT_SENT, ownFailure, readFailure, UNREADABLE_ANSWER } from "./failure.ts";
import { isSuccess, readSuccess } from "./readSuccess.ts";
import { request } from "./request.ts";
import { isSealed, sealParts } from "./sealing.ts";
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
  /** The body of an endpoint that takes a file. */
  file?: Blob;
  /** The page may close before the answer comes. */
  keepalive?: boolean;
};

/** An answer of any endpoint; who called knows which. */
export type LooseAnswer = { status: true; message: string } | Failure;

type Attempt = {
  endpoint: Endpoint;
  parts: Loose;
  options: CallOptions;
  /** The bearer token of the session, if there is one. */
  token: string | undefined;
  /** Asks for the server's key and time anew before sealing. */
  isFresh?: boolean;
};

const READ_TIMEOUT_MS = 15_000;
const WRITE_TIMEOUT_MS = 30_000;

/**
 * One call of the contract, made once: encoded, sent, and its answer read. What the answer means for a
 * session is the caller's matter. Never throws; no answer at all is a failure with httpStatus 0.
 */
export async function attempt(asked: Attempt): Promise<LooseAnswer> {
  const { endpoint, parts, options, token, isFresh = false } = asked;
  const correlationId = crypto.randomUUID();
  // Nothing is ordered without a connection, not even by a request that a browser would keep for later.
  if (endpoint.method !== "GET" && navigator.onLine === false) {
    reachable(false);
    return ownFailure(NOT_SENT, undefined, correlationId);
  }
  const path = fillPath(endpoint.path, parts.params ?? {});
  const sealed = isSealed(endpoint) ? await sealParts(endpoint, path, parts, isFresh) : undefined;
  if (isSealed(endpoint) && sealed === undefined)
    return ownFailure(NO_ANSWER, undefined, correlationId);

  const plain = plainBody(endpoint, parts);
  const answer = await request({
    method: endpoint.method,
    url: apiBase + path + queryText(parts.query),
    headers: {
      ...headersOf(token, correlationId),
      ...(options.idempotencyKey === undefined
        ? {}
        : { "Idempotency-Key": options.idempotencyKey }),
      ...(sealed === undefined ? plain.headers : sealed.headers),
      ...(options.file === undefined ? {} : { "Content-Type": fileType(endpoint) }),
    },
    body: options.file ?? (endpoint.bodyType === "sealed" ? sealed?.body : plain.body),
    timeoutMs: endpoint.method === "GET" ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
    signal: options.signal,
    keepalive: options.keepalive ?? false,
  });
  if (answer === undefined) return ownFailure(NO_ANSWER, undefined, correlationId);
  if (!isSuccess(answer)) return readFailure(answer, correlationId);
  const opened = endpoint.sealedResult === true ? await sealed?.open(answer.body) : answer.body;
  return readSuccess(endpoint, opened) ?? ownFailure(UNREADABLE_ANSWER, answer, correlationId);
}

/** What a browser takes a file for differs from machine to machine. */
function fileType({ bodyType }: Endpoint): string {
  return bodyType === "csv" ? "text/csv" : "application/octet-stream";
}

/** What every call carries: the language of the page, its own number, and who asks. */
export function headersOf(
  token: string | undefined,
  correlationId: string,
): Record<string, string> {
  return {
    "Accept-Language": document.documentElement.lang,
    "X-Correlation-Id": correlationId,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
}
