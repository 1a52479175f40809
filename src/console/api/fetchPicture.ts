import { type CallParts, headersOf } from "#client/attempt.ts";
import { fillPath, type Loose } from "#client/callParts.ts";
import { NO_ANSWER, ownFailure, readFailure } from "#client/failure.ts";
import { fileRequest } from "#client/fileRequest.ts";
import { apiBase } from "#client/settings.ts";
import type { Endpoint, Failure } from "#contract/endpoint.ts";
import { settle } from "./call.ts";
import { currentSession } from "./session.ts";

/** Fetches a picture as an address that an image can show; it is in the memory of the page only. */
export async function fetchPicture<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
): Promise<{ url: string } | { failure: Failure }> {
  // As in call(): exact for the caller, loose inside.
  const { params = {} } = parts as Loose;
  const session = currentSession();
  const correlationId = crypto.randomUUID();
  const answer = await fileRequest({
    url: apiBase + fillPath(endpoint.path, params),
    headers: headersOf(session?.token, correlationId),
    onBytes: () => undefined,
  });
  const lost = { failure: ownFailure(NO_ANSWER, undefined, correlationId) };
  if (answer === undefined) return lost;
  if ("file" in answer) return { url: await dataUrl(answer.file) };
  const settled = settle(endpoint, readFailure(answer, correlationId), session);
  return settled.status ? lost : { failure: settled };
}

/** The page's policy lets images come from its own address and from data, nowhere else. */
async function dataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `data:${file.type};base64,${btoa(letters)}`;
}
