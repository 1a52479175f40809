import { isMembershipNumber, withoutSeparators } from "#contract/identity.ts";
import type { App } from "#server/platform/app.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";

/**
 * Whom a visitor without a session means by a username or a membership number, and what was asked in the one way of
 * writing that is counted; no member where nobody has it.
 */
export async function findAsked(app: App, identifier: string) {
  const number = withoutSeparators(identifier);
  const isNumber = isMembershipNumber(number);
  const asked = isNumber ? number : usernameKey(identifier);
  const member = await app.db
    .selectFrom("member")
    .select(["id", "guid", "username_key", "status", "access_closed_for"])
    .select(["mobile_number", "language"])
    .where(isNumber ? "membership_no" : "username_key", "=", asked)
    .executeTakeFirst();
  return { asked, member };
}
