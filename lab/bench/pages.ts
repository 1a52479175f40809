import { load, type LoadResult, percentile } from "./load.ts";
import type { BenchMember } from "./members.ts";
import type { Stage } from "./stage.ts";

const SECONDS = 4;
const ROUNDS = 3;

/** What a member's browser asks for, as it stands on the wire. */
export const requestAs = ({ token, cookie }: BenchMember, path: string): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      `Authorization: Bearer ${token}\r\nCookie: sid=${cookie}\r\n\r\n`,
  );

/** Milliseconds below which 95 of 100 answers came, one after the other; the middle of the rounds. */
export async function p95Of({ apiPort }: Stage, requests: readonly Buffer[]): Promise<number> {
  let next = 0;
  const inTurn = () => requests[next++ % requests.length];
  await load(apiPort, 1, 2, inTurn);
  const rounds: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await load(apiPort, 1, SECONDS, inTurn));
  }
  if (rounds.some(({ failures }) => failures > 0)) throw new Error("a page failed");
  const times = rounds
    .map(({ latencies }) => percentile(latencies, 0.95))
    .toSorted((a, b) => a - b);
  return times[ROUNDS >> 1] ?? 0;
}

/** To the hundredth. */
export const msText = (ms: number): string => (Math.round(ms * 100) / 100).toString();
