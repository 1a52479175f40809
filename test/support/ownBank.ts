import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./freePort.ts";
import { type Stack, startStack } from "#scripts/start/startStack.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";
import { setClockAhead } from "./clockFile.ts";

export type OwnBank = {
  stack: Stack;
  /** Seconds that every process of it is ahead of the real time, from now on. */
  setAhead: (seconds: number) => void;
  /** Stops it and removes everything it kept. */
  end: () => Promise<void>;
};

/**
 * A durable bank with the demo's people for one run of a script: a temporary folder with a database of
 * its own, free ports, and a clock that the script moves.
 */
export async function startOwnBank(
  name: string,
  environment: Record<string, string>,
  say: (text: string) => void,
  workers = 1,
): Promise<OwnBank> {
  const dataDir = mkdtempSync(path.join(tmpdir(), `bank-${name}-`));
  const clockFile = path.join(dataDir, "clock");
  const setAhead = (seconds: number) => setClockAhead(clockFile, seconds);
  setAhead(0);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const stack = await startStack(
    {
      host: "127.0.0.1",
      port: await freePort(),
      workers,
      sandboxPort: await freePort(),
      dataDir,
      databaseUrl: undefined,
      isDemo: true,
      reset: false,
      isFast: false,
      environment: { ...shellWithoutBank(), CLOCK_FILE: clockFile, ...environment },
    },
    say,
  ).catch((error: unknown) => {
    remove();
    throw error;
  });
  const stopAndRemove = async () => {
    await stack.stop();
    remove();
  };
  let ending: Promise<void> | undefined;
  return {
    stack,
    setAhead,
    // Whoever was interrupted and whoever fails because of it wait for the same end.
    end: () => (ending ??= stopAndRemove()),
  };
}
