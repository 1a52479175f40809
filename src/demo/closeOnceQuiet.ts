import { Refusal } from "#server/refusal.ts";

/** How often a closing is asked for at most, each of which waits by itself. */
const CLOSINGS = 60;

/**
 * Closes a day on a server that others use as well, whose transactions, of any database, may be under way for longer
 * than a closing waits. It is asked again then, and goes on where it stopped. Any other no is the caller's.
 */
export async function closeOnceQuiet(close: () => Promise<void>): Promise<void> {
  for (let left = CLOSINGS; left > 0; left -= 1) {
    try {
      return await close();
    } catch (error) {
      const isUnderWay = error instanceof Refusal && error.code === "day_closing";
      if (!isUnderWay || left === 1) throw error;
    }
  }
}
