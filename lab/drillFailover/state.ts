import * as z from "zod/mini";
import type { Machine } from "./machines.ts";

const LOOK_EVERY_MS = 250;

const answer = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.optional(z.union([z.number(), z.string()])),
      lag: z.optional(z.union([z.number(), z.string()])),
    }),
  ),
});

/** What Patroni says of a member of the cluster. */
export type Member = z.output<typeof answer>["members"][number];

/** The members as the primary sees them: a machine that was away answers from memory. None without one. */
export async function members(machines: readonly Machine[]): Promise<Member[]> {
  const leader = await primary(machines);
  if (leader === undefined) return [];
  try {
    const response = await fetch(`http://${leader.address}:8008/cluster`, {
      signal: AbortSignal.timeout(1_000),
    });
    return answer.parse(await response.json()).members;
  } catch {
    return [];
  }
}

/** The machine that has the lock by its own word; undefined while none has. */
export async function primary(machines: readonly Machine[]): Promise<Machine | undefined> {
  const asked = await Promise.all(
    machines.map(({ address }) =>
      fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  return machines.find((_, index) => asked[index]);
}

/** Whether all follow one leader on its timeline, synchronously. */
export function isWhole(found: readonly Member[], size: number): boolean {
  const leader = found.find(({ role }) => role === "leader");
  return (
    found.length === size &&
    leader !== undefined &&
    found.filter(({ role }) => role === "sync_standby").length === size - 1 &&
    found.every(
      ({ state, timeline }) =>
        ["running", "streaming"].includes(state) && timeline === leader.timeline,
    )
  );
}

/** Waits for it; throws what is missing when it takes too long. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  withinMs: number,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > withinMs) {
      throw new Error(`${what}: not within ${withinMs / 1000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
