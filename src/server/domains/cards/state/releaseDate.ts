import { manilaDate } from "#common/manila.ts";
import { type BankingDays, readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import type { Db, Tx } from "#server/db/db.ts";

export type CardKind = "generic" | "personalized";

/** What is asked for before this hour of Manila is handed out the same working day. */
const CUT_OFF_HOUR = 15;
const WORKING_DAYS_TO_PRODUCE = 10;
const MANILA_OFFSET_HOURS = 8;

/** The day on which a card that is asked for now can be had, 'yyyy-MM-dd' (docs/requirements/decisions.md, 5). */
export async function readReleaseDate(db: Db | Tx, kind: CardKind, at: Date): Promise<string> {
  return releaseDate(await readBankingDays(db), kind, at);
}

/** The rule for these working days. */
export function releaseDate(days: BankingDays, kind: CardKind, at: Date): string {
  const today = manilaDate(at);
  if (kind === "personalized") return days.add(days.next(today), WORKING_DAYS_TO_PRODUCE - 1);
  return notToday(days, at) === null ? today : days.next(today);
}

/** Why a default card that is asked for now is not handed out today; null when it is. */
export async function whyNotToday(db: Db | Tx, at: Date): Promise<"closed" | "late" | null> {
  return notToday(await readBankingDays(db), at);
}

function notToday(days: BankingDays, at: Date): "closed" | "late" | null {
  if (!days.isBankingDay(manilaDate(at))) return "closed";
  const hour = (at.getUTCHours() + MANILA_OFFSET_HOURS) % 24;
  return hour < CUT_OFF_HOUR ? null : "late";
}
