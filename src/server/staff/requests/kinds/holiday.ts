import { manilaDate } from "#common/manila.ts";
import { announceSettings } from "#server/settings/announceSettings.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/staff/requests/requestRule.ts";
import { yesNo } from "./cardOf.ts";

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
      .selectAll()
      .where("day", "=", day)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (isNew && row !== undefined) throw new Refusal("holiday_exists");
    return {
      day,
      name: row?.name ?? "",
      holidayType: row?.type ?? "",
      isBankingDay: row === undefined ? "" : yesNo(row.is_banking_day),
      closedFrom: row?.closed_from?.slice(0, 5) ?? "",
      isObserved: yesNo(row?.is_observed ?? false),
      basis: row?.basis ?? "",
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
