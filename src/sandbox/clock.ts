import { readFileSync } from "node:fs";

/** The sandbox's one source of the time. */
export type Clock = () => Date;

/** The real clock plus the seconds written in the file, read on each use; no file is no offset. */
export function makeClock(clockFile: string | undefined): Clock {
  if (clockFile === undefined) return () => new Date();
  return () => new Date(Date.now() + offsetSeconds(clockFile) * 1000);
}

function offsetSeconds(clockFile: string): number {
  try {
    const seconds = Number(readFileSync(clockFile, "utf8").trim());
    return Number.isFinite(seconds) ? seconds : 0;
  } catch {
    return 0;
  }
}
