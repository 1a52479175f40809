/**
 * Durations in steps that grow with them, so that a figure is never wrong by more than one in 128, from a
 * tenth of a millisecond up to hours, in a few kilobytes however many are counted.
 */
export type Histogram = {
  counts: Record<number, number>;
  count: number;
  /** Milliseconds. */
  max: number;
  sum: number;
};

const STEPS = 128;
/** Tenths of a millisecond: what is told apart at the short end. */
const UNIT = 10;

export function newHistogram(): Histogram {
  return { counts: {}, count: 0, max: 0, sum: 0 };
}

export function record(into: Histogram, milliseconds: number): void {
  const step = stepOf(milliseconds);
  into.counts[step] = (into.counts[step] ?? 0) + 1;
  into.count += 1;
  into.sum += milliseconds;
  into.max = Math.max(into.max, milliseconds);
}

export function addTo(into: Histogram, other: Histogram): void {
  for (const [step, count] of Object.entries(other.counts)) {
    into.counts[Number(step)] = (into.counts[Number(step)] ?? 0) + count;
  }
  into.count += other.count;
  into.sum += other.sum;
  into.max = Math.max(into.max, other.max);
}

/** Milliseconds that this share of all needed at most; 0 of none. */
export function percentileOf(of: Histogram, share: number): number {
  const wanted = Math.ceil(of.count * share);
  let seen = 0;
  // Whole numbers as keys come in their order.
  for (const [step, count] of Object.entries(of.counts)) {
    seen += count;
    if (seen >= wanted) return Math.min(of.max, topOf(Number(step)));
  }
  return of.max;
}

/** Below STEPS units each unit is a step; above, every doubling has STEPS of them. */
function stepOf(milliseconds: number): number {
  const units = Math.max(0, Math.floor(milliseconds * UNIT));
  if (units < STEPS) return units;
  const doublings = Math.floor(Math.log2(units / STEPS));
  return STEPS * (doublings + 1) + Math.floor(units / 2 ** doublings) - STEPS;
}

/** The longest of a step. */
function topOf(step: number): number {
  if (step < STEPS) return (step + 1) / UNIT;
  const doublings = Math.floor(step / STEPS) - 1;
  return (((step % STEPS) + STEPS + 1) * 2 ** doublings) / UNIT;
}
