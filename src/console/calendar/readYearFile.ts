import type { CalendarDay } from "#contract/staff/operations.ts";
import { requestPayloads } from "#contract/staff/requestPayloads.ts";

/** A day to ask for, as the request takes it. */
export type RequestedDay = Pick<
  CalendarDay,
  "day" | "name" | "type" | "isBankingDay" | "isObserved" | "basis"
>;

/**
 * The days of a file that the calendar does not have like that: a list, or an object with `holidays`, of
 * {date or day, name, type, bankingDay, basis}. Undefined when it is no such file, or one day is not
 * right: then nothing of it is asked for.
 */
export function readYearFile(
  text: string,
  known: readonly CalendarDay[],
): RequestedDay[] | undefined {
  const days: RequestedDay[] = [];
  for (const row of rowsOf(text) ?? [undefined]) {
    const parsed = requestPayloads.holiday.safeParse(asPayload(row));
    if (!parsed.success) return undefined;
    days.push(parsed.data);
  }
  return days.filter((day) => !known.some((other) => isSame(day, other)));
}

function rowsOf(text: string): unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const list =
      typeof read === "object" && read !== null && "holidays" in read ? read.holidays : read;
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

function asPayload(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return undefined;
  // Whatever is in it is checked by the contract.
  const { date, day = date, name, type, bankingDay, basis = "" } = row as Record<string, unknown>;
  return { day, name, type, isBankingDay: bankingDay, isObserved: true, basis };
}

function isSame(day: RequestedDay, other: CalendarDay): boolean {
  return (
    day.day === other.day &&
    day.name === other.name &&
    day.type === other.type &&
    day.isBankingDay === other.isBankingDay &&
    day.isObserved === other.isObserved &&
    // What was only reckoned is proclaimed by being asked for.
    !other.isProjected
  );
}
