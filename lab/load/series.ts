import { isWrite, type Run } from "./figures.ts";
import type { Second } from "./generator/tally.ts";
import { addTo, type Histogram, newHistogram, percentileOf } from "./histogram.ts";
import type { Plot, Series } from "./plots.ts";
import { CALLS, type Call, TRANSFERS } from "./profile.ts";
import type { Sample } from "./sampler.ts";

/** More points than the plots are wide would only be a smear. */
const MOST_POINTS = 240;
const MEGABYTE = 1024 * 1024;

type Drawn = Omit<Plot, "at" | "warmUpSeconds">;

/** Everything that is drawn, in the order in which it is read. */
export function plotsOf(run: Run): Plot[] {
  const { warmUpSeconds } = run;
  const over = (all: readonly (readonly { second: number }[])[]) => ({
    at: all.map((some) => some.at(-1)?.second ?? 0),
    warmUpSeconds,
  });
  const seconds = together(run.seconds);
  const samples = together(run.samples);
  return [
    ...plotsOfCalls(seconds).map((plot) => ({ ...plot, ...over(seconds) })),
    ...plotsOfProcesses(samples).map((plot) => ({ ...plot, ...over(samples) })),
  ];
}

function plotsOfCalls(seconds: readonly (readonly Second[])[]): Drawn[] {
  const readings = CALLS.filter((call) => !isWrite(call));
  return [
    {
      title: "Transfers, duration",
      unit: "ms; dashed: 500, for 99 of 100",
      isLogarithmic: true,
      limit: 500,
      series: durations(seconds, TRANSFERS),
    },
    {
      title: "Readings, duration",
      unit: "ms; dashed: 250, for 95 of 100",
      isLogarithmic: true,
      limit: 250,
      series: durations(seconds, readings),
    },
    {
      title: "Sign-ins, duration",
      unit: "ms",
      isLogarithmic: true,
      series: durations(seconds, ["login"]),
    },
    { title: "Answers", unit: "a second", series: answers(seconds) },
    { title: "Failures", unit: "a second", series: failures(seconds) },
    {
      title: "Calls under way",
      unit: "at the end of a second",
      series: [
        figure(seconds, "under way", ({ underWay }) => underWay),
        figure(seconds, "without a connection", ({ waiting }) => waiting),
      ],
    },
    {
      title: "Sockets",
      unit: "connected, as members see it",
      series: [figure(seconds, "sockets", ({ sockets }) => sockets)],
    },
    {
      title: "Bells, how late",
      unit: "ms after what they tell of",
      isLogarithmic: true,
      series: percentiles(seconds, ({ bells }) => [bells]),
    },
  ];
}

function plotsOfProcesses(samples: readonly (readonly Sample[])[]): Drawn[] {
  return [
    { title: "Processor", unit: "% of one core", series: named(samples, "cpu", 100) },
    { title: "Memory", unit: "MB of its own", series: named(samples, "memory", 1 / MEGABYTE) },
    {
      title: "Pages of files in memory",
      unit: "MB, as the kernel keeps them",
      series: named(samples, "files", 1 / MEGABYTE),
    },
    {
      title: "Event loop of the API, late",
      unit: "ms, 99 of 100",
      series: [figure(samples, "event loop", ({ loopDelayP99 }) => loopDelayP99 * 1000)],
    },
    {
      title: "Waiting work",
      unit: "jobs, promises, sign-ins",
      series: [
        figure(samples, "jobs", ({ jobs }) => jobs),
        figure(samples, "outbox", ({ outbox }) => outbox),
        figure(samples, "passwords", ({ hashesWaiting }) => hashesWaiting),
      ],
    },
  ];
}

/** Neighbours together, so that as many points are left as can be seen. */
function together<T>(all: readonly T[]): (readonly T[])[] {
  const each = Math.max(1, Math.ceil(all.length / MOST_POINTS));
  return Array.from({ length: Math.ceil(all.length / each) }, (_, place) =>
    all.slice(place * each, (place + 1) * each),
  );
}

function durations(seconds: readonly (readonly Second[])[], calls: readonly Call[]): Series[] {
  return percentiles(seconds, ({ answered }) => calls.map((call) => answered[call]));
}

function percentiles(
  seconds: readonly (readonly Second[])[],
  of: (second: Second) => (Histogram | undefined)[],
): Series[] {
  const merged = seconds.map((some) => {
    const all = newHistogram();
    for (const each of some.flatMap(of)) if (each !== undefined) addTo(all, each);
    return all;
  });
  const at = (name: string, share: number): Series => ({
    name,
    values: merged.map((all) => (all.count === 0 ? undefined : percentileOf(all, share))),
  });
  return [at("p50", 0.5), at("p99", 0.99), at("longest", 1)];
}

function answers(seconds: readonly (readonly Second[])[]): Series[] {
  const rate = (name: string, calls: readonly Call[]): Series => ({
    name,
    values: seconds.map(
      (some) =>
        some
          .flatMap(({ answered }) => calls.map((call) => answered[call]?.count ?? 0))
          .reduce((sum, count) => sum + count, 0) / some.length,
    ),
  });
  return [rate("all", CALLS), rate("transfers", TRANSFERS), rate("sign-ins", ["login"])];
}

function failures(seconds: readonly (readonly Second[])[]): Series[] {
  const rate = (name: string, of: (second: Second) => Record<string, number>): Series => ({
    name,
    values: seconds.map(
      (some) =>
        some.flatMap((second) => Object.values(of(second))).reduce((sum, one) => sum + one, 0) /
        some.length,
    ),
  });
  return [rate("calls", ({ failed }) => failed), rate("sockets", ({ socketsLost }) => socketsLost)];
}

/** The greatest of each point. */
function figure<T>(
  points: readonly (readonly T[])[],
  name: string,
  of: (one: T) => number,
): Series {
  return { name, values: points.map((some) => Math.max(...some.map(of))) };
}

function named(
  points: readonly (readonly Sample[])[],
  what: "cpu" | "memory" | "files",
  times: number,
): Series[] {
  const names = new Set(points.flat().flatMap((sample) => Object.keys(sample[what])));
  return [...names].map((name) => ({
    name,
    values: points.map((some) => {
      const found = some.flatMap((sample) => sample[what][name] ?? []);
      return found.length === 0
        ? undefined
        : (times * found.reduce((sum, value) => sum + value, 0)) / found.length;
    }),
  }));
}
