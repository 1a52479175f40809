import type { Frozen } from "#contract/frozen.ts";
import { sql } from "kysely";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import { Refusal } from "#server/refusal.ts";
import { afterFreeze, freezeMember } from "./freezeMember.ts";

type Wish = { channel: "hotline" | "office"; reason: string };

/**
 * Freezes a member who called the hotline or stands at an office, any office's. Protecting takes one person, ending
 * the freeze takes two (request kind lift_freeze).
 */
export async function freezeByStaff(
  app: App,
  staff: StaffCaller,
  wish: Wish & { memberGuid: string },
): Promise<Frozen> {
  const { id: memberId } = await findMember(app, wish.memberGuid);
  return freezeFor(app, staff, { memberId, ...wish });
}

/**
 * The same for a member whose file the caller may not open. Both the number and the last name have to be the member's,
 * so that nobody else is frozen by a number that was heard or typed wrongly. Refuses no_such_member, in the same words
 * whichever of the two is wrong.
 */
export async function freezeByNumber(
  app: App,
  staff: StaffCaller,
  wish: Wish & { membershipNo: string; lastName: string },
): Promise<Frozen> {
  const member = await app.db
    .selectFrom("member")
    .select("id")
    .where("membership_no", "=", wish.membershipNo)
    .where(sql<boolean>`name_words(last_name) = name_words(${wish.lastName})`)
    .executeTakeFirst();
  if (member === undefined) throw new Refusal("no_such_member");
  return freezeFor(app, staff, { memberId: member.id, ...wish });
}

async function freezeFor(
  app: App,
  staff: StaffCaller,
  wish: Wish & { memberId: bigint },
): Promise<Frozen> {
  const { memberId } = wish;
  const done = await transact(app.db, (tx) =>
    freezeMember(tx, app, {
      memberId,
      by: wish.channel,
      way: "staff",
      actor: staff.username,
      reason: wish.reason,
      sourceMark: null,
      correlationId: staff.correlationId,
    }),
  );
  return afterFreeze(app, done);
}
