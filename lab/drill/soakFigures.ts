import type { Probe } from "./availability.ts";

export type Sample = { atMs: number; bytes: number };

const HOUR_MS = 3_600_000;

/** How much memory grows in an hour, in percent of its mean: the straight line that fits best. */
export function slopePercentAnHour(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [at, bytes] = [mean(({ atMs }) => atMs), mean((sample) => sample.bytes)];
  const spread = mean(({ atMs }) => (atMs - at) ** 2);
  if (samples.length < 2 || spread === 0) return 0;
  const together = mean((sample) => (sample.atMs - at) * (sample.bytes - bytes));
  return ((together / spread) * HOUR_MS * 100) / bytes;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** By how much the 95th of a hundred became slower, in percent. */
export function driftPercent(before: readonly number[], after: readonly number[]): number {
  const [was, is] = [percentile(before, 0.95), percentile(after, 0.95)];
  return was === 0 ? 0 : (is / was - 1) * 100;
}

/** What share of looks was answered well, or followed by one that was, begun within so long after it. */
export function servedShare(looks: readonly Probe[], againMs: number): number {
  if (looks.length === 0) return 0;
  const good = looks.filter(({ status }) => status === 200).map(({ askedAt }) => askedAt);
  const served = looks.filter(
    ({ askedAt, status }) =>
      status === 200 || good.some((at) => at >= askedAt && at <= askedAt + againMs),
  );
  return served.length / looks.length;
}
