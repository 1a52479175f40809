import { type CallParts, headersOf } from "#client/attempt.ts";
import { fillPath, type Loose, queryText } from "#client/callParts.ts";
import { NO_ANSWER, ownFailure, readFailure } from "#client/failure.ts";
import { fileRequest } from "#client/fileRequest.ts";
import { keepFile } from "#client/keepFile.ts";
import { apiBase } from "#client/settings.ts";
import type { Endpoint, Failure } from "#contract/endpoint.ts";
import { settle } from "./call.ts";
import { currentSession } from "./sessionState.ts";

/**
 * Fetches a file of the member's and hands it to the browser to keep, under the server's name for it.
 * Undefined when all is there; a file that breaks off is a failure and is not kept.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
): Promise<Failure | undefined> {
  // As in call(): exact for the caller, loose inside.
  const { params = {}, query } = parts as Loose;
  const session = currentSession();
  const correlationId = crypto.randomUUID();
  const answer = await fileRequest({
    url: apiBase + fillPath(endpoint.path, params) + queryText(query),
    headers: headersOf(session?.token, correlationId),
    onBytes: () => undefined,
  });
  if (answer === undefined) return ownFailure(NO_ANSWER, undefined, correlationId);
  if ("file" in answer) {
    keepFile(answer.file, answer.name);
    return undefined;
  }
  const settled = settle(endpoint, readFailure(answer, correlationId), session);
  return settled.status ? undefined : settled;
}
