import { checkSimulation } from "./oracle.ts";
import { finish } from "./finish.ts";
import { liveMonths } from "./months.ts";
import { beginRun, type Plant } from "./run.ts";
import { takeStep } from "./steps.ts";
import type { Stage } from "./stage.ts";

/** What came of a seed: nothing is wrong, or what. */
export type Simulated = { seed: number; wrongs: string[]; notes: string[]; transfers: number };

export const STEPS_A_SEED = 100;

/** Runs a seed from its beginning to its end, and looks at what is left. The same seed is the same run. */
export async function simulate(stage: Stage, seed: number, plant?: Plant): Promise<Simulated> {
  const run = await beginRun(stage, seed, plant);
  for (let step = 0; step < STEPS_A_SEED; step += 1) await takeStep(run);
  const isQuiet = (await finish(run)) && (await liveMonths(run));
  const found = await checkSimulation(run);
  const wrongs = isQuiet ? found : ["something is under way for ever", ...found];
  return { seed, wrongs, notes: run.notes, transfers: run.promised.refNos.size };
}

/** What a seed did and what is wrong, for a person to read. */
export function tell({ seed, wrongs, notes }: Simulated): string {
  return [
    `seed ${seed}`,
    ...notes,
    "",
    ...wrongs.map((wrong) => `WRONG: ${wrong}`),
    `npm run simulate -- --seed ${seed}`,
  ].join("\n");
}
