import { readFileSync } from "node:fs";

const STOPS_WITHIN_MS = 12_000;
const LOOK_EVERY_MS = 100;

/**
 * After a kill -9 the children of that start stop by themselves, because their channel closed. Waits
 * for them, so that two APIs never serve at once, and ends those that hang.
 */
export async function waitForLeftBehind(children: Record<string, number>): Promise<void> {
  const pids = Object.values(children);
  for (let waited = 0; waited < STOPS_WITHIN_MS; waited += LOOK_EVERY_MS) {
    if (!pids.some(isOurs)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  for (const pid of pids.filter(isOurs)) process.kill(pid, "SIGKILL");
}

/** Alive, and a program of this project: process numbers are used again by strangers. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
    if (state === "Z") return false;
    return /src\/(server\/entry|sandbox)\/\w+\.ts/.test(
      readFileSync(`/proc/${pid}/cmdline`, "utf8"),
    );
  } catch {
    // No /proc on this system: the freed port will have to tell.
    return false;
  }
}
