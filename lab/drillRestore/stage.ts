import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { endRunning, findPrograms, type Programs } from "#scripts/restore/programs.ts";
import { withClient } from "#scripts/restore/scratchCluster.ts";
import { freePort } from "#test/support/freePort.ts";
import { type Stack, startStack } from "#scripts/start/startStack.ts";
import { type Folders, foldersIn } from "./drillFiles.ts";
import { makePrimary, type Primary } from "./primary.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";

/** The bank on a PostgreSQL of its own, with what it keeps below one temporary folder. */
export type Stage = { programs: Programs; folders: Folders; primary: Primary; stack: Stack };

/** Sealing a million entries takes minutes. */
const SEALED_WITHIN_MS = 30 * 60 * 1000;
const LOOK_EVERY_MS = 1000;

/** Sets the stage, does the work on it and removes everything, also when it fails or is interrupted. */
export async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const programs = findPrograms(shellWithoutBank());
  const root = mkdtempSync(path.join(tmpdir(), "drill-"));
  chmodSync(root, 0o711);
  const folders = foldersIn(root);
  const closers: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort(new Error("interrupted"));
    endRunning();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  const interrupted = new Promise<never>((_resolve, reject) => {
    stopping.signal.addEventListener("abort", () => reject(stopping.signal.reason));
  });
  const play = async () => {
    const primary = await makePrimary(programs, folders);
    closers.push(primary.stop);
    const stack = await startBank(primary, path.join(root, "bank"), stopping.signal);
    closers.push(stack.stop);
    return work({ programs, folders, primary, stack });
  };
  try {
    return await Promise.race([play(), interrupted]);
  } finally {
    endRunning();
    for (const close of closers.toReversed()) await close().catch(() => undefined);
    rmSync(root, { recursive: true, force: true });
  }
}

async function startBank(primary: Primary, dataDir: string, signal: AbortSignal): Promise<Stack> {
  return startStack(
    {
      host: "127.0.0.1",
      port: await freePort(),
      sandboxPort: await freePort(),
      dataDir,
      databaseUrl: primary.serverUrl,
      isDemo: true,
      reset: false,
      isFast: false,
      environment: {
        ...shellWithoutBank(),
        LOG_LEVEL: "warn",
        // Members stay signed in while the database is restored.
        IDLE_SECONDS: "3600",
      },
    },
    () => undefined,
    signal,
  );
}

/** Waits until the worker has sealed every entry there is now. */
export async function untilSealed(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const startedAt = performance.now();
    const { rows } = await client.query<{ last: string }>(
      "select coalesce(max(id), 0)::text as last from journal_entry",
    );
    const last = BigInt(rows[0]?.last ?? 0);
    for (;;) {
      const { rows: sealed } = await client.query<{ last: string }>(
        "select coalesce(max(row_id), 0)::text as last from ledger_seal",
      );
      if (BigInt(sealed[0]?.last ?? 0) >= last) return Number(last);
      if (performance.now() - startedAt > SEALED_WITHIN_MS) throw new Error("not sealed in time");
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  });
}
