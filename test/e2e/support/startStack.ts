import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { memoryOf } from "#scripts/start/memory.ts";
import { explain } from "#scripts/start/problem.ts";
import { startStack } from "#scripts/start/startStack.ts";
import { sharedPasswordsFile } from "#test/support/sharedPasswords.ts";
import { addresses } from "./addresses.ts";

/** How the tests find the databases of the bank they drive. */
export const DATABASE_FILE = "database-urls.json";

/**
 * The whole bank for one run of the browser tests, started by Playwright and stopped by SIGTERM: a
 * data folder of its own, a database that is thrown away (on DATABASE_URL's server when that is set).
 */
async function main(): Promise<void> {
  const { dataDir, port, sandboxPort, clockFile } = await addresses();
  const stopping = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => stopping.abort(new Error("stopped")));
  }
  // Playwright was killed: nobody is left who would stop us.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stopping.abort(new Error("stopped")), 1000).unref();
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
          : { databaseName, passwordsFile: sharedPasswordsFile(adminUrl) }),
        isDemo: true,
        reset: false,
        isFast: true,
        environment: { ...process.env, NODE_ENV: "test", CLOCK_FILE: clockFile, LOG_LEVEL: "info" },
      },
      say,
      stopping.signal,
    );
    writeFileSync(path.join(dataDir, DATABASE_FILE), JSON.stringify(stack.database.urls()));
    await new Promise((resolve) => stopping.signal.addEventListener("abort", resolve));
    say(`Memory at the end of the run: ${memoryOf(stack.pids())}`);
    await stack.stop();
    if (adminUrl !== undefined) await dropDatabase(adminUrl, databaseName);
    rmSync(dataDir, { recursive: true, force: true });
  } catch (error) {
    if (stopping.signal.aborted) return;
    say(explain(error));
    process.exitCode = 1;
  }
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

await main();
