import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { processExists } from "#server/db/postmaster.ts";
import { startSweeper } from "./startSweeper.ts";
import { sweep } from "./sweep.ts";

/** Reports, screenshots and logs of the runs, a folder for each. */
const RUNS = ".cache/test";
/** Reports of so many runs that ended are kept to be looked at. */
const KEPT_RUNS = 5;
/** '4711-1f3a': the process of a run, and four digits that tell it from an older one of the same number. */
const NAME = /^(?:tests-)?(\d+)-[0-9a-f]{4}$/;

/** What one `npm test` has to itself, so that two at once do not meet. */
export type TestRun = {
  /** Reports of the runners, screenshots, traces and logs of what failed; stays. */
  reports: string;
  /** For temporary files: databases, data folders; goes with the run. */
  temporary: string;
  /** Ends every database and bank that tests left in `temporary`, and removes it. */
  end: () => Promise<void>;
};

/**
 * Makes the folders of a run, `reports` under `runs`, `temporary` under `quick`: a short path, as addresses of
 * sockets must be. What runs that were killed left behind goes first. When this process dies, a process of its own does
 * what `end` does.
 */
export async function beginTestRun(quick: string | undefined, runs = RUNS): Promise<TestRun> {
  const parent = quick ?? os.tmpdir();
  for (const name of deadRunsIn(parent, "tests-")) await sweep(path.join(parent, name));
  for (const name of deadRunsIn(runs, "").slice(KEPT_RUNS))
    rmSync(path.join(runs, name), { recursive: true, force: true });
  const name = `${process.pid}-${randomBytes(2).toString("hex")}`;
  const reports = path.resolve(runs, name);
  const temporary = path.join(parent, `tests-${name}`);
  mkdirSync(reports, { recursive: true });
  mkdirSync(temporary);
  // A database server runs as another user when the tests run as root, and must be able to enter.
  chmodSync(temporary, 0o755);
  return { reports, temporary, end: startSweeper(temporary) };
}

/** The folders whose process is gone, the youngest first. */
function deadRunsIn(folder: string, prefix: string): string[] {
  return names(folder)
    .filter((name) => name.startsWith(prefix) && NAME.test(name))
    .filter((name) => !processExists(Number(NAME.exec(name)?.[1])))
    .map((name) => ({ name, at: statSync(path.join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ name }) => name);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
