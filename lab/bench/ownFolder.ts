import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "#server/db/embedded.ts";

const folders = new Set<string>();

/** A temporary folder of this program's; after Ctrl-C it goes, with the databases that run in it. */
export function makeFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Ends what runs in the folders that are left: a database outlives the program that began it. */
async function putAway(): Promise<void> {
  for (const folder of folders) {
    const running = readdirSync(folder)
      .map((name) => path.join(folder, name))
      .filter((data) => existsSync(path.join(data, "pg18", "postmaster.pid")));
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const data of running) await (await startEmbedded(data)).stop();
    removeFolder(folder);
  }
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => void putAway().finally(() => process.exit(code)));
}
