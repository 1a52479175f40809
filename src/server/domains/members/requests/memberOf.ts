import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** A member, locked until the transaction ends. Refuses not_found. */
export async function lockMember(tx: Tx, memberGuid: string) {
  const member = await tx
    .selectFrom("member")
    .select([
      "id",
      "status",
      "access_closed_for",
      "mobile_number",
      "email_address",
      "language",
      "username_key",
    ])
    .where("guid", "=", memberGuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (member === undefined) throw new Refusal("not_found");
  return member;
}
