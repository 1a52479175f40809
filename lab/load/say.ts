import { availableParallelism } from "node:os";
import {
  answeredIn,
  bottleneckOf,
  failuresOf,
  type Line,
  meanCpu,
  memoryBetween,
  type Run,
  tenths,
} from "./figures.ts";
import { percentileOf } from "./histogram.ts";

/** The verdict, what failed, and who used the processor, as lines for a terminal. */
export function linesOf(run: Run, verdict: readonly Line[]): string[] {
  const table = verdict.map(({ what, wanted, found, isKept }) => {
    const word = isKept === undefined ? "not judged" : isKept ? "kept" : "MISSED";
    return `  ${word.padEnd(11)} ${what}: ${found} (wanted ${wanted})`;
  });
  const failed = Object.entries(failuresOf(run)).map(([why, count]) => `  ${count} × ${why}`);
  const cpu = Object.entries(meanCpu(run)).map(
    ([name, share]) => `${name} ${Math.round(share * 100)} %`,
  );
  const between = (what: "memory" | "files") =>
    Object.entries(memoryBetween(run, what))
      .map(([name, { first, last }]) => `${name} ${megabytes(first)} → ${megabytes(last)}`)
      .join(", ");
  const logins = answeredIn(run, ["login"]);
  const { heard, late } = run.bells;
  return [
    "",
    ...table,
    ...(failed.length > 0 ? ["", "Failed:", ...failed] : []),
    "",
    `Sign-ins: p50 ${tenths(percentileOf(logins, 0.5))} ms, p99 ${tenths(percentileOf(logins, 0.99))} ms`,
    `Bells: ${heard} heard, p50 ${tenths(percentileOf(late, 0.5))} ms after what they tell of, p99 ${tenths(percentileOf(late, 0.99))} ms`,
    `Processor, of one core: ${cpu.join(", ")}`,
    `Memory of its own in MB, least of the first minute and of the last: ${between("memory")}`,
    `Pages of files, the same: ${between("files")}`,
    bottleneckOf(run, availableParallelism()),
  ];
}

function megabytes(bytes: number): string {
  return tenths(bytes / 1024 / 1024);
}
