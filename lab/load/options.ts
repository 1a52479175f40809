import path from "node:path";
import { parseArgs } from "node:util";
import { readWhole } from "#scripts/start/readArguments.ts";

export type LoadOptions = {
  /** One run; growing parts of the payday until one is not kept; or the two ratios. */
  what: "run" | "search" | "ratios";
  fraction: number;
  /** Undefined takes the profile's. */
  sockets: number | undefined;
  members: number;
  minutes: number;
  /** Seconds before what counts; undefined takes a fifth of the run, two minutes at most. */
  warmUp: number | undefined;
  seed: number;
  apis: number;
  isProfiled: boolean;
  page: string;
};

export const USAGE = `npm run load [-- OPTIONS]           a payday, or a part of it
npm run load -- --search [OPTIONS]  the highest part of it that is kept
npm run load -- ratios [OPTIONS]    2 API processes over 1; cost of a call with 200,000 members over 1,000

  --fraction F   part of the payday of lab/load/loadProfile.json (1)
  --sockets N    members on line, each with a socket (6000, or that part of it)
  --members N    how many members the bank has (200000)
  --minutes N    how long the figures count (10)
  --warm-up S    seconds before that (a fifth of it, 120 at most)
  --seed N       who calls when (1)
  --apis N       API processes (1)
  --profile      what takes the processor's time, of each process and of the database
  --page FILE    where the report is written (.cache/load/report.html)`;

/** Reads the arguments; throws a sentence that names the first mistake. */
export function readLoadOptions(args: readonly string[]): LoadOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      search: { type: "boolean", default: false },
      fraction: { type: "string", default: "1" },
      sockets: { type: "string" },
      members: { type: "string", default: "200000" },
      minutes: { type: "string", default: "10" },
      "warm-up": { type: "string" },
      seed: { type: "string", default: "1" },
      apis: { type: "string", default: "1" },
      profile: { type: "boolean", default: false },
      page: { type: "string", default: ".cache/load/report.html" },
    },
  });
  const [word, ...more] = positionals;
  if ((word !== undefined && word !== "ratios") || more.length > 0) {
    throw new Error(`There is no ${[word, ...more].join(" ")} to run.`);
  }
  const { sockets, "warm-up": warmUp } = values;
  return {
    what: word ?? (values.search ? "search" : "run"),
    fraction: numberIn("--fraction", values.fraction, 0.005, 4),
    sockets: sockets === undefined ? undefined : readWhole("--sockets", sockets, 4, 60_000),
    members: readWhole("--members", values.members, 1_000, 1_000_000),
    minutes: numberIn("--minutes", values.minutes, 0.1, 1_440),
    warmUp: warmUp === undefined ? undefined : readWhole("--warm-up", warmUp, 0, 3_600),
    seed: readWhole("--seed", values.seed, 0, 2 ** 32 - 1),
    apis: readWhole("--apis", values.apis, 1, 16),
    isProfiled: values.profile,
    page: path.resolve(values.page),
  };
}

function numberIn(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text === "" || !(value >= least && value <= most)) {
    throw new Error(`${name} takes a number from ${least} to ${most}, not '${text}'.`);
  }
  return value;
}

/** Seconds of warm-up and of what counts. */
export function timesOf({ minutes, warmUp }: Pick<LoadOptions, "minutes" | "warmUp">): {
  warmUpSeconds: number;
  measuredSeconds: number;
} {
  const measuredSeconds = Math.round(minutes * 60);
  return {
    warmUpSeconds: warmUp ?? Math.min(120, Math.round(measuredSeconds / 5)),
    measuredSeconds,
  };
}
