import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { freePort } from "#test/support/freePort.ts";
import { findEmbedded } from "#server/db/embedded.ts";
import {
  type Installation,
  isAlive,
  isServing,
  pidsOf,
  type RunningStart,
  start,
  until,
} from "./runningStart.ts";

let bank: Installation;
let running: RunningStart | undefined;

/** The start that is under way, or a new one: most of a test's time is the starting. */
async function aRunningStart(): Promise<RunningStart> {
  running ??= start(bank);
  await running.ready;
  return running;
}

/** Waits until the one under way has ended, and answers its exit code. */
async function ended(): Promise<number | null> {
  const code = await running?.exit;
  running = undefined;
  return code ?? null;
}

beforeAll(async () => {
  bank = {
    // With a space, as in "My Documents".
    dataDir: path.join(mkdtempSync(path.join(tmpdir(), "bank run ")), "data"),
    port: await freePort(),
    sandboxPort: await freePort(),
  };
});

afterEach(async ({ task }) => {
  // What went wrong in one test is nothing that the next begins with.
  if (task.result?.state !== "fail" || running === undefined) return;
  running.process.kill("SIGTERM");
  await ended();
});

afterAll(async () => {
  // What a killed supervisor left behind is taken over by the next start, and ends with it.
  const left = await findEmbedded(path.join(bank.dataDir, "database"));
  if (running !== undefined || left !== undefined) {
    const last = await aRunningStart();
    last.process.kill("SIGINT");
    await ended();
  }
  rmSync(path.dirname(bank.dataDir), { recursive: true, force: true });
});

describe("npm start", () => {
  test("prints addresses, members and their password, and serves", async () => {
    const { output } = await aRunningStart();
    expect(output()).toContain(`http://localhost:${bank.port}`);
    expect(output()).toContain(`http://localhost:${bank.sandboxPort}`);
    expect(output()).toContain(brand.demoPassword);
    expect(output()).toContain("florante.yambao01");
    expect(output()).toContain(`http://localhost:${bank.port}/console`);
    expect(output()).toContain("supervisor2.demo");
    expect(await isServing(bank)).toBe(true);
  });

  test("a second start of the same folder is refused, and the first goes on", async () => {
    await aRunningStart();
    const second = start({ ...bank, port: await freePort(), sandboxPort: await freePort() });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain("already running");
    expect(await isServing(bank)).toBe(true);
  });

  test("Ctrl-C ends every process, with 0", async () => {
    const started = await aRunningStart();
    const pids = pidsOf(bank);
    expect(Object.keys(pids).toSorted()).toEqual([
      "api",
      "database",
      "sandbox",
      "supervisor",
      "worker",
    ]);
    // As from a terminal, from npm and from bin/start.mjs at once.
    for (let times = 0; times < 3; times += 1) started.process.kill("SIGINT");
    expect(await ended()).toBe(0);
    expect(Object.entries(pids).filter(([, pid]) => isAlive(pid))).toEqual([]);
    expect(started.output()).toContain("Stopped.");
  });

  test.each(["api", "worker", "sandbox", "database"])(
    "a killed %s comes back by itself",
    async (name) => {
      await aRunningStart();
      const before = pidsOf(bank)[name] ?? 0;
      process.kill(before, "SIGKILL");
      await until(() => (pidsOf(bank)[name] ?? before) !== before && !isAlive(before));
      await until(() => isServing(bank));
      expect(isAlive(pidsOf(bank)[name] ?? 0)).toBe(true);
    },
  );

  test("when the supervisor is killed its programs stop, and the next start takes over", async () => {
    await aRunningStart();
    const { database = 0, supervisor = 0, ...programs } = pidsOf(bank);
    process.kill(supervisor, "SIGKILL");
    await ended();
    const second = await aRunningStart();
    expect(Object.values(programs).filter(isAlive)).toEqual([]);
    expect(pidsOf(bank)["database"]).toBe(database);
    expect(await isServing(bank)).toBe(true);
    expect(second.output()).not.toContain("is started again");
  });

  test("when everything is killed at once the next start recovers", async () => {
    await aRunningStart();
    const { supervisor = 0, ...others } = pidsOf(bank);
    for (const pid of [supervisor, ...Object.values(others)]) process.kill(pid, "SIGKILL");
    await ended();
    await aRunningStart();
    expect(await isServing(bank)).toBe(true);
  });
});

describe("what is missing is said plainly", () => {
  // Nothing of ours runs then.
  beforeAll(async () => {
    running?.process.kill("SIGINT");
    await ended();
  });

  test.each([
    ["port", "PORT"],
    ["sandboxPort", "SANDBOX_PORT"],
  ] as const)("a used %s", async (which, variable) => {
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(bank[which], "127.0.0.1", resolve));
    const started = start(bank);
    expect(await started.exit).toBe(1);
    stranger.close();
    expect(started.output()).toContain(`Port ${bank[which]} is in use`);
    expect(started.output()).toContain(`${variable}=`);
    expect(started.output()).not.toMatch(/\n\s+at /);
  });

  test("a data folder that cannot be one", async () => {
    const file = path.join(path.dirname(bank.dataDir), "a file");
    writeFileSync(file, "");
    const started = start({ ...bank, dataDir: path.join(file, "data") });
    expect(await started.exit).toBe(1);
    expect(started.output()).toContain("cannot be used: a file is in the way");
    expect(started.output()).toContain("DATA_DIR=");
  });

  test("an option that does not exist", async () => {
    const started = start(bank, ["--rest"]);
    expect(await started.exit).toBe(2);
    expect(started.output()).toContain("Unknown option '--rest'");
    expect(started.output()).toContain("--reset");
  });
});
