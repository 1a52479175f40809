import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#test/support/freePort.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";
import { type Installation, isAlive, pidsOf, until } from "./runningStart.ts";

/* npm start in the background of a script, where the shell has the signal of Ctrl-C ignored. */

const ALL_GONE_WITHIN = { timeout: 300_000, interval: 100 };

let bank: Installation;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "stop-"));
  bank = {
    dataDir: path.join(folder, "data"),
    port: await freePort(),
    sandboxPort: await freePort(),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm start &`, and all its processes once it serves: those above the supervisor by name. */
async function startInBackground() {
  const log = path.join(folder, "log");
  const npm = Number(
    execFileSync("sh", ["-c", `npm start >'${log}' 2>&1 & echo $!`], {
      encoding: "utf8",
      env: {
        ...shellWithoutBank(),
        NODE_ENV: "development",
        DATA_DIR: bank.dataDir,
        PORT: String(bank.port),
        SANDBOX_PORT: String(bank.sandboxPort),
      },
    }),
  );
  await until(() => readFileSync(log, "utf8").includes("Ctrl-C stops everything"));
  const { supervisor = 0, ...others } = pidsOf(bank);
  return { pids: { npm, start: parentOf(supervisor), supervisor, ...others } };
}

/** From /proc: the fourth word of stat, after the name in brackets. */
function parentOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
}

describe("S172 npm start in the background ends with all its processes in ten seconds", () => {
  test.each([
    ["SIGINT", "npm"],
    ["SIGTERM", "npm"],
    ["SIGKILL", "npm"],
    ["SIGTERM", "start"],
    ["SIGINT", "start"],
    ["SIGTERM", "supervisor"],
    ["SIGINT", "supervisor"],
  ] as const)("S172 at %s to %s", async (signal, whom) => {
    const { pids } = await startInBackground();
    process.kill(pids[whom], signal);
    const left = () => Object.entries(pids).filter(([, pid]) => isAlive(pid));
    await expect.poll(left, ALL_GONE_WITHIN).toEqual([]);
  });

  test("S172 also one that does not listen is gone", async () => {
    const { pids } = await startInBackground();
    // Takes no signal but the one that nobody can refuse.
    process.kill(pidsOf(bank)["api"] ?? 0, "SIGSTOP");
    process.kill(pids.npm, "SIGTERM");
    const left = () => Object.entries(pids).filter(([, pid]) => isAlive(pid));
    await expect.poll(left, ALL_GONE_WITHIN).toEqual([]);
  });
});

test("S172 a signal while packages are installed or pages are built ends that too", async () => {
  const program = `
    import { plainly, runToEnd } from "${path.resolve("bin/prepare.mjs")}";
    await plainly(() => runToEnd(process.execPath, ["-e", "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)"], {}));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: "ignore",
  });
  const pid = child.pid ?? 0;
  const childrenOf = () =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map(Number);
  await until(() => childrenOf().length > 0);
  const pids = [pid, ...childrenOf()];
  process.kill(pid, "SIGINT");
  await expect.poll(() => pids.filter(isAlive), ALL_GONE_WITHIN).toEqual([]);
});
