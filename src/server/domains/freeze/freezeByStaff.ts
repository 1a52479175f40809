import type { Frozen, FrozenElsewhere } from "#contract/frozen.ts";
import { sql } from "kysely";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
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

/** A teller at the busiest counter does not come near it; whoever tries names, or freezes many, is stopped. */
const TRIES_AN_HOUR = 20;

/**
 * The same for a member whose file the caller may not open. Both the number and the last name (of who has one name,
 * that name) have to be the member's, so that nobody else is frozen by a number that was heard or typed wrongly.
 * Refuses no_such_member, in the same words whichever of the two is wrong, which is noted as a denied call; and
 * too_many_requests. Tells no more of the member than what the caller has to say to them.
 */
export async function freezeByNumber(
  app: App,
  staff: StaffCaller,
  wish: Wish & { membershipNo: string; lastName: string },
): Promise<FrozenElsewhere> {
  const key = String(staff.staffId);
  const tries = { scope: "freeze_by_number", key, limit: TRIES_AN_HOUR } as const;
  await requireWithin(app.db, { ...tries, window: "1 hour", at: app.now() });
  const member = await app.db
    .selectFrom("member")
    .select(["id", "office_id"])
    .where("membership_no", "=", wish.membershipNo)
    .where(
      sql<boolean>`name_words(coalesce(nullif(last_name, ''), first_name)) = name_words(${wish.lastName})`,
    )
    .executeTakeFirst();
  if (member === undefined || !staff.may("member_access.freeze", member.office_id)) {
    throw new Refusal("no_such_member", { reachedFor: "list:members" });
  }
  const { wasFrozen, card, comingBack } = await freezeFor(app, staff, {
    memberId: member.id,
    ...wish,
  });
  return { wasFrozen, card, comingBack: comingBack.length };
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
