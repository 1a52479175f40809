import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import pg from "pg";
import { memoryOf, memoryText } from "#scripts/start/memory.ts";
import { explain } from "#scripts/start/problem.ts";
import { startStack } from "#scripts/start/startStack.ts";
import { passwordsOfBorrowed } from "#scripts/test/borrowedServer.ts";
import type { Addresses } from "./addresses.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";

/** What API, worker and sandbox of one bank may hold together. */
const MEMORY_LIMIT_MEGABYTES = 400;

/**
 * The whole bank for one test worker (bankProcess.ts), stopped by SIGTERM or with its parent: a data
 * folder of its own, a database that is thrown away (on DATABASE_URL's server when that is set).
 */
async function main({ dataDir, port, sandboxPort, clockFile }: Addresses): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error("stopped"));
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, stop);
  const adminUrl = process.env["DATABASE_URL"] || undefined;
  const databaseName = `bank_e2e_${randomBytes(5).toString("hex")}`;
  try {
    const stack = await startStack(
      {
        host: "127.0.0.1",
        port,
        sandboxPort,
        dataDir,
        databaseUrl: adminUrl,
        ...(adminUrl === undefined
          ? {}
          : { databaseName, passwordsFile: await passwordsOfBorrowed(adminUrl) }),
        isDemo: true,
        reset: false,
        isFast: true,
        environment: {
          ...shellWithoutBank(),
          NODE_ENV: "test",
          CLOCK_FILE: clockFile,
          // Each test signs in on a browser of its own, as the same demo members.
          PAUSE_HOURS: "0",
          LOG_LEVEL: "info",
        },
      },
      say,
      stopping.signal,
    );
    process.send?.(stack.database.urls());
    await new Promise((resolve) => stopping.signal.addEventListener("abort", resolve));
    sayMemory(stack.pids());
    await stack.stop();
  } catch (error) {
    if (!stopping.signal.aborted) {
      say(explain(error));
      process.exitCode = 1;
    }
  }
  if (adminUrl !== undefined) await dropDatabase(adminUrl, databaseName);
  rmSync(dataDir, { recursive: true, force: true });
  // The channel to the parent would keep us here.
  if (process.connected) process.disconnect();
}

function sayMemory(pids: Record<string, number>): void {
  const memory = memoryOf(pids);
  const isTooMuch = memory.together > MEMORY_LIMIT_MEGABYTES;
  say(
    `Memory of a bank at its end: ${memoryText(memory)}` +
      (isTooMuch ? ` — MORE than the ${MEMORY_LIMIT_MEGABYTES} MB it may take` : ""),
  );
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${admin.escapeIdentifier(name)} (force)`);
  await admin.end();
}

// Written by bankProcess.ts.
await main(JSON.parse(process.argv[2] ?? "{}") as Addresses);
