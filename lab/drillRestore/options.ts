import { problem } from "#scripts/start/problem.ts";

export type DrillOptions = {
  members: number;
  /** How long money moves between the last note and the loss of the database. */
  seconds: number;
};

const HELP = `npm run drill:restore [-- --members 1000000] [--seconds 75]

  --members   so many beside the demo's (20000)
  --seconds   so long money moves before the database is lost (75: longer than archive_timeout)`;

/**
 * Of fewer members no table is a file of its own in the backup, to be damaged; codes are good for an hour, so
 * money moves for less, and for longer than archive_timeout, so that the archive reaches the moment.
 */
const BOUNDS = { members: [20_000, 5_000_000], seconds: [65, 1800] } as const;

export function readDrillOptions(args: readonly string[]): DrillOptions {
  const options: DrillOptions = { members: 20_000, seconds: 75 };
  for (let at = 0; at < args.length; at += 2) {
    const [name = "", value = ""] = args.slice(at, at + 2);
    const key = name === "--members" ? "members" : name === "--seconds" ? "seconds" : undefined;
    if (key === undefined) throw problem(`There is no option ${name}.`, "", HELP);
    const [least, most] = BOUNDS[key];
    if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most) {
      throw problem(`${name} takes a number from ${least} to ${most}, not '${value}'.`, "", HELP);
    }
    options[key] = Number(value);
  }
  return options;
}
