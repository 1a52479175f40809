import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bankEnvironment } from "#scripts/start/childPlans.ts";
import { freePort } from "#test/support/freePort.ts";
import { problem } from "#scripts/start/problem.ts";
import { undoLater } from "./cleanUp.ts";
import type { DrillBank } from "./drillBank.ts";

/** Another API process of the same bank, on a machine whose clock is wrong. */
export type SkewedApi = {
  name: string;
  portalUrl: string;
  /** Puts its clock so many seconds before or behind the right time. */
  setClock: (seconds: number) => void;
  /** Whether a proxy would send it calls. */
  isReady: () => Promise<boolean>;
  stop: () => Promise<void>;
};

/** Where Debian's package has it, by kind of processor. */
const LIBRARIES = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
);
const READY_WITHIN_MS = 90_000;

export async function startSkewedApi(
  { stack, dataDir }: DrillBank,
  name: string,
  seconds: number,
): Promise<SkewedApi> {
  const library = LIBRARIES.find((file) => existsSync(file));
  if (library === undefined) {
    throw problem("libfaketime is missing. On Debian: apt-get install faketime");
  }
  const file = path.join(dataDir, `clock-of-${name}`);
  const setClock = (to: number) => writeFileSync(file, `${to < 0 ? "" : "+"}${to}s`);
  setClock(seconds);
  const port = await freePort();
  const environment = bankEnvironment(stack.options, stack.places, stack.database);
  const child = spawn(process.execPath, ["src/server/entry/main.ts"], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      ...environment,
      PORT: String(port),
      // The system's clock counts there, as in production.
      CLOCK_FILE: "",
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      // Timers go on: what is wrong is the time of day.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = undoLater(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`the API ${name} ended with ${code}`)));
    setTimeout(() => reject(new Error(`the API ${name} is not ready`)), READY_WITHIN_MS).unref();
  });
  const portalUrl = `http://localhost:${port}`;
  const isReady = async () => (await fetch(`${portalUrl}/health/ready`)).ok;
  return { name, portalUrl, setClock, isReady, stop };
}
