import type { Answer, Endpoint, Failure } from "#contract/endpoint.ts";
import {
  attempt,
  type CallOptions,
  type CallParts,
  headersOf,
  type LooseAnswer,
} from "./attempt.ts";
import { fillPath, type Loose, queryText } from "./callParts.ts";
import { NO_ANSWER, ownFailure, readFailure } from "./failure.ts";
import { type FileCame, fileRequest } from "./fileRequest.ts";
import { keepFile } from "./keepFile.ts";
import { isSealed } from "./sealing.ts";
import { SESSION_ENDED } from "./sessionState.ts";
import { apiBase } from "./settings.ts";

type Session = { token: string; epoch: number };

/** What a session means to the calls of a program. */
type Calls<Current extends Session> = {
  currentSession: () => Current | undefined;
  /**
   * Ends the session where a no of the server says that it is over, and answers the failure as who called should
   * see it; undefined where the session goes on.
   */
  endSessionAfter: (failure: Failure) => Failure | undefined;
  /** The message of an answer that comes when its session is over; the answer's own if not said. */
  lateMessage?: () => string;
  /** The server has counted a call as activity: a signed-in one that did not only read, nor said goodbye. */
  onCounted: () => void;
  /** A signed-in call that asks for more than to read is on its way, or has come back. */
  onDeed?: (name: string) => void;
  logout: Endpoint;
  /** After a no to the token that was sent: whether the session goes on under another one. */
  findNewerToken?: (refused: Failure, session: Current) => Promise<boolean>;
};

/** The calls of one program: what they mean for its session is decided here, once. */
export function makeCalls<Current extends Session>(program: Calls<Current>) {
  const { currentSession } = program;

  /**
   * Makes one call of the contract. Never throws: a no of the server, a lost answer (httpStatus 0)
   * and an unreadable one are all failures, and what ends the session ends it here, once. What comes for
   * a session that is over is given to nobody.
   */
  async function call<E extends Endpoint>(
    endpoint: E,
    parts: CallParts<E>,
    options: CallOptions = {},
  ): Promise<Answer<E>> {
    // Public calls carry the token too once there is one: it says whose code is being verified.
    const session = currentSession();
    // The contract's types are exact for the caller; inside, one code serves every endpoint.
    const asked = { endpoint, parts: parts as Loose, options, token: session?.token };
    const isDeed = session !== undefined && endpoint.method !== "GET";
    if (isDeed) program.onDeed?.(endpoint.name);
    const first = await attempt(asked);
    if (isDeed) program.onDeed?.(endpoint.name);
    return settle(endpoint, await repaired(first), session) as Answer<E>;

    /** A no that comes from what we kept, not from what was asked, is asked once more. */
    async function repaired(answer: LooseAnswer): Promise<LooseAnswer> {
      if (answer.status) return answer;
      // Our copy of the server's public key or of its time may be old.
      if (answer.code === "unreadable_call" && isSealed(endpoint))
        return attempt({ ...asked, isFresh: true });
      // Another tab may have renewed the token while this one slept. A refused token did nothing.
      if (session !== undefined && (await program.findNewerToken?.(answer, session)) === true)
        return attempt({ ...asked, token: currentSession()?.token });
      return answer;
    }
  }

  /** Fetches a file, whole or not at all. `onBytes` hears how much has come. */
  async function fetchFile<E extends Endpoint>(
    endpoint: E,
    parts: CallParts<E>,
    onBytes: (bytes: number) => void = () => undefined,
  ): Promise<FileCame | { failure: Failure }> {
    // As in call(): exact for the caller, loose inside.
    const { params = {}, query } = parts as Loose;
    const session = currentSession();
    const correlationId = crypto.randomUUID();
    const answer = await fileRequest({
      url: apiBase + fillPath(endpoint.path, params) + queryText(query),
      headers: headersOf(session?.token, correlationId),
      onBytes,
    });
    if (answer === undefined) return { failure: ownFailure(NO_ANSWER, undefined, correlationId) };
    if ("file" in answer) return answer;
    const failure = readFailure(answer, correlationId);
    const settled = settle(endpoint, failure, session);
    return { failure: settled.status ? failure : settled };
  }

  /**
   * Fetches a file and hands it to the browser to keep, under the server's name for it. Undefined when all is
   * there; a file that breaks off is a failure and is not kept.
   */
  async function download<E extends Endpoint>(
    endpoint: E,
    parts: CallParts<E>,
    onBytes?: (bytes: number) => void,
  ): Promise<Failure | undefined> {
    const answer = await fetchFile(endpoint, parts, onBytes);
    if ("failure" in answer) return answer.failure;
    keepFile(answer.file, answer.name);
    return undefined;
  }

  /** What the answer means for the session, and what of it the caller may see. */
  function settle(
    endpoint: Endpoint,
    answer: LooseAnswer,
    session: Current | undefined,
  ): LooseAnswer {
    if (session === undefined) return answer;
    if (currentSession()?.epoch !== session.epoch)
      return afterTheEnd(answer, program.lateMessage?.());
    const ended = answer.status ? undefined : program.endSessionAfter(answer);
    if (ended !== undefined) return ended;
    const isCounted = endpoint.method !== "GET" && endpoint.name !== program.logout.name;
    if (isCounted && (answer.status || answer.httpStatus !== 0)) program.onCounted();
    return answer;
  }

  return { call, download, fetchFile };
}

/**
 * What a caller gets of an answer whose session is over, good or bad: nothing of it. However many calls of one
 * session fail together, the first ends it and is the one that is told of.
 */
function afterTheEnd(answer: LooseAnswer, message: string | undefined): Failure {
  const known: Partial<Failure> = answer.status ? {} : answer;
  return {
    errors: [],
    httpStatus: 401,
    correlationId: undefined,
    retryAfterSeconds: undefined,
    ...known,
    status: false,
    message: message ?? known.message ?? "",
    code: SESSION_ENDED,
  };
}
