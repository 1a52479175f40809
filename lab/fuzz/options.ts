import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { readWhole } from "#scripts/start/readArguments.ts";

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
  const read = (name: string, text: string) => readWhole(name, text, 0, 9_999_999_999);
  return { seed: read("--seed", seed), calls: read("--calls", calls), raw: read("--raw", raw) };
}
