import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** The member of a path whose branch was checked already. Refuses not_found. */
export async function findMember(app: App, memberGuid: string) {
  const member = await app.db
    .selectFrom("member")
    .select(["id", "guid", "membership_no", "office_id", "username_key", "access_closed_for"])
    .where("guid", "=", memberGuid)
    .executeTakeFirst();
  if (member === undefined) throw new Refusal("not_found");
  return member;
}
