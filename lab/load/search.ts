import { type Run, verdictOf } from "./figures.ts";
import type { LoadProfile } from "./profile.ts";

/** Parts of the payday that were tried. */
export type Tried = { fraction: number; isKept: boolean };

const MOST_RUNS = 8;
const MOST = 4;
/** Near enough: a run is never the same twice. */
const NEAR = 1.1;

/**
 * The part to try next: more until one is missed, then between the highest that was kept and the lowest that
 * was missed; undefined when these are near each other, or enough was tried.
 */
export function nextFraction(tried: readonly Tried[], first: number): number | undefined {
  if (tried.length === 0) return first;
  if (tried.length >= MOST_RUNS) return undefined;
  const kept = Math.max(0, ...tried.filter(({ isKept }) => isKept).map(({ fraction }) => fraction));
  // Luck may keep a part above one that was missed: what counts is what was missed above it.
  const missed = Math.min(
    ...tried
      .filter(({ isKept, fraction }) => !isKept && fraction > kept)
      .map((one) => one.fraction),
  );
  if (missed === Infinity) return kept >= MOST ? undefined : Math.min(MOST, kept * 1.5);
  if (missed <= kept * NEAR) return undefined;
  return kept === 0 ? missed / 2 : (kept + missed) / 2;
}

/** Runs parts of the payday until the highest that is kept is known. Answers that run, and the lowest missed. */
export async function searchHighest(
  first: number,
  profile: LoadProfile,
  runAt: (fraction: number) => Promise<Run>,
  say: (text: string) => void,
): Promise<{ kept: Run | undefined; missed: Run | undefined }> {
  const tried: Tried[] = [];
  let kept: Run | undefined;
  let missed: Run | undefined;
  for (
    let fraction = nextFraction(tried, first);
    fraction !== undefined;
    fraction = nextFraction(tried, first)
  ) {
    const run = await runAt(fraction);
    const against = verdictOf(run, profile).filter((line) => line.isKept === false);
    const isKept = against.length === 0;
    tried.push({ fraction, isKept });
    if (isKept && run.fraction > (kept?.fraction ?? 0)) kept = run;
    if (!isKept && run.fraction < (missed?.fraction ?? Infinity)) missed = run;
    const why = against.map(({ what, found, wanted }) => `${what}: ${found} (wanted ${wanted})`);
    say(`${Math.round(fraction * 1000) / 10} % of the payday: ${isKept ? "kept" : why.join("; ")}`);
  }
  return { kept, missed };
}
