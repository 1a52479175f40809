import { statfsSync } from "node:fs";

const MEMORY_FOLDER = "/dev/shm";
const GIGABYTE = 1024 ** 3;
/** What the databases of all tests, and what else they put down, never need together. */
const FOLDER_BYTES = 4 * GIGABYTE;
/** With what all their programs need besides. */
const MEMORY_BYTES = 10 * GIGABYTE;

/** What a machine has room for; bytes, and -1 where there is no such thing. */
export type Room = { folderBytes: number; memoryBytes: number };

/**
 * The folder for temporary files that is memory, where there is room: a database is a thousand files, which
 * a disk takes twenty times as long to copy. Undefined leaves the usual one.
 */
export function quickFolder({ folderBytes, memoryBytes } = roomHere()): string | undefined {
  return folderBytes >= FOLDER_BYTES && memoryBytes >= MEMORY_BYTES ? MEMORY_FOLDER : undefined;
}

function roomHere(): Room {
  return { folderBytes: freeIn(MEMORY_FOLDER), memoryBytes: process.availableMemory() };
}

function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return -1;
  }
}
