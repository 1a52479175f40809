import { parseArgs } from "node:util";
import { readWhole } from "#scripts/start/readArguments.ts";

export type DrillOptions = {
  members: number;
  /** How long money moves between the last note and the loss of the database. */
  seconds: number;
};

export const USAGE = `npm run drill:restore [-- --members 1000000] [--seconds 75]

  --members   so many beside the demo's (20000)
  --seconds   so long money moves before the database is lost (75: longer than archive_timeout)`;

/**
 * Of fewer members no table is a file of its own in the backup, to be damaged; codes are good for an hour, so
 * money moves for less, and for longer than archive_timeout, so that the archive reaches the moment.
 */
export function readDrillOptions(args: readonly string[]): DrillOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      members: { type: "string", default: "20000" },
      seconds: { type: "string", default: "75" },
    },
  });
  return {
    members: readWhole("--members", values.members, 20_000, 5_000_000),
    seconds: readWhole("--seconds", values.seconds, 65, 1800),
  };
}
