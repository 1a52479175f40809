import { reachable } from "./connection.ts";
import type { RawAnswer } from "./request.ts";

/** A whole file and the server's name for it. */
export type FileCame = { file: Blob; name: string };

/**
 * Fetches a file. What is no file (a refusal in JSON) is answered as it came; undefined is no answer, or
 * one that broke off. There is no time limit: a long file takes its time. Never throws.
 */
export async function fileRequest(asked: {
  url: string;
  headers: Record<string, string>;
  onBytes: (bytes: number) => void;
}): Promise<FileCame | RawAnswer | undefined> {
  const { url, headers, onBytes } = asked;
  try {
    const response = await fetch(url, { headers, credentials: "include", cache: "no-store" });
    const disposition = response.headers.get("content-disposition") ?? "";
    const name = /filename="([\w. -]+)"/.exec(disposition)?.[1];
    if (response.ok && name !== undefined) return { file: await collect(response, onBytes), name };
    const body: unknown = await response.json().catch(() => undefined);
    reachable(true);
    return {
      httpStatus: response.status,
      body,
      correlationId: response.headers.get("x-correlation-id") ?? undefined,
      retryAfterSeconds: Number(response.headers.get("retry-after")) || undefined,
    };
  } catch {
    reachable(false);
    return undefined;
  }
}

async function collect(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    bytes += part.value.byteLength;
    onBytes(bytes);
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}
