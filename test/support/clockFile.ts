import { renameSync, writeFileSync } from "node:fs";

/**
 * Moves the clock of every process that reads `clockFile` (CLOCK_FILE) to so many seconds ahead of the real time.
 * The file is replaced, never written over: a process that reads it meanwhile would find it empty, which is the
 * real time, and take an answer signed an hour ahead for a forgery.
 */
export function setClockAhead(clockFile: string, seconds: number): void {
  writeFileSync(`${clockFile}.next`, String(seconds));
  renameSync(`${clockFile}.next`, clockFile);
}

/** The same, to a moment. */
export function setClockTo(clockFile: string, at: Date): void {
  setClockAhead(clockFile, (at.getTime() - Date.now()) / 1000);
}
