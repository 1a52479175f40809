import { addDays } from "#common/manila.ts";
import type { Tx } from "#server/db/db.ts";

/** The day itself, or the first after it that the books still take: closed days take no entry. */
export async function openDay(tx: Tx, day: string): Promise<string> {
  const shut = await tx
    .selectFrom("business_day")
    .select("day")
    .where("day", ">=", day)
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return shut === undefined ? day : addDays(shut.day, 1);
}
