import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type EmbeddedDatabase, startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { processExists, readPostmaster } from "#server/db/postmaster.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { passwordsOfBorrowed } from "#scripts/test/borrowedServer.ts";
import { startSweeper } from "#scripts/test/startSweeper.ts";
import type { TestServer } from "./testDb.ts";

declare module "vitest" {
  // Vitest's own way to name what a global set-up hands to the tests.
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const PREFIX = "bank-test-";

/**
 * Runs once before all tests: one migrated, empty database that every test file copies. A server of
 * its own in the folder for temporary files, unless DATABASE_URL is the administrator's address of a
 * PostgreSQL 15 or later without a bank. Runs at the same time do not meet.
 */
export default async function makeTemplate(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTemplate();
  project.provide("testServer", server);
  return stop;
}

/** The same for what runs many tests without a test runner. */
export async function startTemplate(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  removeAbandoned();
  const external = process.env["DATABASE_URL"];
  const { adminUrl, passwordsFile, stop } = await (external ? borrow(external) : startOwn());
  const template = `template_${randomBytes(6).toString("hex")}`;
  const urls = await prepareDatabase(adminUrl, passwordsFile, template);
  await migrate(urls.ownerUrl);
  const cloneOptions = await fastestClone(adminUrl);
  return {
    server: { adminUrl, template, cloneOptions, ...urls },
    stop: async () => {
      if (external) await dropDatabases(adminUrl, template);
      await stop();
    },
  };
}

type Server = { adminUrl: string; passwordsFile: string; stop: () => Promise<void> };

async function borrow(adminUrl: string): Promise<Server> {
  const passwordsFile = await passwordsOfBorrowed(adminUrl);
  return { adminUrl, passwordsFile, stop: () => Promise.resolve() };
}

async function startOwn(): Promise<Server> {
  const folder = path.join(
    os.tmpdir(),
    `${PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`,
  );
  mkdirSync(folder);
  // The server runs as another user when the tests run as root, and must be able to enter.
  chmodSync(folder, 0o755);
  writeFileSync(path.join(folder, "pid"), String(process.pid));
  // `npm test` sweeps what its tests leave behind; without it this run has it done itself.
  const isSwept = process.env["TEST_REPORTS"] !== undefined;
  const sweepUp = isSwept
    ? () => rm(folder, { recursive: true, force: true })
    : startSweeper(folder);
  let database: EmbeddedDatabase;
  try {
    database = await startEmbedded(path.join(folder, "data"), {
      test: true,
      withoutNetwork: true,
    });
  } catch (error) {
    await sweepUp();
    throw error;
  }
  return {
    adminUrl: database.adminUrl,
    passwordsFile: path.join(folder, "passwords.json"),
    stop: async () => {
      await database.stop();
      await sweepUp();
    },
  };
}

/** A killed run leaves its server behind; the next run ends it and removes its files. */
function removeAbandoned(): void {
  for (const name of readdirSync(os.tmpdir())) {
    const [, pid] = /^bank-test-(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
    if (pid === undefined || processExists(Number(pid))) continue;
    const folder = path.join(os.tmpdir(), name);
    const server = readPostmaster(path.join(folder, "data", "pg18"));
    try {
      if (server !== undefined) process.kill(server.pid, "SIGQUIT");
    } catch {
      // Gone already.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Copying files is several times faster than logging each page; where the server is ours, always. */
async function fastestClone(adminUrl: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ is_off: boolean }>(
      "select current_setting('fsync') = 'off' as is_off",
    );
    // A copy of files needs a checkpoint, which on a durable server costs more than it saves.
    return rows[0]?.is_off === true ? "strategy file_copy" : "";
  } finally {
    await admin.end();
  }
}

async function dropDatabases(adminUrl: string, template: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where datname = $1 or datname like $2",
      [template, `${template}\\_%`],
    );
    for (const { datname } of rows)
      await admin.query(`drop database ${admin.escapeIdentifier(datname)} (force)`);
  } finally {
    await admin.end();
  }
}
