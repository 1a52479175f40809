import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { breakFunction, type Mistake, mistakes } from "./mistakes.ts";
import { moneyMistakes } from "./money/moneyMistakes.ts";
import type { Plant } from "./run.ts";
import { simulate, type Simulated, tell } from "./simulate.ts";
import { openStage, type Stage } from "./stage.ts";

/** Two at a time: while one waits for the database, the other computes. */
const LANES = 2;
const SEEDS_A_TEST = 32;
/** The first to notice it ends the search; a seed in which a limit decides alone is rare. */
const SEEDS_A_MISTAKE = 120;
const SEEDS_AGAIN = [1, 2, 3, 4, 5, 6];

let stages: Stage[] = [];

beforeAll(async () => {
  const server = inject("testServer");
  stages = await Promise.all(Array.from({ length: LANES }, () => openStage(server)));
});

afterAll(() => Promise.all(stages.map((stage) => stage.close())));

/** The lowest of these seeds that ends wrong, told step by step; empty when there is none. */
async function firstWrong(first: number, count: number, plant?: Plant): Promise<string> {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const wrong: Simulated[] = [];
  await Promise.all(
    stages.map(async (stage) => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const simulated = await simulate(stage, seed, plant);
        if (simulated.wrongs.length === 0) continue;
        // The other lane ends what it is at: whichever is faster, the same seed is told.
        seeds.length = 0;
        wrong.push(simulated);
      }
    }),
  );
  const [lowest] = wrong.toSorted((a, b) => a.seed - b.seed);
  return lowest === undefined ? "" : tell(lowest);
}

test.each([1, 33, 65, 97])(
  "R21 S101 S103 from seed %i on, hours and months of thirty-two seeds lose, double and misplace nothing",
  async (first) => {
    expect(await firstWrong(first, SEEDS_A_TEST)).toBe("");
  },
);

test("R21 a seed that is run again is the same run", async () => {
  const [one, other] = stages;
  if (one === undefined || other === undefined) throw new Error("there are two lanes");
  const [first, again] = await Promise.all([simulate(one, 4), simulate(other, 4)]);
  expect(again.notes).toEqual(first.notes);
});

test("R21 a seed is the same run on a fast machine and on a slow one, whatever ran before it", async () => {
  const [stage] = stages;
  if (stage === undefined) throw new Error("there are two lanes");
  const runs: string[][][] = [];
  // The other way round, as well: what one seed leaves behind is nothing to the next.
  for (const [secondsACheck, seeds] of [
    [0, SEEDS_AGAIN],
    [5, SEEDS_AGAIN.toReversed()],
  ] as const) {
    let now = 0;
    const clock = vi
      .spyOn(performance, "now")
      .mockImplementation(() => (now += secondsACheck * 1_000));
    const notes: string[][] = [];
    for (const seed of seeds) notes.push((await simulate(stage, seed)).notes);
    clock.mockRestore();
    runs.push(notes);
  }
  expect(runs[1]?.toReversed()).toEqual(runs[0]);
});

describe("a mistake is noticed within a few seeds", () => {
  test.each([...mistakes(), ...moneyMistakes()])("$mistake", async (one) => {
    expect(await noticedIn(one)).toMatch(one.noticed);
  });
});

/** What is told of the first seed that notices it. A mistake in the database is taken back at the end. */
async function noticedIn({ plant, inDatabase }: Mistake): Promise<string> {
  if (inDatabase === undefined) return firstWrong(1, SEEDS_A_MISTAKE, plant);
  const mends = await Promise.all(stages.map(({ admin }) => breakFunction(admin, inDatabase)));
  try {
    return await firstWrong(1, SEEDS_A_MISTAKE, plant);
  } finally {
    await Promise.all(mends.map((mend) => mend()));
  }
}
