import path from "node:path";
import { problem } from "#scripts/start/problem.ts";

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

export const HELP = `npm run load [-- OPTIONS]           a payday, or a part of it
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

/** Reads the arguments; throws a problem that names the first mistake. */
export function readLoadOptions(args: readonly string[]): LoadOptions {
  const options: LoadOptions = {
    what: "run",
    fraction: 1,
    sockets: undefined,
    members: 200_000,
    minutes: 10,
    warmUp: undefined,
    seed: 1,
    apis: 1,
    isProfiled: false,
    page: path.resolve(".cache/load/report.html"),
  };
  for (let at = 0; at < args.length; at += 1) {
    const name = args[at] ?? "";
    const value = () => args[(at += 1)];
    switch (name) {
      case "ratios":
        options.what = "ratios";
        break;
      case "--search":
        options.what = "search";
        break;
      case "--profile":
        options.isProfiled = true;
        break;
      case "--fraction":
        options.fraction = numberIn(name, value(), 0.005, 4);
        break;
      case "--sockets":
        options.sockets = Math.round(numberIn(name, value(), 4, 60_000));
        break;
      case "--members":
        options.members = Math.round(numberIn(name, value(), 1_000, 1_000_000));
        break;
      case "--minutes":
        options.minutes = numberIn(name, value(), 0.1, 1_440);
        break;
      case "--warm-up":
        options.warmUp = Math.round(numberIn(name, value(), 0, 3_600));
        break;
      case "--seed":
        options.seed = Math.round(numberIn(name, value(), 0, 2 ** 32 - 1));
        break;
      case "--apis":
        options.apis = Math.round(numberIn(name, value(), 1, 16));
        break;
      case "--page":
        options.page = path.resolve(value() ?? "");
        break;
      default:
        throw problem(`There is no option ${name}.`, "", HELP);
    }
  }
  return options;
}

function numberIn(name: string, text: string | undefined, least: number, most: number): number {
  const value = Number(text);
  if (text === undefined || text === "" || !(value >= least && value <= most)) {
    throw problem(`${name} takes a number from ${least} to ${most}.`);
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
