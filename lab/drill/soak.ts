import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import type { Probe } from "./availability.ts";
import { watch } from "./availability.ts";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atLeast, atMost, type DrillOptions, type Found, type Goal, none } from "./goal.ts";
import { approveOrders, newOrder, newPromises, type Promises, sendUntilKnown } from "./orders.ts";
import {
  driftPercent,
  percentile,
  servedShare,
  slopePercentAnHour,
  type Sample,
} from "./soakFigures.ts";
import { type Crowd, gatherCrowd, LONG_SESSIONS } from "./underLoad.ts";

const MINUTES = { short: 3, full: 120 };
const WRITERS = 8;
/** About eight orders a second, and ten looks: well under half of what one API process does. */
const ORDER_EVERY_MS = 1_000;
const BATCH = 60;
const SAMPLE_EVERY_MS = 10_000;
const FAULT_EVERY_MS = 5 * 60_000;
/** What a program takes for itself once, it takes in the first hour; a shorter run is judged by its second half. */
const WARM_UP_MINUTES = 60;
/** Below this a slope and a drift say more about the beginning than about the program. */
const JUDGED_FROM_MINUTES = 60;
/** A page that gets no answer asks again; who is served by then was served. */
const ASKS_AGAIN_FOR_MS = 15_000;

export const soak: Goal = {
  name: "R18",
  also: "R24",
  title: "soak (R18) and availability (R24)",
  figure:
    "memory at most +1 % an hour, p95 drift 10 %, 99.95 % served, 0 breaches, 0 programs ended",
  how: "steady load with a fault every few minutes; --minutes N, judged for slopes from 60 on",
  run: async (options) => {
    const bank = await startDrillBank({
      name: "R18",
      environment: LONG_SESSIONS,
      say: options.say,
    });
    const stopWatching = bank.database.watchOver();
    try {
      return await live(bank, options);
    } finally {
      await stopWatching();
      await bank.end();
    }
  },
};

async function live(bank: DrillBank, { isShort, minutes, say }: DrillOptions): Promise<Found[]> {
  const lasts = minutes ?? (isShort ? MINUTES.short : MINUTES.full);
  const crowd = await gatherCrowd(bank, WRITERS);
  const [first] = crowd.writers;
  if (first === undefined) throw new Error("nobody could be signed in");
  const promises = newPromises();
  const over = new AbortController();
  const before = bank.stack.pids();
  const watcher = watch(first.client, crowd.guid);
  const samples: Sample[] = [];
  const running = [
    sendOn(bank, crowd, promises, over.signal),
    sample(bank, samples, over.signal),
    breakThings(bank, Math.min(FAULT_EVERY_MS, (lasts * 60_000) / 8), say, over.signal),
  ];
  await pause(lasts * 60_000);
  over.abort();
  await Promise.all(running);
  const looks = await watcher.stop();
  await bank.sandbox.endFaults();
  const after = bank.stack.pids();
  await settle(bank);
  const ended = ["api", "worker"].filter((name) => before[name] !== after[name]);
  return [
    ...figuresOf(looks, samples, lasts),
    none("programs that ended", ended),
    none("rejections that nobody handled", unhandled(bank)),
    ...(await checkBooks(bank, promises)),
  ];
}

function figuresOf(looks: readonly Probe[], samples: readonly Sample[], minutes: number): Found[] {
  const seconds = looks
    .filter(({ status }) => status === 200)
    .map(({ askedAt, answeredAt }) => (answeredAt - askedAt) / 1000);
  const quarter = Math.floor(seconds.length / 4);
  const drift = driftPercent(seconds.slice(quarter, 2 * quarter), seconds.slice(-quarter));
  const served = servedShare(looks, ASKS_AGAIN_FOR_MS) * 100;
  const warmUpMs = Math.min(WARM_UP_MINUTES, minutes / 2) * 60_000;
  const from = (samples[0]?.atMs ?? 0) + warmUpMs;
  const slope = slopePercentAnHour(samples.filter(({ atMs }) => atMs >= from));
  const isJudged = minutes >= JUDGED_FROM_MINUTES;
  const told = (what: string, value: number, most: number, unit: string): Found => {
    const found = atMost(what, value, most, unit);
    return isJudged
      ? found
      : { ...found, seen: `${found.seen} (not judged under an hour)`, held: true };
  };
  return [
    {
      what: "served at once or when asked again within 15 s",
      seen: `${percent(served)} of ${looks.length} looks`,
      held: served >= 99.95,
    },
    atLeast("samples of memory", samples.length, 2),
    told("memory of API and worker, change an hour", slope, 1, " %"),
    told("p95 of a look, last quarter against the second", drift, 10, " %"),
    { what: "p95 of a look", seen: `${percent(percentile(seconds, 0.95))} s`, held: true },
  ];
}

function percent(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 3 });
}

async function sendOn(
  bank: DrillBank,
  { writers }: Crowd,
  promises: Promises,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    writers.map(async (writer) => {
      while (!signal.aborted) {
        const orders = Array.from({ length: BATCH }, () => newOrder(writer));
        // While the database is away nothing can be approved; the writer tries again.
        const isApproved = await approveOrders(bank.stack, orders).then(
          () => true,
          () => false,
        );
        for (const order of isApproved ? orders : []) {
          if (signal.aborted) return;
          await sendUntilKnown(order, promises);
          await pause(ORDER_EVERY_MS);
        }
        if (!isApproved) await pause(ORDER_EVERY_MS);
      }
    }),
  );
}

async function sample(bank: DrillBank, samples: Sample[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pids = bank.stack.pids();
    const [api, worker] = [residentBytes(pids["api"]), residentBytes(pids["worker"])];
    if (api !== undefined && worker !== undefined) {
      samples.push({ atMs: performance.now(), bytes: api + worker });
    }
    await pause(SAMPLE_EVERY_MS);
  }
}

function residentBytes(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const [, kilobytes] =
      /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** What goes wrong, in turn, until it is over. */
async function breakThings(
  bank: DrillBank,
  everyMs: number,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const faults: [string, () => Promise<void>][] = [
    ["the database is killed", () => bank.database.kill()],
    ["the issuer is down", () => bank.sandbox.fault("issuer", "down", { seconds: 20 })],
    ["texts are slow", () => bank.sandbox.fault("sms", "slow", { delaySeconds: 10, seconds: 30 })],
    ["all connections to the database are cut", () => Promise.resolve(bank.proxy.cut())],
  ];
  for (let turn = 0; !signal.aborted; turn += 1) {
    await rest(everyMs, undefined, { signal }).catch(() => undefined);
    const [what, happen] = faults[turn % faults.length] ?? ["", () => Promise.resolve()];
    if (signal.aborted) return;
    say(what);
    await happen();
  }
}

function unhandled({ stack }: DrillBank): string[] {
  return readdirSync(stack.places.logs).flatMap((name) => {
    const text = readFileSync(path.join(stack.places.logs, name), "utf8");
    return [...text.matchAll(/^.*(?:unhandled|uncaught|Node\.js v\d).*$/gim)].map(String);
  });
}
