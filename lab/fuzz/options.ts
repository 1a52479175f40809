import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export type Options = { seed: number; calls: number; raw: number };

/** `--seed N --calls N --raw N`; what a release asks for (docs/drills.md, R19), from any seed. */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: "string", default: String(randomInt(1, 2 ** 31)) },
      calls: { type: "string", default: "100000" },
      raw: { type: "string", default: "20000" },
    },
  });
  const { seed, calls, raw } = values;
  for (const [name, value] of Object.entries({ seed, calls, raw })) {
    if (!/^\d{1,10}$/.test(value)) throw new Error(`--${name} takes a whole number`);
  }
  return { seed: Number(seed), calls: Number(calls), raw: Number(raw) };
}
