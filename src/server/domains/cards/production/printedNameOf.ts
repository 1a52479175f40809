import { printedName } from "#common/printedName.ts";
import type { Db } from "#server/db/db.ts";
import { namePartsOf } from "#server/domains/cards/state/nameParts.ts";

/** The name on a member's personalized card; undefined where there is none, or it cannot be told. */
export async function printedNameOf(db: Db, memberGuid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("card_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select(["a.printed_name", "m.first_name", "m.middle_name", "m.last_name", "m.qualifier"])
    .where("m.guid", "=", memberGuid)
    .where("a.kind", "=", "personalized")
    .where("a.stage", "not in", ["rejected", "withdrawn"])
    .orderBy("a.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && (row.printed_name ?? printedName(namePartsOf(row)));
}
