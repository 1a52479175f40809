import { load, type NextRequest } from "./load.ts";
import {
  bareRequests,
  type BenchKind,
  type BenchMember,
  dashboardRequests,
  makeTransfers,
  upTo,
} from "./members.ts";
import { runPgbench } from "./pgbench.ts";
import { databaseTime, running, statOf } from "./processorTime.ts";
import type { Stage } from "./stage.ts";

const CONNECTIONS = [1, 16, 64];
const REQUESTS = 3000;
/** Longer than so many requests take anywhere. */
const NO_END = 600;
const PGBENCH_SECONDS = 2;

const NAMES: Record<BenchKind, string> = { own: "transfer", instapay: "InstaPay" };

/** Microseconds of processor time, by who took it. */
type Cost = { server: number; database: number; caller: number };

/**
 * What a request takes of the processor: a figure that says something on a machine with other work too,
 * where a rate says nothing. Linux only, as it is read from /proc.
 */
export async function benchCpu(stage: Stage, members: BenchMember[]): Promise<void> {
  const { api, bare } = stage.pids;
  console.log("microseconds of processor time  at once  server  database  caller     all");
  for (const connections of CONNECTIONS) {
    for (const kind of ["own", "instapay"] as const) {
      const orders = await makeTransfers(stage, members, REQUESTS, kind);
      const cost = await costOf(stage, api, stage.apiPort, connections, orders);
      print(NAMES[kind], connections, cost);
    }
    const minimal = () => runPgbench(stage.adminUrl, connections, PGBENCH_SECONDS);
    print("minimal function", connections, await measure(stage, undefined, async () => minimal()));
  }
  for (const connections of CONNECTIONS) {
    const readings = upTo(REQUESTS, dashboardRequests(members));
    print("dashboard", connections, await costOf(stage, api, stage.apiPort, connections, readings));
    const rows = upTo(REQUESTS, bareRequests(members));
    print("bare route", connections, await costOf(stage, bare, stage.barePort, connections, rows));
  }
}

function costOf(
  stage: Stage,
  pid: number,
  port: number,
  connections: number,
  next: NextRequest,
): Promise<Cost> {
  return measure(stage, pid, () => load(port, connections, NO_END, next));
}

/** What each request took, on average. */
async function measure(
  stage: Stage,
  pid: number | undefined,
  work: () => Promise<{ requests: number; failures: number }>,
): Promise<Cost> {
  const before = spent(stage, pid);
  const { requests, failures } = await work();
  if (failures > 0) throw new Error(`${failures} of ${requests} requests failed`);
  const after = spent(stage, pid);
  const each = (who: keyof Cost) => (after[who] - before[who]) / requests;
  return { server: each("server"), database: each("database"), caller: each("caller") };
}

function spent({ pids }: Stage, server: number | undefined): Cost {
  const own = process.cpuUsage();
  return {
    server: server === undefined ? 0 : running(server),
    database: databaseTime(pids.postgres),
    // pgbench is a child of ours that has ended.
    caller: own.user + own.system + statOf("self").ended,
  };
}

function print(what: string, connections: number, { server, database, caller }: Cost): void {
  const figure = (value: number, width: number) => String(Math.round(value)).padStart(width);
  console.log(
    what.padEnd(31) +
      figure(connections, 8) +
      figure(server, 8) +
      figure(database, 10) +
      figure(caller, 8) +
      figure(server + database + caller, 8),
  );
}
