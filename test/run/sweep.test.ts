import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readPostmaster } from "#server/db/postmaster.ts";
import { isAlive } from "./runningStart.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "sweep-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** The folders that a run gets, as a program writes them. */
const folders = () => JSON.stringify([parent, path.join(parent, "runs")]);

/** A run of tests that has started a database of its own, as `npm test` does, and goes on for ever. */
async function startRun(): Promise<{ pid: number; temporary: string }> {
  const program = `
    import path from "node:path";
    import { startEmbedded } from "#server/db/embedded.ts";
    import { beginTestRun } from "#scripts/test/testRun.ts";
    const { temporary } = await beginTestRun(...${folders()});
    await startEmbedded(path.join(temporary, "data"), { test: true });
    process.send(temporary);
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [temporary] = (await once(child, "message")) as [string];
  child.disconnect();
  return { pid: child.pid ?? 0, temporary };
}

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a run of tests that %s ends leaves neither its database nor its files",
  async (signal) => {
    const { pid, temporary } = await startRun();
    const server = readPostmaster(path.join(temporary, "data", "pg18"))?.pid ?? 0;
    expect(isAlive(server)).toBe(true);
    process.kill(pid, signal);
    await expect.poll(() => isAlive(server) || existsSync(temporary)).toBe(false);
  },
);

test("two runs at once do not meet, and of those that are gone the latest reports stay", async () => {
  const script = `
    import { beginTestRun } from "#scripts/test/testRun.ts";
    const { reports, temporary, end } = await beginTestRun(...${folders()});
    process.send({ reports, temporary });
    process.once("message", async () => { await end(); process.exit(); });
  `;
  const begin = async () => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const [folders] = (await once(child, "message")) as [{ reports: string; temporary: string }];
    return { child, ...folders };
  };
  // Six that are gone, the first the oldest; no process has a number as high as theirs.
  const gone = Array.from({ length: 6 }, (_, place) =>
    path.join(parent, "runs", `99999999${place}-0a0b`),
  );
  for (const [place, folder] of gone.entries()) {
    mkdirSync(folder, { recursive: true });
    utimesSync(folder, place + 1, place + 1);
  }
  const one = await begin();
  const other = await begin();
  expect([gone, one.reports, other.reports].flat().filter(existsSync)).toEqual([
    ...gone.slice(1),
    one.reports,
    other.reports,
  ]);
  expect(existsSync(one.temporary) && existsSync(other.temporary)).toBe(true);
  for (const { child, temporary } of [one, other]) {
    child.send("end");
    await once(child, "exit");
    expect(existsSync(temporary)).toBe(false);
  }
});
