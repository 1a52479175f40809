import pg from "pg";
import type { LoadedBank } from "./bank.ts";
import { cpuMsOfMachine, type Usage, usageOf, usageOfDatabase } from "./processes.ts";

/** What one second took, of whom. */
export type Sample = {
  /** Seconds since the first call was due. */
  second: number;
  /** Processor time in this second by name, as a share of one core. */
  cpu: Record<string, number>;
  /** Bytes by name: what each has for itself, and the pages of files that are there for it just now. */
  memory: Record<string, number>;
  files: Record<string, number>;
  /** The API that suffers most: seconds that its event loop was late, and bytes of its heap. */
  loopDelayP99: number;
  heap: number;
  openSockets: number;
  hashesWaiting: number;
  /** Work that is promised and not done. */
  outbox: number;
  jobs: number;
};

const EVERY_MS = 1000;
/** Programs that are no part of the bank or the load: the kernel's threads, and whatever else runs here. */
export const OTHERS = "others";

/** Looks at every process of the bank once a second, from outside; `driver` is who sends the load. */
export async function startSampling(bank: LoadedBank, driver: number | undefined) {
  const client = new pg.Client({ connectionString: bank.stack.database.urls().readonlyUrl });
  client.on("error", () => undefined);
  await client.connect();
  const samples: Sample[] = [];
  let before = usages(bank, driver);
  let machineBefore = cpuMsOfMachine();
  let lookedAt = performance.now();
  let startedAt = lookedAt;
  let looking: Promise<void> | undefined;

  const look = async () => {
    const after = usages(bank, driver);
    const machine = cpuMsOfMachine();
    const now = performance.now();
    const figures = (
      await Promise.all(bank.apis.map(({ metricsPort }) => readMetrics(metricsPort)))
    ).filter((read) => read !== undefined);
    const queues = await readQueues(client);
    const most = (name: string) => Math.max(0, ...figures.map((read) => read.get(name) ?? 0));
    const sum = (name: string) => figures.reduce((all, read) => all + (read.get(name) ?? 0), 0);
    samples.push({
      second: (now - startedAt) / 1000,
      cpu: withOthers(
        cpuOf(before, after, now - lookedAt),
        (machine - machineBefore) / (now - lookedAt),
      ),
      memory: Object.fromEntries(
        Object.entries(after).map(([name, { ownBytes }]) => [name, ownBytes]),
      ),
      files: Object.fromEntries(
        Object.entries(after).map(([name, { fileBytes }]) => [name, fileBytes]),
      ),
      loopDelayP99: most("nodejs_eventloop_lag_p99_seconds"),
      heap: most("nodejs_heap_size_used_bytes"),
      openSockets: sum("open_sockets"),
      hashesWaiting: sum("password_hashes_waiting"),
      ...queues,
    });
    before = after;
    machineBefore = machine;
    lookedAt = now;
  };
  const timer = setInterval(() => {
    // One that takes longer than a second is not overtaken.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => (looking = undefined));
  }, EVERY_MS);
  return {
    samples: samples as readonly Sample[],
    /** The first call is due now: seconds count from here. */
    begin: () => {
      samples.length = 0;
      startedAt = performance.now();
    },
    stop: async () => {
      clearInterval(timer);
      await looking;
      await client.end().catch(() => undefined);
    },
  };
}

function usages(bank: LoadedBank, driver: number | undefined): Record<string, Usage> {
  const { database, worker, sandbox } = bank.stack.pids();
  const named: [string, number | undefined][] = [
    ...bank.apis.map(({ pid }, place): [string, number | undefined] => [
      place === 0 ? "api" : `api ${place + 1}`,
      pid(),
    ]),
    ["worker", worker],
    ["sandbox", sandbox],
    ["load", driver],
  ];
  const found = Object.fromEntries(
    named.flatMap(([name, pid]) => (pid === undefined ? [] : [[name, usageOf(pid)] as const])),
  );
  return database === undefined ? found : { ...found, database: usageOfDatabase(database) };
}

function cpuOf(
  before: Record<string, Usage>,
  after: Record<string, Usage>,
  elapsedMs: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([name, { cpuMs }]) => [
      name,
      Math.max(0, cpuMs - (before[name]?.cpuMs ?? cpuMs)) / elapsedMs,
    ]),
  );
}

/** What the rest of the machine does; the two clocks are not read at quite the same moment. */
function withOthers(cpu: Record<string, number>, machine: number): Record<string, number> {
  const ours = Object.values(cpu).reduce((sum, share) => sum + share, 0);
  return { ...cpu, [OTHERS]: Math.max(0, machine - ours) };
}

/** The figures of a process by name, those without labels of their own; undefined when it does not answer. */
async function readMetrics(port: number): Promise<Map<string, number> | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
      signal: AbortSignal.timeout(EVERY_MS * 5),
    });
    return figuresIn(await answer.text());
  } catch {
    return undefined;
  }
}

/** Of Prometheus' text: 'name{labels} value', the last of a name counts. */
export function figuresIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [, name = "", value] of text.matchAll(/^([a-z_0-9]+)(?:\{[^}]*\})? (\S+)/gm)) {
    found.set(name, Number(value));
  }
  return found;
}

async function readQueues(client: pg.Client): Promise<{ outbox: number; jobs: number }> {
  const { rows } = await client.query<{ outbox: string; jobs: string }>(
    `select (select count(*) from outbox) as outbox,
       (select count(*) from graphile_worker._private_jobs where attempts < max_attempts) as jobs`,
  );
  return { outbox: Number(rows[0]?.outbox ?? 0), jobs: Number(rows[0]?.jobs ?? 0) };
}
