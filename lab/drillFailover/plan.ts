/** What is done to the cluster in one round. */
export type Blow = (typeof BLOWS)[number];

export const BLOWS = [
  "kill the primary's machine",
  "primary's machine vanishes",
  "pause the primary's machine",
  "cut the primary off",
  "standby's machine vanishes",
  "kill one etcd",
  "kill all of etcd",
] as const;

/** How many rounds of each kind go with a number of kills of the primary. */
export function counts(kills: number): Record<Blow, number> {
  const half = Math.floor(kills / 2);
  const losses = Math.floor(kills / 4);
  return {
    "kill the primary's machine": kills - half,
    "primary's machine vanishes": half,
    "pause the primary's machine": half,
    "cut the primary off": losses,
    "standby's machine vanishes": losses,
    "kill one etcd": Math.floor(losses / 2),
    "kill all of etcd": losses - Math.floor(losses / 2),
  };
}

/** The rounds, the kinds spread evenly over the drill. */
export function planRounds(kills: number): Blow[] {
  const wanted = counts(kills);
  return BLOWS.flatMap((blow) =>
    Array.from({ length: wanted[blow] }, (_, index) => ({
      blow,
      place: (index + 0.5) / wanted[blow],
    })),
  )
    .toSorted((a, b) => a.place - b.place)
    .map(({ blow }) => blow);
}

/** Whether the blow ends the primary: writes must be back within the time, on another machine. */
export const endsPrimary = (blow: Blow) => BLOWS.indexOf(blow) < 4;

/**
 * The longest time without an acknowledgement from a moment on, in milliseconds, and when it ended.
 * `times` are those of acknowledgements, in any order.
 */
export function longestSilence(times: readonly number[], from: number, to: number) {
  const after = times.filter((time) => time > from && time <= to).toSorted((a, b) => a - b);
  let longest = { milliseconds: 0, endedAt: from };
  let former = from;
  for (const time of [...after, to]) {
    if (time - former > longest.milliseconds) {
      longest = { milliseconds: time - former, endedAt: time };
    }
    former = time;
  }
  return longest;
}
