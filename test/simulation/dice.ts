/**
 * What a seed decides of a thing by its name, from 0 to below 1: the same whatever happened before it, and
 * whatever happens beside it.
 */
export type Dice = (...name: readonly (string | number)[]) => number;

export function diceOf(seed: number): Dice {
  return (...name) => {
    let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
    for (const char of name.join(" ")) {
      mixed = Math.imul(mixed ^ (char.codePointAt(0) ?? 0), 0x01000193);
      mixed ^= mixed >>> 15;
    }
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** One of the choices, each as likely as its share of the whole; `roll` is from 0 to below 1. */
export function choose<T>(roll: number, choices: readonly (readonly [share: number, choice: T])[]) {
  const whole = choices.reduce((sum, [share]) => sum + share, 0);
  let rest = roll * whole;
  for (const [share, choice] of choices) {
    rest -= share;
    if (rest < 0) return choice;
  }
  throw new Error("nothing to choose from");
}

/** A whole number from `least` to below `limit`. */
export function between(roll: number, least: number, limit: number): number {
  return least + Math.floor(roll * (limit - least));
}
