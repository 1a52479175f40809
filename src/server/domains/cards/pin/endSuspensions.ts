import type { App } from "#server/platform/app.ts";
import { lockCardRow, moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";

const BATCH_SIZE = 100;

/**
 * Takes cards into use again whose suspension is over, and tells their members. The issuer, which suspended
 * them, ends it by its own clock. Answers how many there were.
 */
export function endSuspensions(app: App): Promise<number> {
  return endThose(app, undefined);
}

/** The same of one member's card: for who looks it is over, whether the job has run or not. */
export async function endOwnSuspension(app: App, memberGuid: string): Promise<boolean> {
  return (await endThose(app, memberGuid)) > 0;
}

async function endThose(app: App, memberGuid: string | undefined): Promise<number> {
  const at = app.now();
  let found = app.db
    .selectFrom("card as c")
    .innerJoin("member as m", "m.id", "c.member_id")
    .select("c.id")
    .where("c.status", "=", "suspended")
    .where("c.suspended_until", "<=", at);
  if (memberGuid !== undefined) found = found.where("m.guid", "=", memberGuid);
  const due = await found.orderBy("c.suspended_until").limit(BATCH_SIZE).execute();
  for (const { id } of due) {
    await transact(app.db, async (tx) => {
      const { status, suspended_until: until } = await lockCardRow(tx, id);
      // Somebody was quicker, or it was suspended anew.
      if (status !== "suspended" || until === null || until > at) return;
      const { memberId } = await moveCard(tx, {
        cardId: id,
        event: "suspension_over",
        actor: { kind: "job", name: "endSuspensions" },
        reason: "",
        at,
        correlationId: `suspension-${id}`,
      });
      await notify(tx, { memberId, kind: "card_suspension_over", params: {}, at });
    });
  }
  return due.length;
}
