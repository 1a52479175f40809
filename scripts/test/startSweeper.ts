import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/**
 * Starts a process (sweeper.ts) that outlives this one, however it ends: then it ends every database and bank
 * whose files are under `folder`, and removes the folder. What is returned has it done now, and waits for it.
 */
export function startSweeper(folder: string): () => Promise<void> {
  const sweeper = spawn(process.execPath, [path.join(import.meta.dirname, "sweeper.ts"), folder], {
    stdio: ["pipe", "ignore", "inherit"],
    // Ctrl-C reaches whoever stands in the foreground, not it.
    detached: true,
  });
  const ended = once(sweeper, "exit");
  sweeper.unref();
  // It is never written to: its end is the sign. A sweeper that was killed must not end us.
  sweeper.stdin.on("error", () => undefined);
  return async () => {
    sweeper.ref();
    sweeper.stdin.end();
    await ended;
  };
}
