import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** The branch of a member, null for who has none. Refuses not_found. */
export async function readMemberOffice(
  tx: Tx,
  { memberGuid }: { memberGuid: string },
): Promise<bigint | null> {
  const found = await tx
    .selectFrom("member")
    .select("office_id")
    .where("guid", "=", memberGuid)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return found.office_id;
}
