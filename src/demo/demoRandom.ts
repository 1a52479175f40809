/** Chances of the demo data: the same seed gives the same data on every machine. Never for secrets. */
export type DemoRandom = {
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number;
  isLikely: (percent: number) => boolean;
  pick: <T extends { weight: number }>(choices: readonly T[]) => T;
};

/** xorshift32 over a hash of the seed: plain arithmetic, so that it never changes under us. */
export function demoRandom(seed: string): DemoRandom {
  let state =
    Buffer.from(seed).reduce((sum, byte) => Math.imul(sum ^ byte, 16_777_619), 2_166_136_261) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  // The first values of seeds that differ little still look alike.
  for (let warmUp = 0; warmUp < 16; warmUp++) next();

  const between = (least: number, most: number) => least + (next() % (most - least + 1));
  return {
    between,
    isLikely: (percent) => between(1, 100) <= percent,
    pick: (choices) => {
      const thousandths = choices.map(({ weight }) => Math.round(weight * 1000));
      let drawn = between(
        1,
        thousandths.reduce((sum, weight) => sum + weight, 0),
      );
      const index = thousandths.findIndex((weight) => (drawn -= weight) <= 0);
      const chosen = choices[index];
      if (chosen === undefined) throw new Error("Nothing to pick from");
      return chosen;
    },
  };
}
