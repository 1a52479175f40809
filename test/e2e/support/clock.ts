import { setClockAhead } from "#test/support/clockFile.ts";

/** Moves the time of every process of the bank, by seconds from the real one. */
export function bankClock(clockFile: string) {
  return {
    /** Seconds ahead of the real time, from now on. */
    ahead: (seconds: number): void => setClockAhead(clockFile, seconds),
    /** The real time again. */
    reset: (): void => setClockAhead(clockFile, 0),
  };
}
