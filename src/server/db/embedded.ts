import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Binaries, findBinaries } from "./embeddedBinaries.ts";
import { adminUrl, ensureCluster, explain, giveTo, socketFolder } from "./embeddedCluster.ts";
import { isRunning, readPostmaster, removeStalePostmaster } from "./postmaster.ts";

/** A PostgreSQL of our own on this machine. */
export type EmbeddedDatabase = {
  /** The superuser's address; hand it to prepareDatabase and to nothing else. */
  adminUrl: string;
  /** True when a server that an earlier process left running was found and taken over. */
  reused: boolean;
  /** Ends the server, taken over or not: open connections are cut, all that was committed is kept. */
  stop: () => Promise<void>;
};

const STEP_MS = 25;
/** Recovery after a crash reads the log from the last checkpoint on; that may take its time. */
const PATIENCE_STEPS = (120 * 1000) / STEP_MS;
const LOG_BYTES = 20 * 1024 * 1024;

/** For data that is thrown away: nothing waits for the disk, the log stays small, and nobody tidies up. */
const UNDURABLE = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  autovacuum: "off",
  // Tables are as good as empty: a plan for some values is the plan for all.
  plan_cache_mode: "force_generic_plan",
  // What is read is in memory: to ask another process for it takes longer than to read it.
  io_method: "sync",
};

/**
 * Starts the embedded PostgreSQL whose files are under `dataDir` (made on first use), or takes over
 * the one that still runs there. Loopback only, passwords by SCRAM, checksums on, a free port.
 * `test` gives up durability for speed: for data that is thrown away. `withoutNetwork` beside it answers an
 * address that needs no network and no password, where there is such a way.
 */
export async function startEmbedded(
  dataDir: string,
  { test = false, withoutNetwork = false }: { test?: boolean; withoutNetwork?: boolean } = {},
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const folder = path.resolve(dataDir);
  const binaries = findBinaries([folder]);
  const cluster = path.join(folder, "pg18");
  ensureCluster(binaries, cluster, test);

  const found = await takeOver(cluster);
  if (found === undefined) giveTo(binaries, cluster);
  const server =
    found ?? (await launch(binaries, cluster, path.join(folder, "postgres.log"), test));
  if (!withoutNetwork) return server;
  return { ...server, adminUrl: await overSocket(server.adminUrl, socketFolder(cluster)) };
}

/** Half of what a short statement costs over the network is the network. The same address where a server has no such way. */
async function overSocket(address: string, folder: string | undefined): Promise<string> {
  if (folder === undefined) return address;
  const url = new URL(address);
  url.searchParams.set("host", folder);
  return (await answers(url.href)) ? url.href : address;
}

/** The address of the server that runs under `dataDir`, or undefined: for scripts that only look. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const cluster = path.join(path.resolve(dataDir), "pg18");
  const postmaster = readPostmaster(cluster);
  if (postmaster === undefined || !(await answers(adminUrl(cluster, postmaster.port))))
    return undefined;
  return adminUrl(cluster, postmaster.port);
}

/** A server left by a killed process: taken over when it answers, waited for while it starts or stops. */
async function takeOver(cluster: string): Promise<EmbeddedDatabase | undefined> {
  for (let step = 0; step < PATIENCE_STEPS; step++) {
    const postmaster = readPostmaster(cluster);
    if (postmaster !== undefined && (await answers(adminUrl(cluster, postmaster.port)))) {
      return {
        adminUrl: adminUrl(cluster, postmaster.port),
        reused: true,
        stop: () => stopProcess(cluster, postmaster.pid),
      };
    }
    if (removeStalePostmaster(cluster)) return undefined;
    await wait(STEP_MS);
  }
  throw new Error(
    `A database server runs on ${cluster} and does not answer; see its log beside it.`,
  );
}

async function launch(
  binaries: Binaries,
  cluster: string,
  logFile: string,
  test: boolean,
): Promise<EmbeddedDatabase> {
  shortenLog(logFile);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const start = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
    const server = spawnServer(binaries, cluster, logFile, port, test);
    const isUp = await untilUp(cluster, server, port);
    if (isUp) {
      server.unref();
      const { pid = 0 } = server;
      return {
        adminUrl: adminUrl(cluster, port),
        reused: false,
        stop: () => stopProcess(cluster, pid),
      };
    }
    const said = readFileSync(logFile, "utf8").slice(start);
    // Somebody else started the same cluster, or took the port, between our look and our start.
    const other = await takeOverIfRunning(cluster);
    if (other !== undefined) return other;
    if (attempt === 5 || !/could not (create any TCP|bind)|shared memory block/.test(said)) {
      throw new Error(`The database did not start: ${explain(said)}\nSee ${logFile}`);
    }
    await wait(STEP_MS * 10);
  }
}

async function takeOverIfRunning(cluster: string): Promise<EmbeddedDatabase | undefined> {
  const postmaster = readPostmaster(cluster);
  if (postmaster === undefined || !isRunning(cluster, postmaster.pid)) return undefined;
  return takeOver(cluster);
}

function spawnServer(
  binaries: Binaries,
  cluster: string,
  logFile: string,
  port: number,
  test: boolean,
): ChildProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: test ? (socketFolder(cluster) ?? "") : "",
    port: String(port),
    timezone: "UTC",
    log_timezone: "UTC",
    max_connections: "200",
    ...(test ? UNDURABLE : {}),
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command, args] = binaries.command("postgres", ["-D", cluster, ...given]);
  const log = openSync(logFile, "a", 0o600);
  // Detached: Ctrl-C must reach us, not the server, which is stopped last.
  const server = spawn(command, args, {
    ...binaries.user,
    stdio: ["ignore", log, log],
    detached: true,
  });
  server.on("error", () => undefined);
  closeSync(log);
  return server;
}

async function untilUp(cluster: string, server: ChildProcess, port: number): Promise<boolean> {
  for (let step = 0; step < PATIENCE_STEPS; step++) {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null)
      return false;
    if (await answers(adminUrl(cluster, port))) return true;
    await wait(STEP_MS);
  }
  server.kill("SIGINT");
  return false;
}

/** Fast shutdown: no new connections, open ones cut, a checkpoint, the end. */
async function stopProcess(cluster: string, pid: number): Promise<void> {
  if (!isRunning(cluster, pid)) return;
  if (process.platform === "win32") {
    const [command, args] = findBinaries([]).command("pg_ctl", [
      "stop",
      "-D",
      cluster,
      "-m",
      "fast",
      "-w",
    ]);
    spawnSync(command, args);
    return;
  }
  process.kill(pid, "SIGINT");
  for (let step = 0; step < PATIENCE_STEPS && isRunning(cluster, pid); step++) await wait(STEP_MS);
}

async function answers(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}

/** The log grows for as long as the data is kept: a long one is put aside, one is kept. */
function shortenLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES) renameSync(logFile, `${logFile}.1`);
}
