import { readFileSync } from "node:fs";
import type { Counted } from "./steps.ts";

export type Counts = { passed: number; failed: number };

/** Reads how many tests passed and failed from a runner's own report. */
export function readCounts({ tool, report }: Counted): Counts {
  const read = (): unknown => {
    try {
      return JSON.parse(readFileSync(report, "utf8"));
    } catch {
      return {};
    }
  };
  const answer = read();
  return tool === "vitest"
    ? { passed: numberAt(answer, "numPassedTests"), failed: numberAt(answer, "numFailedTests") }
    : {
        passed: numberAt(answer, "stats", "expected"),
        failed: numberAt(answer, "stats", "unexpected") + numberAt(answer, "stats", "flaky"),
      };
}

function numberAt(value: unknown, ...keys: string[]): number {
  const found = keys.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
  return typeof found === "number" ? found : 0;
}
