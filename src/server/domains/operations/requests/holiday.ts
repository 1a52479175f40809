import { manilaDate } from "#common/manila.ts";
import { readHolidays } from "#server/platform/calendar/readHolidays.ts";
import { announceSettings } from "#server/platform/settings/announceSettings.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { yesNo } from "#server/domains/makerChecker/yesNo.ts";

/**
 * Adds a day to the calendar, changes it, or has it no longer observed. The past is not rewritten: what
 * was cleared by it stays cleared.
 */
export const holiday = defineKind({
  kind: "holiday",
  subjectOf: ({ day }) => `holiday:${day}`,
  readOffice: async () => null,
  readBefore: async (tx, { day, isNew }, at) => {
    if (day < manilaDate(at)) throw new Refusal("holiday_past");
    const row = await tx
      .selectFrom("holiday")
      .select("day")
      .where("day", "=", day)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (isNew && row !== undefined) throw new Refusal("holiday_exists");
    // Without a row, a day may still be one that is reckoned.
    const known = (await readHolidays(tx))
      .daysOf(Number(day.slice(0, 4)))
      .find((one) => one.day === day);
    return {
      day,
      name: known?.name ?? "",
      holidayType: known?.type ?? "",
      isBankingDay: known === undefined ? "" : yesNo(known.isBankingDay),
      closedFrom: known?.closedFrom?.slice(0, 5) ?? "",
      isObserved: yesNo(known?.isObserved ?? false),
      basis: known?.basis ?? "",
    };
  },
  after: ({ day, name, type, isBankingDay, closedFrom, isObserved, basis }) => ({
    day,
    name,
    holidayType: type,
    isBankingDay: yesNo(isBankingDay),
    closedFrom: closedFrom ?? "",
    isObserved: yesNo(isObserved),
    basis,
  }),
  apply: async (tx, { day, name, type, isBankingDay, closedFrom, isObserved, basis }) => {
    const row = {
      name,
      type,
      is_banking_day: isBankingDay,
      closed_from: closedFrom,
      is_observed: isObserved,
      status: "proclaimed",
      basis,
    };
    await tx
      .insertInto("holiday")
      .values({ day, ...row })
      .onConflict((conflict) => conflict.column("day").doUpdateSet(row))
      .execute();
    await announceSettings(tx);
  },
});
