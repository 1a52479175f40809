import { simulate } from "#test/simulation/simulate.ts";
import { openStage, type Stage } from "#test/simulation/stage.ts";
import type { LaneTask, Simulated } from "./lanes.ts";

/*
 * One of the processes of npm run simulate (lanes.ts): told where the database is, then one seed after the
 * other, it answers what came of each. Ends with its parent.
 */
let stage: Promise<Stage> | undefined;

process.on("message", (task: LaneTask) => {
  if ("server" in task) stage = openStage(task.server);
  else void answer(task.seed);
});
// Whoever interrupts the simulation tells its processes too; they end when it lets go of them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => void stage?.then((opened) => opened.close()));

async function answer(seed: number): Promise<void> {
  if (stage === undefined) throw new Error("a seed came before the database");
  const simulated = await simulate(await stage, seed);
  // What went right is told to nobody: a thousand notes a seed.
  const told: Simulated = simulated.wrongs.length > 0 ? simulated : { ...simulated, notes: [] };
  process.send?.(told);
}
