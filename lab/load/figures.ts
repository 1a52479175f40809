import type { Audit } from "./audit.ts";
import type { Second } from "./generator/tally.ts";
import { addTo, type Histogram, newHistogram, percentileOf } from "./histogram.ts";
import { CALLS, type Call, type LoadProfile, type Rates, totalOf, TRANSFERS } from "./profile.ts";
import { OTHERS, type Sample } from "./sampler.ts";

/** What a run was and what it showed; the report page is made of it. */
export type Run = {
  startedAt: string;
  members: number;
  apis: number;
  fraction: number;
  seed: number;
  /** The first seconds, which count for nothing but errors. */
  warmUpSeconds: number;
  measuredSeconds: number;
  rates: Rates;
  /** On line, which may be fewer than the rates say where there are few members. */
  onLine: number;
  seconds: readonly Second[];
  samples: readonly Sample[];
  unanswered: number;
  /** Bells heard, and notices written for members on line. */
  bells: { heard: number; late: Histogram };
  audit: Audit;
};

export type Line = {
  what: string;
  wanted: string;
  found: string;
  /** Undefined where the run was too short or nothing is asked for. */
  isKept: boolean | undefined;
};

/** A memory that grows by one in a hundred an hour is not told from one that does not in less time. */
const LEAST_MINUTES_FOR_SLOPE = 10;
const MOST_TRANSFER_P99_MS = 500;
const MOST_SLOPE_PERCENT = 1;
/** More than this share of the machine, and it is not the bank's. */
const MOST_OF_OTHERS = 0.1;
/** Later than this and the load, not the bank, is what was measured. */
const MOST_SENT_LATE_P99_MS = 50;

/** All answers of these kinds in the time that counts. */
export function answeredIn(run: Run, calls: readonly Call[]): Histogram {
  const all = newHistogram();
  for (const { second, answered } of run.seconds) {
    if (second <= run.warmUpSeconds) continue;
    for (const call of calls) if (answered[call] !== undefined) addTo(all, answered[call]);
  }
  return all;
}

/** Failures of the whole run by kind and reason; what was never answered among them. */
export function failuresOf({ seconds, unanswered }: Run): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { failed } of seconds) {
    for (const [why, count] of Object.entries(failed)) all[why] = (all[why] ?? 0) + count;
  }
  return unanswered > 0 ? { ...all, "not answered at the end": unanswered } : all;
}

/** Every target, what was found and whether it was kept. */
export function verdictOf(run: Run, profile: LoadProfile): Line[] {
  const { targets } = profile;
  const transfers = answeredIn(run, TRANSFERS);
  const reads = answeredIn(
    run,
    CALLS.filter((call) => !isWrite(call)),
  );
  const failed = Object.values(failuresOf(run)).reduce((sum, count) => sum + count, 0);
  const least = Math.min(...measured(run).map(({ sockets }) => sockets));
  const late = sentLate(run);
  const slope = memorySlope(run);
  const ownSlope = memorySlope(run, ({ memory }) => ofBank(memory));
  const isLong = run.measuredSeconds >= LEAST_MINUTES_FOR_SLOPE * 60;
  const rate = answeredIn(run, CALLS).count / run.measuredSeconds;
  const wantedRate = totalOf(run.rates);
  const { acknowledged, lost, doubled, breaches } = run.audit;
  return [
    {
      what: "calls a second",
      wanted: tenths(wantedRate),
      found: tenths(rate),
      // Of a Poisson process; three deviations.
      isKept: rate >= wantedRate - 3 * Math.sqrt(wantedRate / run.measuredSeconds),
    },
    { what: "calls that failed", wanted: "0", found: String(failed), isKept: failed === 0 },
    atMost("transfers, 99 of 100 within", transfers, 0.99, MOST_TRANSFER_P99_MS),
    atMost("transfers, 95 of 100 within", transfers, 0.95, targets.p95TransferMs),
    atMost("readings, 95 of 100 within", reads, 0.95, targets.p95ReadMs),
    {
      what: "sockets at all times",
      wanted: String(run.rates.sockets),
      found: String(least),
      // Whoever signs in takes another's place: a few are always on their way.
      isKept: least >= run.rates.sockets * 0.99,
    },
    {
      what: "sockets that broke",
      wanted: "0",
      found: String(lostSockets(run)),
      isKept: lostSockets(run) === 0,
    },
    {
      what: "memory of API and worker, growth an hour",
      wanted: `at most ${MOST_SLOPE_PERCENT} %, of ${LEAST_MINUTES_FOR_SLOPE} minutes`,
      found: `${tenths(slope)} %; without pages of files ${tenths(ownSlope)} %`,
      isKept: isLong ? slope <= MOST_SLOPE_PERCENT : undefined,
    },
    {
      what: `${acknowledged} acknowledged transfers: lost, doubled`,
      wanted: "0, 0",
      found: `${lost}, ${doubled}`,
      isKept: acknowledged > 0 && lost === 0 && doubled === 0,
    },
    {
      what: "rules of the books broken",
      wanted: "0",
      found: String(breaches.length),
      isKept: breaches.length === 0,
    },
    {
      what: "the load itself: 99 of 100 calls sent within",
      wanted: `${MOST_SENT_LATE_P99_MS} ms`,
      found: `${tenths(percentileOf(late, 0.99))} ms`,
      isKept: percentileOf(late, 0.99) <= MOST_SENT_LATE_P99_MS,
    },
  ];
}

export function isWrite(call: Call): boolean {
  const writes: readonly Call[] = [...TRANSFERS, "login", "sendCode", "refresh"];
  return writes.includes(call);
}

/**
 * By how many per cent of itself the memory of API and worker, resident unless `of` says otherwise, grows in an hour: of each minute the least, which is
 * what a collection of garbage leaves, and of those the median of the slopes between all pairs (Theil and Sen).
 */
export function memorySlope(
  run: Pick<Run, "samples" | "warmUpSeconds">,
  of: (sample: Sample) => number = ({ memory, files }) => ofBank(memory) + ofBank(files),
): number {
  const least = new Map<number, number>();
  for (const sample of run.samples) {
    const { second } = sample;
    if (second <= run.warmUpSeconds) continue;
    const minute = Math.floor((second - run.warmUpSeconds) / 60);
    least.set(minute, Math.min(least.get(minute) ?? Infinity, of(sample)));
  }
  const points = [...least].map(([minute, bytes]) => ({ hours: minute / 60, bytes }));
  const slopes = points.flatMap((a, place) =>
    points
      .slice(place + 1)
      .filter((b) => b.hours > a.hours)
      .map((b) => (b.bytes - a.bytes) / (b.hours - a.hours)),
  );
  const level = medianOf(points.map(({ bytes }) => bytes));
  return level === 0 ? 0 : (100 * medianOf(slopes)) / level;
}

/** Bytes by name: the least of the first minute that counts, and of the last. */
export function memoryBetween(
  run: Pick<Run, "samples" | "warmUpSeconds" | "measuredSeconds">,
  what: "memory" | "files" = "memory",
): Record<string, { first: number; last: number }> {
  const end = run.warmUpSeconds + run.measuredSeconds;
  const leastIn = (from: number, name: string) =>
    Math.min(
      ...run.samples
        .filter(({ second }) => second > from && second <= from + 60)
        .map((sample) => sample[what][name] ?? Infinity),
    );
  const names = Object.keys(run.samples.at(-1)?.[what] ?? {});
  return Object.fromEntries(
    names.map((name) => [
      name,
      { first: leastIn(run.warmUpSeconds, name), last: leastIn(end - 60, name) },
    ]),
  );
}

function ofBank(memory: Record<string, number>): number {
  return Object.entries(memory)
    .filter(([name]) => name.startsWith("api") || name === "worker")
    .reduce((sum, [, bytes]) => sum + bytes, 0);
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Means over the time that counts, by name: processor time as a share of one core. */
export function meanCpu(
  run: Pick<Run, "samples" | "warmUpSeconds" | "measuredSeconds">,
): Record<string, number> {
  const counted = run.samples.filter(
    ({ second }) => second > run.warmUpSeconds && second <= run.warmUpSeconds + run.measuredSeconds,
  );
  const names = new Set(counted.flatMap(({ cpu }) => Object.keys(cpu)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      counted.reduce((sum, { cpu }) => sum + (cpu[name] ?? 0), 0) / Math.max(1, counted.length),
    ]),
  );
}

/** Where the machine is full, as one line: what a run that missed its targets was held up by. */
export function bottleneckOf(run: Run, cores: number): string {
  const cpu = Object.entries(meanCpu(run)).toSorted(([, a], [, b]) => b - a);
  const all = cpu.reduce((sum, [, share]) => sum + share, 0);
  const users = cpu.map(([name, share]) => `${name} ${Math.round(share * 100)} %`).join(", ");
  // Each of these runs its program in one thread.
  const full = cpu.find(([name, share]) => /^(api|worker|load|sandbox)/.test(name) && share > 0.9);
  const others = meanCpu(run)[OTHERS] ?? 0;
  if (others > cores * MOST_OF_OTHERS) {
    return `Other programs had ${Math.round(others * 100)} % of a core: these figures are not the bank's. ${users}.`;
  }
  if (all > cores * 0.9) return `The processor is full (${cores} cores): ${users}.`;
  if (full !== undefined) return `The one thread of ${full[0]} is full: ${users} of one core.`;
  return `The processor is not full (${users} of ${cores} cores): what is slow waits for locks or the disk.`;
}

/** One place behind the point: house rules keep the usual way for money. */
export function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function measured({ seconds, warmUpSeconds, measuredSeconds }: Run): readonly Second[] {
  return seconds.filter(
    ({ second }) => second > warmUpSeconds && second <= warmUpSeconds + measuredSeconds,
  );
}

function atMost(what: string, histogram: Histogram, share: number, mostMs: number): Line {
  const found = percentileOf(histogram, share);
  return {
    what,
    wanted: `${mostMs} ms`,
    found: histogram.count === 0 ? "none" : `${tenths(found)} ms`,
    isKept: histogram.count > 0 && found <= mostMs,
  };
}

function sentLate(run: Run): Histogram {
  const all = newHistogram();
  for (const { sentLate: late } of measured(run)) addTo(all, late);
  return all;
}

function lostSockets({ seconds }: Run): number {
  return seconds
    .flatMap(({ socketsLost }) => Object.values(socketsLost))
    .reduce((sum, count) => sum + count, 0);
}
