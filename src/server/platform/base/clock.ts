import { readFileSync } from "node:fs";

/** The one source of the time. Everything else is handed `app.now`. */
export type Clock = () => Date;

/**
 * The real clock; with a clock file, the real clock plus the seconds written in it, read again on
 * each use, so that "24 hours later" is one write (docs/requirements/decisions.md, 2). An absent or empty file
 * is no offset.
 */
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
