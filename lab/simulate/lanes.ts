import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Simulated } from "#test/simulation/simulate.ts";
import type { TestServer } from "#test/support/testDb.ts";

export type { Simulated };

/** What a process is told: first its database, then seeds. */
export type LaneTask = { server: TestServer } | { seed: number };

/**
 * Runs the seeds from `first` to `last` in so many processes, each on a database of its own, and stops at
 * what is wrong, or when `signal` is aborted. `hear` is told of each that is done, in the order in which they end; answers the lowest seed
 * that ended wrong. Throws when a process ends.
 */
export async function runInLanes(
  server: TestServer,
  { first, last, processes }: { first: number; last: number; processes: number },
  hear: (simulated: Simulated) => void,
  signal: AbortSignal,
): Promise<Simulated | undefined> {
  const wrong: Simulated[] = [];
  let next = first;
  const run = async (lane: ChildProcess): Promise<void> => {
    const ended = once(lane, "exit").then(([code]) => {
      throw new Error(`a process of the simulation ended with ${code}`);
    });
    // Also when it ends as it should, which nobody waits for.
    ended.catch(() => undefined);
    lane.send({ server } satisfies LaneTask);
    while (next <= last && wrong.length === 0 && !signal.aborted) {
      lane.send({ seed: next } satisfies LaneTask);
      next += 1;
      // What laneMain.ts answers.
      const [simulated] = (await Promise.race([once(lane, "message"), ended])) as [Simulated];
      if (simulated.wrongs.length > 0) wrong.push(simulated);
      hear(simulated);
    }
  };
  const lanes = Array.from({ length: Math.min(processes, last - first + 1) }, () =>
    fork("lab/simulate/laneMain.ts", { execArgv: [] }),
  );
  try {
    await Promise.all(lanes.map(run));
  } finally {
    await Promise.all(lanes.map(end));
  }
  return wrong.toSorted((a, b) => a.seed - b.seed)[0];
}

/** Lets it put its database away. */
async function end(lane: ChildProcess): Promise<void> {
  if (lane.exitCode !== null || lane.signalCode !== null) return;
  const exit = once(lane, "exit");
  if (lane.connected) lane.disconnect();
  await exit;
}
