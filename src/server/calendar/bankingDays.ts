import { addDays } from "#common/manila.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** Which days the clearing works. Days are 'yyyy-MM-dd' in Manila. */
export type BankingDays = {
  /** Monday to Friday, and no holiday or suspension of work that closes the clearing. */
  isBankingDay: (day: string) => boolean;
  /** 'HH:mm:ss' from which that banking day is closed, where work is suspended within it. */
  closedFrom: (day: string) => string | undefined;
  /** The first banking day after this one. */
  next: (day: string) => string;
  /** The n-th banking day after this one; with 0, the day itself when it is one, else the next. */
  add: (day: string, count: number) => string;
};

/** The rule for these closed days, and those that close within the day (banking.md, section 2). */
export function bankingDays(
  closed: Iterable<string>,
  closing: ReadonlyMap<string, string> = new Map(),
): BankingDays {
  const closedDays = new Set(closed);
  const known = new Map<string, boolean>();
  const isBankingDay = (day: string): boolean => {
    const answer = known.get(day) ?? (!isWeekend(day) && !closedDays.has(day));
    known.set(day, answer);
    return answer;
  };
  const nexts = new Map<string, string>();
  const next = (day: string): string => {
    const found = nexts.get(day);
    if (found !== undefined) return found;
    let later = addDays(day, 1);
    while (!isBankingDay(later)) later = addDays(later, 1);
    nexts.set(day, later);
    return later;
  };
  return {
    isBankingDay,
    closedFrom: (day) => (isBankingDay(day) ? closing.get(day) : undefined),
    next,
    add(day, count) {
      let found = isBankingDay(day) ? day : next(day);
      for (let step = 0; step < count; step++) found = next(found);
      return found;
    },
  };
}

/**
 * The rule for the calendar as it stands: read for each use, so that a suspension of work counts at once.
 * One that begins within the day leaves the day a banking day until then.
 * A declared working day on a weekend is no banking day.
 */
export async function readBankingDays(db: Db | Tx): Promise<BankingDays> {
  const rows = await db
    .selectFrom("holiday")
    .select(["day", "closed_from"])
    .where("is_observed", "=", true)
    .where("is_banking_day", "=", false)
    .execute();
  const whole = rows.filter(({ closed_from: from }) => from === null);
  const closing = rows.flatMap(({ day, closed_from: from }) =>
    from === null ? [] : [[day, from] as const],
  );
  return bankingDays(
    whole.map(({ day }) => day),
    new Map(closing),
  );
}

function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
