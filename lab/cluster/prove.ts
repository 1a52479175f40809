import { randomInt } from "node:crypto";
import { type Audit, audit, isBusy } from "#lab/killLoop/audit.ts";
import { asOwner, signInWriters } from "#lab/killLoop/prepare.ts";
import type { Promises } from "#lab/killLoop/writers.ts";
import type { Crossing } from "./crossing.ts";
import { crossProcesses } from "./crossings.ts";
import { type Absence, killOne, restartOne } from "./restarts.ts";
import type { Cluster } from "./startCluster.ts";
import { type Member, startLoad, type SteadyLoad } from "./steadyLoad.ts";
import { tableRow, worst } from "./table.ts";
import { waitUntil } from "./waitUntil.ts";

export type Extent = { kills: number; rollings: number; callsASecond: number };

const WRITERS = 12;
/** R23: what is under way ends within this. */
const ENDS_WITHIN_MS = 10_000;
const SETTLES_WITHIN_MS = 180_000;

/**
 * Rolling restarts and kills under a steady load, what one process does seen at another, and the audit of what
 * members were told against books and issuer. True when everything held.
 */
export async function prove(cluster: Cluster, extent: Extent): Promise<boolean> {
  const [crossing, ...writers] = await signInMembers(cluster);
  if (crossing === undefined || writers.length === 0)
    throw new Error("too few members can transfer");
  console.log(
    `${writers.length} members, ${extent.callsASecond} calls a second, half of them transfers\n`,
  );
  const promises: Promises = { refNos: new Map(), repeats: 0, contradictions: [] };
  const begin = () => startLoad(cluster.stack, writers, promises, extent.callsASecond);

  const rolling = begin();
  const absences = await rounds(extent.rollings, rolling, promises, {
    title: "rolling restarts: every API and worker in turn, SIGTERM",
    round: async () => {
      const each: Absence[] = [];
      for (const name of namesOf(cluster)) each.push(await restartOne(cluster, name));
      return each;
    },
  });
  const rollingRepeats = promises.repeats;
  const rollingLost = cluster.balancer.lost();
  const killing = begin();
  await rounds(extent.kills, killing, promises, {
    title: "kills: any API or worker, SIGKILL",
    round: async () => {
      await new Promise((resolve) => setTimeout(resolve, randomInt(300, 3_000)));
      const names = namesOf(cluster);
      return [await killOne(cluster, names[randomInt(names.length)] ?? "api")];
    },
  });

  const crossings = await crossProcesses(cluster, crossing, promises);
  await settle(cluster);
  const found = await audit(cluster.stack, promises);
  const slowestEnd = worst(absences.map(({ endedAfter }) => endedAfter));
  return report(
    [
      ["rolling: orders without an answer at the first try", rollingRepeats],
      ["rolling: reads without an answer", rolling.counts.failedReads],
      ["rolling: calls that reached a process and got no answer of it", rollingLost],
      [
        `rolling: processes that took over ${ENDS_WITHIN_MS / 1000} s to end`,
        Number(slowestEnd > ENDS_WITHIN_MS),
      ],
      ["orders refused or never answered", [...rolling.counts.refused, ...killing.counts.refused]],
      [
        "calls not sent because the machine was too slow",
        rolling.counts.skipped + killing.counts.skipped,
      ],
      ...auditRows(found),
    ],
    crossings,
    found,
  );
}

type Rounds = { title: string; round: () => Promise<Absence[]> };

/** Runs the rounds under the load, prints a line for each, and lets the load end. */
async function rounds(
  count: number,
  load: SteadyLoad,
  promises: Promises,
  { title, round }: Rounds,
): Promise<Absence[]> {
  const columns = [6, 12, 11, 11, 13, 12, 14, 24] as const;
  const heads = [
    "round",
    "accepted",
    "reads",
    "again",
    "reads lost",
    "ended in",
    "back after",
    "slowest call",
  ];
  console.log(`${title}\n${tableRow(heads, columns)}`);
  const all: Absence[] = [];
  try {
    for (let n = 1; n <= count; n += 1) {
      const before = { accepted: promises.refNos.size, again: promises.repeats, ...load.counts };
      const calls = load.counts.took.length;
      const absences = await round();
      all.push(...absences);
      const slowest = worst(absences.map(({ backAfter }) => backAfter));
      const name = absences.length === 1 ? `${absences[0]?.name} ` : "";
      const cells = [
        String(n),
        String(promises.refNos.size - before.accepted),
        String(load.counts.reads - before.reads),
        String(promises.repeats - before.again),
        String(load.counts.failedReads - before.failedReads),
        milliseconds(worst(absences.map(({ endedAfter }) => endedAfter))),
        milliseconds(slowest),
        `${name}${milliseconds(worst(load.counts.took.slice(calls)))}`,
      ];
      console.log(tableRow(cells, columns));
    }
  } finally {
    await load.stop();
  }
  console.log("");
  return all;
}

async function signInMembers(cluster: Cluster): Promise<Member[]> {
  const writers = await signInWriters(cluster.stack, WRITERS + 1);
  const guids = await asOwner(cluster.stack, async (client) => {
    const { rows } = await client.query<{ id: string; guid: string }>(
      "select id, guid from member",
    );
    return new Map(rows.map(({ id, guid }) => [id, guid]));
  });
  return writers.map((writer) => ({ ...writer, guid: guids.get(writer.memberId) ?? "" }));
}

/** Waits until every transfer has ended; the clock runs ahead so that inquiries come due. */
async function settle(cluster: Cluster): Promise<void> {
  let ahead = 0;
  const isQuiet = async () => {
    const isDone = !(await isBusy(cluster.stack).catch(() => true));
    if (!isDone) cluster.setAhead((ahead += 1));
    return isDone;
  };
  // What is left open then is counted by the audit.
  await waitUntil("all transfers end", isQuiet, SETTLES_WITHIN_MS).catch(() => undefined);
}

function namesOf(cluster: Cluster): string[] {
  return [...Object.keys(cluster.apis), ...cluster.workers];
}

function auditRows(found: Audit): Row[] {
  return [
    ["acknowledged transfers lost", found.lost],
    ["transfers doubled or unasked", found.doubled],
    ["transfers without an end", found.unfinished],
    ["cards where ledger and issuer differ", found.differences],
    ["invariants broken", found.breaches],
  ];
}

type Row = [what: string, found: number | readonly string[]];

function report(rows: readonly Row[], crossings: readonly Crossing[], found: Audit): boolean {
  console.log("from one process to another");
  for (const { what, isRight, seen } of crossings) {
    console.log(`${isRight ? " right" : " WRONG"}  ${what}: ${seen}`);
  }
  console.log(`\n${found.acknowledged} transfers acknowledged, ${found.returned} of them returned`);
  for (const [what, which] of rows) {
    const count = typeof which === "number" ? which : which.length;
    console.log(`${String(count).padStart(6)}  ${what}`);
    if (typeof which !== "number")
      for (const one of which.slice(0, 5)) console.log(`        ${one}`);
  }
  return (
    found.acknowledged > 0 &&
    crossings.every(({ isRight }) => isRight) &&
    rows.every(([, which]) => (typeof which === "number" ? which : which.length) === 0)
  );
}

function milliseconds(figure: number): string {
  return `${Math.round(figure).toLocaleString("en")} ms`;
}
