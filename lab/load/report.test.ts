import { expect, test } from "vitest";
import { bottleneckOf, failuresOf, memorySlope, type Run, verdictOf } from "./figures.ts";
import { newTally } from "./generator/tally.ts";
import { newHistogram, record } from "./histogram.ts";
import { readLoadOptions, timesOf } from "./options.ts";
import { pageOf } from "./page.ts";
import { CALLS, ratesOf, readLoadProfile } from "./profile.ts";
import type { Sample } from "./sampler.ts";

const profile = readLoadProfile();
const MEGABYTE = 1024 * 1024;

/** A run of ten minutes in which everything went well: every kind of call at its rate, in 20 ms. */
function goodRun(seconds = 600): Run {
  const rates = ratesOf(profile, 1);
  const perCall = CALLS.map((call) => ({ call, count: Math.ceil(rates.perSecond[call]) }));
  return {
    startedAt: "2026-11-13T00:00:00.000Z",
    members: 200_000,
    apis: 1,
    fraction: 1,
    seed: 1,
    warmUpSeconds: 10,
    measuredSeconds: seconds,
    rates,
    onLine: 6000,
    seconds: Array.from({ length: seconds + 10 }, (_, n) => {
      const tally = newTally();
      for (const { call, count } of perCall) {
        for (let one = 0; one < count; one += 1) tally.answered(call, 20);
      }
      tally.sentLate(1);
      return tally.take({ second: n + 1, underWay: 3, waiting: 0, connections: 9, sockets: 6000 });
    }),
    samples: Array.from({ length: seconds + 10 }, (_, n) => sample(n + 1, 200 * MEGABYTE)),
    unanswered: 0,
    bells: { heard: 10, late: newHistogram() },
    audit: { acknowledged: 15_000, lost: 0, doubled: 0, breaches: [], states: {} },
  };
}

function sample(second: number, api: number): Sample {
  const memory = { api, worker: 100 * MEGABYTE, database: second * MEGABYTE };
  const queues = { outbox: 0, jobs: 0, hashesWaiting: 0 };
  return {
    second,
    cpu: { api: 0.5 },
    memory,
    files: {},
    loopDelayP99: 0.01,
    heap: 1,
    openSockets: 6000,
    ...queues,
  };
}

test("what a run was held up by is named, other programs first", () => {
  const held = (cpu: Record<string, number>) => {
    const samples = goodRun(30).samples.map((one) => ({ ...one, cpu }));
    return bottleneckOf({ ...goodRun(30), samples }, 2);
  };
  expect(held({ api: 0.9, database: 1, load: 0.05 })).toMatch(
    /^The processor is full \(2 cores\): database 100 %/,
  );
  expect(held({ api: 0.97, database: 0.4 })).toMatch(/^The one thread of api is full/);
  expect(held({ api: 0.3, database: 0.3 })).toMatch(/waits for locks or the disk/);
  expect(held({ api: 0.5, database: 0.5, others: 1 })).toMatch(/^Other programs had 100 %/);
});

const missed = (run: Run) =>
  verdictOf(run, profile)
    .filter(({ isKept }) => isKept !== true)
    .map(({ what }) => what);

test("a run in which everything went well keeps every target", () => {
  expect(missed(goodRun())).toEqual([]);
});

test("each thing that goes wrong is seen, by itself", () => {
  const run = goodRun();
  const [first, ...later] = run.seconds;
  if (first === undefined) throw new Error("no second");
  const changed = (second: object) => ({
    ...run,
    seconds: [...later, { ...later[0], ...second }] as Run["seconds"],
  });
  // In the warm-up, where durations do not count but failures do.
  const failing = { ...run, seconds: [{ ...first, failed: { "own 500": 1 } }, ...later] };
  expect(missed(failing)).toEqual(["calls that failed"]);
  expect(failuresOf({ ...run, unanswered: 2 })).toEqual({ "not answered at the end": 2 });
  expect(missed({ ...run, unanswered: 2 })).toEqual(["calls that failed"]);
  expect(missed(changed({ second: 300, sockets: 5000 }))).toEqual(["sockets at all times"]);
  expect(missed(changed({ socketsLost: { "the server closed the socket": 1 } }))).toEqual([
    "sockets that broke",
  ]);
  expect(missed({ ...run, audit: { ...run.audit, lost: 1 } })).toEqual([
    "15000 acknowledged transfers: lost, doubled",
  ]);
  expect(missed({ ...run, audit: { ...run.audit, breaches: ["debits_equal_credits"] } })).toEqual([
    "rules of the books broken",
  ]);
});

test("transfers that are slow in the warm-up do not count, later ones do", () => {
  const run = goodRun();
  const slow = (from: number) => ({
    ...run,
    seconds: run.seconds.map((second) => {
      if (second.second !== from) return second;
      const own = newHistogram();
      for (let one = 0; one < 1000; one += 1) record(own, 900);
      return { ...second, answered: { ...second.answered, own } };
    }),
  });
  expect(missed(slow(5))).toEqual([]);
  expect(missed(slow(50))).toContain("transfers, 99 of 100 within");
});

test("memory that grows by two in a hundred an hour is told from memory that only comes and goes", () => {
  const samples = (bytesAt: (second: number) => number) =>
    Array.from({ length: 600 }, (_, n) => sample(n, bytesAt(n)));
  const level = 200 * MEGABYTE;
  const growing = samples((second) => level * (1 + (0.03 * second) / 3600));
  // A collection every 40 seconds.
  const sawing = samples((second) => level + (second % 40) * 500_000);
  expect(memorySlope({ samples: growing, warmUpSeconds: 0 })).toBeCloseTo(2, 1);
  expect(Math.abs(memorySlope({ samples: sawing, warmUpSeconds: 0 }))).toBeLessThan(1);
  const reading = samples(() => level).map((one) => ({
    ...one,
    // Resident too, and told apart: the kernel brings them in as they are read.
    files: { api: one.second * MEGABYTE },
  }));
  expect(memorySlope({ samples: reading, warmUpSeconds: 0 })).toBeGreaterThan(2);
  expect(
    memorySlope({ samples: reading, warmUpSeconds: 0 }, ({ memory }) => memory["api"] ?? 0),
  ).toBe(0);
  expect(
    verdictOf(goodRun(60), profile).find(({ what }) => what.startsWith("memory")),
  ).toMatchObject({
    isKept: undefined,
  });
});

test("the page is one file that asks for nothing, and shows text as text", () => {
  const run = goodRun(30);
  const [first, ...later] = run.seconds;
  const odd = [{ ...first, failed: { "own <b>&": 1 } }, ...later] as Run["seconds"];
  const page = pageOf({ ...run, seconds: odd }, profile, "a < b");
  expect(page).not.toMatch(/<script|<link|src=|url\(|https?:/);
  expect(page).toContain("own &lt;b&gt;&amp;");
  expect(page).toContain("a &lt; b");
  expect(page).not.toMatch(/NaN|undefined|Infinity/);
});

test("options are read, and a wrong one is named", () => {
  const options = readLoadOptions([
    "--search",
    "--fraction",
    "0.2",
    "--apis",
    "2",
    "--minutes",
    "5",
  ]);
  expect(options).toMatchObject({ what: "search", fraction: 0.2, apis: 2, members: 200_000 });
  expect(timesOf(options)).toEqual({ warmUpSeconds: 60, measuredSeconds: 300 });
  expect(timesOf({ minutes: 60, warmUp: undefined }).warmUpSeconds).toBe(120);
  expect(() => readLoadOptions(["--fraktion", "1"])).toThrow("Unknown option '--fraktion'");
  expect(() => readLoadOptions(["--fraction", "x"])).toThrow("--fraction takes a number");
  expect(() => readLoadOptions(["--fraction"])).toThrow("argument missing");
  expect(() => readLoadOptions(["--apis", "1.5"])).toThrow("--apis takes a whole number");
  expect(() => readLoadOptions(["rates"])).toThrow("There is no rates to run.");
});
