import { reachable, unavailable } from "./connection.ts";

/** An HTTP answer as far as it could be read; undefined is no answer at all. */
export type RawAnswer = {
  httpStatus: number;
  body: unknown;
  correlationId: string | undefined;
  retryAfterSeconds: number | undefined;
};

type RawRequest = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string | URLSearchParams | Blob | undefined;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page: for the goodbye of a closing session. */
  keepalive?: boolean;
};

/**
 * One fetch with a time limit. No answer (no network, time-out, aborted) is undefined; what it
 * means for the thing asked for is not known. Never throws.
 */
export async function request(asked: RawRequest): Promise<RawAnswer | undefined> {
  const limit = new AbortController();
  const giveUp = () => limit.abort();
  const timer = setTimeout(giveUp, asked.timeoutMs);
  asked.signal?.addEventListener("abort", giveUp);
  if (asked.signal?.aborted === true) giveUp();
  try {
    const response = await fetch(asked.url, {
      method: asked.method,
      headers: asked.headers,
      credentials: "include",
      cache: "no-store",
      signal: limit.signal,
      ...(asked.body === undefined ? {} : { body: asked.body }),
      ...(asked.keepalive === true ? { keepalive: true } : {}),
    });
    const body: unknown = await readJson(response);
    reachable(true);
    if (response.status === 503) unavailable.set(unavailable.get() + 1);
    return {
      httpStatus: response.status,
      body,
      correlationId: response.headers.get("x-correlation-id") ?? undefined,
      retryAfterSeconds: Number(response.headers.get("retry-after")) || undefined,
    };
  } catch {
    if (asked.signal?.aborted !== true) reachable(false);
    return undefined;
  } finally {
    clearTimeout(timer);
    asked.signal?.removeEventListener("abort", giveUp);
  }
}

/** A broken-off body is a lost answer; a body that is not JSON (a proxy's page) is an empty one. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
