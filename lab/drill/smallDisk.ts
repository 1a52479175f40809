import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { undoLater } from "./cleanUp.ts";
import { requireRoot } from "./tool.ts";

/** A disk of its own, small enough to fill. */
export type SmallDisk = {
  /** Takes all the space that is left. */
  fill: () => void;
  free: () => void;
  unmount: () => Promise<void>;
};

/** Mounts a disk in memory over a folder, which is made. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  requireRoot("mount a small disk");
  mkdirSync(folder, { recursive: true });
  run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", folder]);
  const unmount = undoLater(() => run("umount", ["--lazy", folder]));
  const ballast = path.join(folder, "ballast");
  return {
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount,
  };
}

/** In ever smaller pieces, until not even a page fits. */
function fill(file: string): void {
  const handle = openSync(file, "a");
  try {
    for (const bytes of [1 << 20, 1 << 12]) {
      const piece = Buffer.alloc(bytes);
      while (fits(handle, piece));
    }
  } finally {
    closeSync(handle);
  }
}

function fits(handle: number, piece: Buffer): boolean {
  try {
    return writeSync(handle, piece) === piece.length;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}

function run(program: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? stderr}`);
}
