import net from "node:net";
import { performance } from "node:perf_hooks";

/** One prepared HTTP/1.1 request; undefined when there is none left. */
export type NextRequest = () => Buffer | undefined;

export type LoadResult = {
  requests: number;
  failures: number;
  seconds: number;
  /** Milliseconds, ascending. */
  latencies: Float64Array;
};

/**
 * Sends requests over keep-alive connections, each waiting for its answer before the next. Reads only
 * the status line and the content length, so that the generator takes as little as possible of the
 * processor it shares with what is measured.
 *
 * @param connections how many requests are under way at once
 * @param seconds how long new requests are begun
 */
export async function load(
  port: number,
  connections: number,
  seconds: number,
  next: NextRequest,
): Promise<LoadResult> {
  const latencies: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;

  await Promise.all(
    Array.from({ length: connections }, () =>
      runConnection(port, endAt, next, (milliseconds, isSuccess) => {
        latencies.push(milliseconds);
        if (!isSuccess) failures += 1;
      }),
    ),
  );
  return {
    requests: latencies.length,
    failures,
    seconds: (performance.now() - startedAt) / 1000,
    latencies: Float64Array.from(latencies).sort(),
  };
}

function runConnection(
  port: number,
  endAt: number,
  next: NextRequest,
  report: (milliseconds: number, isSuccess: boolean) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    let pending = Buffer.alloc(0);

    const send = () => {
      const request = performance.now() < endAt ? next() : undefined;
      if (request === undefined) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const length = answerLength(pending);
      if (length === undefined || pending.length < length) return;
      const isSuccess = pending.toString("latin1", 9, 12) === "200";
      pending = pending.subarray(length);
      report(performance.now() - sentAt, isSuccess);
      send();
    });
  });
}

/** Bytes of the first whole answer, once its headers are there. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const headers = bytes.toString("latin1", 0, end).toLowerCase();
  const [, length = "0"] = /content-length: (\d+)/.exec(headers) ?? [];
  return end + 4 + Number(length);
}

/** Milliseconds below which this share of the answers came. */
export function percentile(latencies: Float64Array, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
}
