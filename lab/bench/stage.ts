import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { AS_DEPLOYED } from "#lab/asDeployed.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { ensureSecrets, readSecrets, type Secrets } from "#server/platform/secrets/secrets.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";
import { startWithStandbys } from "./standbys.ts";
import { makeFolder, removeFolder } from "#lab/bench/ownFolder.ts";

export type Stage = {
  /** Superuser's connection, for preparing. */
  admin: pg.Pool;
  appUrl: string;
  adminUrl: string;
  secrets: Secrets;
  /** Ports of the API and of the bare server. */
  apiPort: number;
  barePort: number;
  /** Of the processes that are measured; of PostgreSQL's the one that starts the others. */
  pids: { api: number; bare: number; postgres: number };
  close: () => Promise<void>;
};

/**
 * A durable database of its own (fsync on), the API in its own process as it runs for members, and the
 * bare server beside it. The worker does not run: what is measured is the route, as on the other side
 * only the function is. `withStandbys`: each commit, of either side, waits for two standbys, as a bank's does.
 */
export async function setStage(withStandbys = false): Promise<Stage> {
  const folder = makeFolder("bench-stage-");
  const ends: End[] = [async () => removeFolder(folder)];
  const close = async () => {
    // Whatever one says, the others end too; what is left says the first of them.
    const failed: unknown[] = [];
    for (const end of ends.toReversed()) await end().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw failed[0];
  };
  try {
    return { ...(await start(folder, withStandbys, ends)), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/** Ends one thing that was begun; the last begun ends first. */
type End = () => Promise<void>;

async function start(
  folder: string,
  withStandbys: boolean,
  ends: End[],
): Promise<Omit<Stage, "close">> {
  const secretsFile = path.join(folder, "secrets.json");
  ensureSecrets(secretsFile, true);
  const dataDir = path.join(folder, "database");
  const embedded = await startAsDeployed(dataDir, withStandbys);
  ends.push(embedded.stop);
  const urls = await prepareDatabase(embedded.adminUrl, path.join(folder, "roles.json"));
  await migrate(urls.ownerUrl);

  const adminUrl = withDatabaseOf(embedded.adminUrl, urls.appUrl);
  const admin = new pg.Pool({ connectionString: adminUrl, max: 4 });
  ends.push(() => admin.end());
  // The server ends its connections when it stops.
  admin.on("error", () => undefined);
  await admin.query(readFileSync(new URL("minimalTransfer.sql", import.meta.url), "utf8"));

  const api = startChild(new URL("../../src/server/entry/main.ts", import.meta.url), {
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: urls.appUrl,
    SECRETS_FILE: secretsFile,
    ISSUER_URL: "http://127.0.0.1:9",
    INSTAPAY_URL: "http://127.0.0.1:9",
    PESONET_URL: "http://127.0.0.1:9",
    SMS_URL: "http://127.0.0.1:9",
    LOG_LEVEL: "info",
  });
  ends.push(() => stopChild(api));
  const bare = startChild(new URL("bareServer.ts", import.meta.url), {
    DATABASE_URL: urls.appUrl,
    BOOKS_URL: adminUrl,
  });
  ends.push(() => stopChild(bare));
  const [apiPort, barePort] = await Promise.all([readyPort(api), readyPort(bare)]);
  return {
    admin,
    appUrl: urls.appUrl,
    adminUrl,
    secrets: readSecrets(secretsFile),
    apiPort,
    barePort,
    pids: { api: api.pid ?? 0, bare: bare.pid ?? 0, postgres: postmasterOf(dataDir) },
  };
}

async function startAsDeployed(
  dataDir: string,
  withStandbys: boolean,
): ReturnType<typeof startEmbedded> {
  const unsized = await startEmbedded(dataDir);
  const admin = new pg.Client({ connectionString: unsized.adminUrl });
  try {
    await admin.connect();
    for (const [name, value] of Object.entries(AS_DEPLOYED)) {
      await admin.query(`alter system set ${name} = ${pg.escapeLiteral(value)}`);
    }
  } finally {
    await admin.end();
    await unsized.stop();
  }
  return withStandbys ? startWithStandbys(dataDir) : startEmbedded(dataDir);
}

/** Its number is the first line of the file. */
function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, "pg18", "postmaster.pid"), "utf8"));
}

/** The superuser on the database that the application uses. */
function withDatabaseOf(adminUrl: string, appUrl: string): string {
  const url = new URL(adminUrl);
  url.pathname = new URL(appUrl).pathname;
  return url.href;
}

function startChild(file: URL, environment: Record<string, string>): ChildProcess {
  return fork(file, {
    env: { ...shellWithoutBank(), ...environment },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

function readyPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`a server ended at its start (${code})`)));
    child.once("message", (message) => {
      child.removeAllListeners("exit");
      resolve((message as { port: number }).port);
    });
  });
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
