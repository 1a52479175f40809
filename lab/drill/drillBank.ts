import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { type SandboxClient, sandboxClient } from "#test/client/sandboxClient.ts";
import { freePort } from "#test/support/freePort.ts";
import { type Stack, startStack } from "#scripts/start/startStack.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/db/embedded.ts";
import { isRunning, readPostmaster } from "#server/db/postmaster.ts";
import { undoLater } from "./cleanUp.ts";
import { processesIn } from "./processesIn.ts";
import { openProxy, type Proxy } from "./proxy.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";
import { setClockAhead } from "#test/support/clockFile.ts";

/**
 * A durable bank whose PostgreSQL is a server by itself, as in production: it dies and comes back alone, at
 * one address, which a proxy of the drill keeps.
 */
export type DrillBank = {
  stack: Stack;
  /** Where each API process answers. */
  apiUrls: readonly string[];
  sandbox: SandboxClient;
  database: DrillDatabase;
  proxy: Proxy;
  dataDir: string;
  clockFile: string;
  /** Seconds that every process of the bank is ahead of the real time, from now on. */
  setAhead: (seconds: number) => void;
  end: () => Promise<void>;
};

export type DrillDatabase = {
  /** The data folder of the server. */
  cluster: string;
  /** kill -9 of every process of it, at once. */
  kill: () => Promise<void>;
  /** Starts it again, as whoever watches over it in production would. */
  start: () => Promise<void>;
  postmaster: () => number | undefined;
  /** Starts it whenever it has ended by itself, until what is returned is called, as a service manager does. */
  watchOver: () => () => Promise<void>;
  /** Runs statements as superuser, past the proxy, in the bank's database. */
  asAdmin: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
};

export type BankOptions = {
  name: string;
  environment?: Record<string, string>;
  /** Where everything is kept; a new folder otherwise. */
  dataDir?: string;
  /** How many API processes; one unless said otherwise. Nothing stands before them: `stack.portalUrl` is the first. */
  apis?: number;
  say: (line: string) => void;
};

/** Decides for the proxy; of a million places one is the chance asked for, closely enough. */
const chance = () => randomInt(1_000_000) / 1_000_000;

/** Which programs end and come back is worth a line; what they write to their logs is theirs. */
const PROCESS_NEWS = /is back|ended|does not come back/;

export async function startDrillBank(options: BankOptions): Promise<DrillBank> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), `drill-${options.name}-`));
  const removed = undoLater(() => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  });
  // The database's own user must be able to pass through.
  chmodSync(dataDir, 0o711);
  const clockFile = path.join(dataDir, "clock");
  const setAhead = (seconds: number) => setClockAhead(clockFile, seconds);
  setAhead(0);
  const server = await startServer(dataDir);
  const proxy = await openProxy(portOf(server.embedded()), chance);
  const closed = undoLater(() => proxy.close());
  const apiPorts = [await freePort()];
  while (apiPorts.length < (options.apis ?? 1)) apiPorts.push(await freePort());
  const stack = await startStack(
    {
      host: "127.0.0.1",
      port: apiPorts[0] ?? 0,
      apiPorts,
      sandboxPort: await freePort(),
      dataDir,
      databaseUrl: at(server.embedded().adminUrl, { port: proxy.port }),
      isDemo: true,
      reset: false,
      isFast: false,
      environment: {
        ...shellWithoutBank(),
        CLOCK_FILE: clockFile,
        LOG_LEVEL: "warn",
        ...options.environment,
      },
    },
    (text) => {
      if (PROCESS_NEWS.test(text)) options.say(text.split("\n")[0] ?? "");
    },
  );
  const stopped = undoLater(() => stack.stop());
  return {
    stack,
    apiUrls: apiPorts.map((port) => `http://127.0.0.1:${port}`),
    sandbox: sandboxClient(stack.sandboxUrl),
    database: databaseOf(server, proxy),
    proxy,
    dataDir,
    clockFile,
    setAhead,
    end: async () => {
      await stopped();
      await closed();
      await server.stopped();
      await removed();
    },
  };
}

type Server = {
  cluster: string;
  embedded: () => EmbeddedDatabase;
  startAgain: () => Promise<void>;
  stopped: () => Promise<void>;
};

async function startServer(dataDir: string): Promise<Server> {
  const folder = path.join(dataDir, "server");
  let embedded = await startEmbedded(folder);
  return {
    cluster: path.join(folder, "pg18"),
    embedded: () => embedded,
    startAgain: async () => {
      embedded = await startEmbedded(folder);
    },
    stopped: undoLater(() => embedded.stop()),
  };
}

function databaseOf(server: Server, proxy: Proxy): DrillDatabase {
  const { cluster } = server;
  const postmaster = () => readPostmaster(cluster)?.pid;
  const start = async () => {
    await server.startAgain();
    proxy.leadTo(portOf(server.embedded()));
  };
  return {
    cluster,
    postmaster,
    watchOver: () => watchOver(cluster, start),
    kill: async () => {
      const pid = postmaster();
      if (pid === undefined || !isRunning(cluster, pid)) throw new Error("no database runs");
      // The first of them first, so that it starts no new ones.
      const all = [pid, ...processesIn(cluster).filter((other) => other !== pid)];
      for (const one of all) endAtOnce(one);
      while (isRunning(cluster, pid) || processesIn(cluster).length > 0) await pause(20);
    },
    start,
    asAdmin: async (work) => {
      const connectionString = at(server.embedded().adminUrl, { pathname: "/bank" });
      const client = new pg.Client({ connectionString });
      client.on("error", () => undefined);
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
  };
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

function watchOver(cluster: string, start: () => Promise<void>): () => Promise<void> {
  let isOver = false;
  const isUp = () => {
    const pid = readPostmaster(cluster)?.pid;
    return pid !== undefined && isRunning(cluster, pid);
  };
  const watching = (async () => {
    while (!isOver) {
      // Of a disk that is still full it does not come back; it is tried again.
      if (!isUp()) await start().catch(() => undefined);
      await pause(300);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
  };
}

/** A moment, in real time. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function portOf({ adminUrl }: EmbeddedDatabase): number {
  return Number(new URL(adminUrl).port);
}

function at(url: string, { port, pathname }: { port?: number; pathname?: string }): string {
  const changed = new URL(url);
  if (port !== undefined) changed.port = String(port);
  if (pathname !== undefined) changed.pathname = pathname;
  return changed.href;
}
