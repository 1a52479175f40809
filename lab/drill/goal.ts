/** One thing that was looked at, what was seen, and whether it is as it must be. */
export type Found = { what: string; seen: string; held: boolean };

export type DrillOptions = {
  /** A few rounds instead of the goal's own number. */
  isShort: boolean;
  /** How long a soak goes on. */
  minutes: number | undefined;
  say: (line: string) => void;
};

/** A goal of reliability: its figure, and the way to see whether it is met. */
export type Goal = {
  name: string;
  /** Another goal that is shown by the same run. */
  also?: string;
  title: string;
  /** What must hold. */
  figure: string;
  /** How it is shown, in a few words. */
  how: string;
  run: (options: DrillOptions) => Promise<Found[]>;
};

/** A count of what must not be, with the first few by name. */
export function none(what: string, which: readonly string[]): Found {
  const some = which.slice(0, 3).join("; ");
  return {
    what,
    seen: which.length === 0 ? "0" : `${which.length}: ${some}`,
    held: which.length === 0,
  };
}

/** A figure that may not be over a limit. */
export function atMost(what: string, value: number, most: number, unit = ""): Found {
  return { what, seen: `${rounded(value)}${unit} of at most ${most}${unit}`, held: value <= most };
}

/** A figure that must be reached, so that a drill in which nothing happened does not pass. */
export function atLeast(what: string, value: number, least: number): Found {
  return { what, seen: `${rounded(value)}, at least ${least}`, held: value >= least };
}

function rounded(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}
