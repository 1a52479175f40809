import type { OwnLimitWish } from "#contract/ownLimits.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { refuseWhilePaused } from "#server/domains/members/pause/refuseWhilePaused.ts";
import { raiseOwnIntent, subjectOf } from "./wish.ts";

/** Checks whether this raise could be made now, before a code is sent for it: answers what the code approves. */
export async function checkRaise(
  app: App,
  caller: Caller,
  wish: OwnLimitWish,
): Promise<Record<string, string>> {
  return transact(app.db, async (tx) => {
    await refuseWhilePaused(tx, app, { memberId: caller.memberId, code: "raise_paused" });
    return raiseOwnIntent(wish, await subjectOf(tx, caller, wish, "intent.amount"));
  });
}
