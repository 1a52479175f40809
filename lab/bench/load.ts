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
    let sentAt = 0;
    // What came of an answer that is not there whole.
    let pending: Buffer | undefined;

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
    const receive = (bytes: Buffer) => {
      const answer = pending === undefined ? bytes : Buffer.concat([pending, bytes]);
      const length = answerLength(answer);
      if (length === undefined || answer.length < length) {
        pending = Buffer.from(answer);
        return;
      }
      pending = answer.length === length ? undefined : Buffer.from(answer.subarray(length));
      report(performance.now() - sentAt, isOk(answer));
      send();
    };
    const socket = net.connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      // Into one buffer of its own: a stream would make a new one of each answer.
      onread: {
        buffer: Buffer.allocUnsafe(64 * 1024),
        callback: (count, buffer) => {
          receive((buffer as Buffer).subarray(0, count));
          return true;
        },
      },
    });
    socket.on("connect", send);
    socket.on("error", reject);
  });
}

/** Whether the status is 200: of 'HTTP/1.1 200 ' the three bytes after the ninth. */
const isOk = (answer: Buffer) => answer[9] === 0x32 && answer[10] === 0x30 && answer[11] === 0x30;

/** As the server writes it. */
const LENGTH = Buffer.from("\r\ncontent-length: ", "latin1");
const END = Buffer.from("\r\n\r\n", "latin1");

/** Bytes of the first whole answer, once its headers are there. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(END);
  if (end < 0) return undefined;
  let at = bytes.indexOf(LENGTH);
  let length = 0;
  if (at < 0 || at > end) return end + END.length;
  at += LENGTH.length;
  for (let digit = bytes[at] ?? 0; digit >= 0x30 && digit <= 0x39; digit = bytes[(at += 1)] ?? 0) {
    length = length * 10 + digit - 0x30;
  }
  return end + END.length + length;
}

/** Milliseconds below which this share of the answers came. */
export function percentile(latencies: Float64Array, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
}
