import { lastDayOf } from "#common/manila.ts";
import type { Repeats } from "#common/scheduleDays.ts";

/*
 * What a schedule has to have sent, reckoned without a line of the bank's: day by day, from what the member did and had
 * on it. Whatever happens on a morning happens before 7.
 */

export type Act = "skip" | "pause" | "resume" | "end" | "freeze";

/** What happened on a morning, in this order; and what the account held from 7, from noon and by night. */
export type Morning = { acts: Act[]; money: readonly bigint[] };

export type Rule = { repeats: Repeats; firstOn: string; amount: bigint };
export type Fate = "sent" | "missed" | "skipped" | "stopped";
type State = "active" | "paused" | "ended";

/** Whether a rule names this day: told from the day alone. */
export function names({ repeats, firstOn }: Rule, day: string): boolean {
  const last = lastDayOf(day.slice(0, 7));
  if (day < firstOn) return false;
  switch (repeats) {
    case "once":
      return day === firstOn;
    case "weekly":
      return (Date.parse(day) - Date.parse(firstOn)) % (7 * 86_400_000) === 0;
    case "monthly":
      return day.slice(8) === firstOn.slice(8) || (day === last && day.slice(8) < firstOn.slice(8));
    case "paydays":
      return day.endsWith("-15") || day === last;
  }
}

/** A schedule as it should go. */
export type Watched = {
  rule: Rule;
  state: State;
  /** What has to have become of each due day. */
  fates: Map<string, Fate>;
  skipped: Set<string>;
};

export const watch = (rule: Rule): Watched => ({
  rule,
  state: "active",
  fates: new Map(),
  skipped: new Set(),
});

/** The due day that would be skipped on this morning: the first to come that has not been. */
export const nextOf = ({ rule, skipped }: Watched, day: string, days: readonly string[]) =>
  days.find((one) => one >= day && names(rule, one) && !skipped.has(one));

/** What an act of a morning makes of it, and whether the bank has to grant it. */
export function apply(one: Watched, day: string, act: Act, days: readonly string[]): boolean {
  if (act === "freeze") {
    if (one.state === "active") one.state = "paused";
    return true;
  }
  if (one.state === "ended") return act === "end";
  if (act === "end") one.state = "ended";
  if (act === "pause") one.state = "paused";
  if (act === "resume" && one.state === "paused") {
    one.state = "active";
    endWhenOver(one, day > one.rule.firstOn);
  }
  if (act !== "skip") return true;
  const next = nextOf(one, day, days);
  if (one.state === "paused" || next === undefined) return false;
  one.skipped.add(next);
  endWhenOver(one, true);
  return true;
}

/** What became of it by the end of a day. */
export function endDay(one: Watched, day: string, money: readonly bigint[]): void {
  if (!names(one.rule, day)) return;
  one.fates.set(
    day,
    fateOf(
      one,
      day,
      money.some((held) => held >= one.rule.amount),
    ),
  );
  if (one.state === "active") endWhenOver(one, true);
}

/** A schedule of a single day has no other. */
function endWhenOver(one: Watched, isOver: boolean): void {
  if (isOver && one.rule.repeats === "once") one.state = "ended";
}

function fateOf({ state, skipped }: Watched, day: string, hasMoney: boolean): Fate {
  if (skipped.has(day)) return "skipped";
  if (state !== "active") return "stopped";
  return hasMoney ? "sent" : "missed";
}

export const daysOf = ({ fates }: Watched, wanted: Fate): string[] =>
  [...fates].filter(([, fate]) => fate === wanted).map(([day]) => day);
