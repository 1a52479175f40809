import type { Random } from "#server/platform/base/random.ts";

const SHORTEST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** A text is tried at least so often while it is of use. */
const TRIES_IN_A_LIFE = 30;

/**
 * Milliseconds until a text is tried again after so many attempts: doubling from a second, at most a
 * thirtieth of its life (a code of five minutes: ten seconds), so that it leaves soon after the gateway
 * is back. A quarter more or less, so that texts that failed together do not come back together.
 */
export function retryWait(attempts: number, lifeMs: number, random: Random): number {
  const longest = Math.min(Math.max(lifeMs / TRIES_IN_A_LIFE, SHORTEST_MS), LONGEST_MS);
  const wait = Math.min(SHORTEST_MS * 2 ** Math.min(attempts - 1, 20), longest);
  return Math.round(wait * (0.75 + random.bytes(1).readUInt8() / 510));
}
