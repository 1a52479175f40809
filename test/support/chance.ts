/** Whole numbers from 0 to below `limit`, the same for the same seed. */
export type Chance = { below: (limit: number) => number; pick: <T>(from: readonly T[]) => T };

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return {
    below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
  };
}
