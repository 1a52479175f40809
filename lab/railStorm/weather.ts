import { setTimeout as pause } from "node:timers/promises";
import { type FaultTarget, sandboxClient } from "#test/client/sandboxClient.ts";
import type { Stack } from "#scripts/start/startStack.ts";

/** Of each second so much is one weather, at a rate that makes 30 % time-outs and 10 % slow answers of it. */
const WEATHER = [
  { mode: "timeout", effect: "kept", rate: 0.4, lastsMs: 375 },
  { mode: "slow", delaySeconds: 0.25, rate: 0.4, lastsMs: 250 },
  { mode: "timeout", effect: "lost", rate: 0.4, lastsMs: 375 },
] as const;

/** Lets partners answer late, or not at all, until it is over. */
export async function blow(
  at: Stack,
  targets: readonly FaultTarget[],
  over: AbortSignal,
): Promise<void> {
  const sandbox = sandboxClient(at.sandboxUrl);
  while (!over.aborted) {
    for (const { mode, lastsMs, ...more } of WEATHER) {
      for (const target of targets) await sandbox.fault(target, mode, more);
      await pause(lastsMs);
    }
  }
}
