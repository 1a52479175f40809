import { accessSync, chmodSync, constants, mkdirSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { problem } from "./problem.ts";

/** A new database takes about 60 MB, its journal up to a gigabyte under load. */
const LEAST_FREE_MEGABYTES = 200;

/** Everything an installation keeps, by its path. */
export type Places = {
  dataDir: string;
  database: string;
  secrets: string;
  rolePasswords: string;
  sandbox: string;
  auditHeads: string;
  logs: string;
  lock: string;
};

/** Where things are in a data folder. */
export function placesIn(dataDir: string): Places {
  return {
    dataDir,
    database: path.join(dataDir, "database"),
    secrets: path.join(dataDir, "secrets.json"),
    rolePasswords: path.join(dataDir, "database-passwords.json"),
    sandbox: path.join(dataDir, "sandbox"),
    auditHeads: path.join(dataDir, "audit-heads"),
    logs: path.join(dataDir, "logs"),
    lock: path.join(dataDir, "start.lock"),
  };
}

/** Makes the data folder, readable by its owner only; throws a problem when it cannot be used. */
export function prepareDataDir(places: Places): void {
  const { dataDir } = places;
  // The database does not run as root: started by root, its own user must be able to pass through.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    mkdirSync(dataDir, { recursive: true, mode });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    chmodSync(dataDir, mode);
    mkdirSync(places.logs, { recursive: true });
    mkdirSync(places.sandbox, { recursive: true });
  } catch (error) {
    throw unusable(dataDir, error);
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMegabytes = Math.floor((bavail * bsize) / 1024 ** 2);
  if (freeMegabytes < LEAST_FREE_MEGABYTES) {
    throw problem(
      `The disk of ${dataDir} is full: ${freeMegabytes} MB are free and ${LEAST_FREE_MEGABYTES} MB are needed.`,
      "Free some space, or choose a folder on another disk with DATA_DIR=…",
    );
  }
}

/**
 * Removes what an installation kept, and nothing that somebody else put in the folder; the keys last: as long as
 * they are there, the rest is known for the demo's (assertOurs.ts), also when this was cut off.
 */
export function emptyDataDir(places: Places, remove: (place: string) => void = removeWhole): void {
  for (const place of [
    places.database,
    places.sandbox,
    places.rolePasswords,
    places.auditHeads,
    places.logs,
    `${places.secrets}.next`,
    places.secrets,
  ]) {
    remove(place);
  }
}

function removeWhole(place: string): void {
  rmSync(place, { recursive: true, force: true });
}

function unusable(dataDir: string, error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reasons: Record<string, string> = {
    EACCES: "this user may not write there",
    EPERM: "it belongs to another user",
    EROFS: "the disk is read-only",
    ENOSPC: "the disk is full",
    ENOTDIR: "a file is in the way",
    EEXIST: "a file is in the way",
  };
  return problem(
    `The data folder ${dataDir} cannot be used: ${reasons[code] ?? String(error)}.`,
    "Put that right, or choose another folder with DATA_DIR=…",
  );
}
