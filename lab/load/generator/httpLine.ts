import { Pool } from "undici";
import type { Request } from "./requests.ts";

/** An answer of the bank; status 0 is none, and `body` then says why. */
export type Answer = { status: number; cookies: readonly string[]; body: string };

const ANSWERED_WITHIN_MS = 30_000;
/** Before the server closes an idle connection by itself, and a call is sent into it. */
const IDLE_MS = 20_000;
/** As many as a busy proxy would open; what comes on top waits, and its waiting counts. */
const MOST_CONNECTIONS = 400;

export type HttpLine = {
  send: (request: Request) => Promise<Answer>;
  /** Calls that wait for a free connection. */
  waiting: () => number;
  connections: () => number;
  close: () => void;
};

/** Kept connections to one API process, each with one call at a time, as a reverse proxy keeps them. */
export function openLine(port: number, most = MOST_CONNECTIONS): HttpLine {
  const pool = new Pool(`http://127.0.0.1:${port}`, {
    connections: most,
    pipelining: 1,
    headersTimeout: ANSWERED_WITHIN_MS,
    bodyTimeout: ANSWERED_WITHIN_MS,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  return {
    send: async (request) => {
      try {
        const { statusCode, headers, body } = await pool.request(request);
        const cookies = [headers["set-cookie"] ?? []].flat();
        return { status: statusCode, cookies, body: await body.text() };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return { status: 0, cookies: [], body: why };
      }
    },
    waiting: () => pool.stats.queued,
    connections: () => pool.stats.connected,
    close: () => void pool.destroy(),
  };
}
