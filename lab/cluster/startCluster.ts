import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#test/support/freePort.ts";
import { type Stack, startStack } from "#scripts/start/startStack.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";
import { setClockAhead } from "#test/support/clockFile.ts";

const API_PROCESSES = 4;
const WORKERS = 2;
/** Some looks of the balancer: by then it has seen that the process is not ready any more. */
const DRAIN_MS = 2_000;
/** Of each process: all of them together stay below what PostgreSQL takes. */
const CONNECTIONS = 12;

/** A bank of several processes behind a balancer. */
export type Cluster = {
  stack: Stack;
  balancer: Balancer;
  /** Ports of the API processes by name: "api", "api2", … */
  apis: Readonly<Record<string, number>>;
  workers: readonly string[];
  /** Seconds that every process of it is ahead of the real time, from now on. */
  setAhead: (seconds: number) => void;
  /** Stops it and removes everything it kept. */
  end: () => Promise<void>;
};

/**
 * A durable bank with the demo's people in a temporary folder: PostgreSQL, sandbox, two workers, four API
 * processes on ports of their own, and the balancer in front of them at the port that browsers and partners
 * know.
 */
export async function startCluster(
  ports: { port?: number; sandboxPort?: number },
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<Cluster> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bank-cluster-"));
  const clockFile = path.join(dataDir, "clock");
  const setAhead = (seconds: number) => setClockAhead(clockFile, seconds);
  setAhead(0);
  const clean = () => rmSync(dataDir, { recursive: true, force: true });
  const apiPorts: number[] = [];
  for (let i = 0; i < API_PROCESSES; i++) apiPorts.push(await freePort());
  const port = ports.port ?? (await freePort());
  let stack: Stack | undefined;
  try {
    stack = await startStack(
      {
        host: "127.0.0.1",
        port,
        apiPorts,
        workers: WORKERS,
        sandboxPort: ports.sandboxPort ?? (await freePort()),
        dataDir,
        databaseUrl: undefined,
        isDemo: true,
        reset: false,
        isFast: false,
        environment: {
          ...shellWithoutBank(),
          CLOCK_FILE: clockFile,
          DATABASE_POOL: String(CONNECTIONS),
          DRAIN_MS: String(DRAIN_MS),
          TRUSTED_PROXIES: "127.0.0.1",
          LOG_LEVEL: "warn",
        },
      },
      say,
      signal,
    );
    const balancer = await startBalancer(port, apiPorts);
    return {
      stack,
      balancer,
      apis: Object.fromEntries(apiPorts.map((each, i) => [i === 0 ? "api" : `api${i + 1}`, each])),
      workers: Array.from({ length: WORKERS }, (_, i) => (i === 0 ? "worker" : `worker${i + 1}`)),
      setAhead,
      end: async () => {
        await balancer.close();
        await stack?.stop();
        clean();
      },
    };
  } catch (error) {
    await stack?.stop();
    clean();
    throw error;
  }
}
