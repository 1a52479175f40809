import { addDays, manilaDate } from "#common/manila.ts";
import { canBeginOn, type DueRule, dueAfter } from "#common/scheduleDays.ts";
import { type DueDay, FURTHEST_FIRST_DAY, MOST_SCHEDULES } from "#contract/schedules.ts";
import { isBatched, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import type { BankingDays } from "#server/platform/calendar/bankingDays.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * How often an order is due, and from which day on. Refuses schedule_day for one that does not begin on a day from
 * tomorrow on, within a year, and schedule_too_many.
 */
export async function requireDue(
  app: App,
  { memberId }: { memberId: bigint },
  { repeats, first_on: firstOn }: Pick<TransferIntent, "repeats" | "first_on">,
  param: string,
  db: Db | Tx = app.db,
): Promise<DueRule> {
  if (repeats === undefined || firstOn === undefined) throw new Refusal("schedule_day", { param });
  requireFirstDay(app, { repeats, firstOn }, param);
  const { count } = await db
    .selectFrom("transfer_schedule")
    .select((is) => is.fn.countAll<bigint>().as("count"))
    .where("member_id", "=", memberId)
    .where("state", "<>", "ended")
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MOST_SCHEDULES)) {
    throw new Refusal("schedule_too_many", { values: { most: String(MOST_SCHEDULES) } });
  }
  return { repeats, firstOn };
}

/** Refuses schedule_day for what does not begin on a day from tomorrow on, within a year, and on a payday where it is by these. */
export function requireFirstDay(app: Pick<App, "now">, rule: DueRule, param: string): void {
  const today = manilaDate(app.now());
  const isAhead = rule.firstOn > today && rule.firstOn <= addDays(today, FURTHEST_FIRST_DAY);
  if (!isAhead || !canBeginOn(rule)) throw new Refusal("schedule_day", { param });
}

/** The day on which it is sent: of what is cleared in batches the next banking day, else the due day itself. */
export function sendDay(kind: TransferKind, dueOn: string, days: BankingDays): string {
  const { rail } = TRANSFER_KINDS[kind];
  return rail !== null && isBatched(rail) ? days.add(dueOn, 0) : dueOn;
}

type Coming = DueRule & { kind: TransferKind; nextOn: string | null };

/**
 * The first due day from nextOn on that can still be sent: its send day is today or to come. Undefined where none comes.
 * Days whose send day has passed are left out, also behind one of which it has not.
 */
export function sendableFrom(
  { kind, nextOn, ...rule }: Coming,
  days: BankingDays,
  today: string,
): string | undefined {
  let dueOn = nextOn ?? undefined;
  while (dueOn !== undefined && sendDay(kind, dueOn, days) < today) dueOn = dueAfter(rule, dueOn);
  return dueOn;
}

/** The days that come, from this one on, as many as are asked for at the most. */
export function comingDays(
  { kind, nextOn, ...rule }: DueRule & { kind: TransferKind; nextOn: string | undefined },
  days: BankingDays,
  count: number,
): DueDay[] {
  const coming: DueDay[] = [];
  for (let dueOn = nextOn; dueOn !== undefined && coming.length < count;) {
    coming.push({ dueOn, sendOn: sendDay(kind, dueOn, days) });
    dueOn = dueAfter(rule, dueOn);
  }
  return coming;
}
