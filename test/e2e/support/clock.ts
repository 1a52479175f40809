import { writeFileSync } from "node:fs";

/** Moves the time of every process of the bank, by seconds from the real one. */
export function bankClock(clockFile: string) {
  return {
    /** Seconds ahead of the real time, from now on. */
    ahead: (seconds: number): void => writeFileSync(clockFile, String(seconds)),
    /** The real time again. */
    reset: (): void => writeFileSync(clockFile, "0"),
  };
}
