import { transact } from "#server/db/db.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";

/** Each is a row of the trail. */
const CHANGES_A_DAY = 20;

/** Whether pushed notices tell amounts from now on. What is so already changes nothing. */
export async function setAmountsInPush(
  app: App,
  caller: Caller,
  showsAmounts: boolean,
): Promise<void> {
  await transact(app.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("member")
      .set({ push_shows_amounts: showsAmounts })
      .where("id", "=", caller.memberId)
      .where("push_shows_amounts", "!=", showsAmounts)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const at = app.now();
    const changes = { scope: "push_amounts", key: String(caller.memberId), limit: CHANGES_A_DAY };
    await requireWithin(tx, { ...changes, window: "1 day", at });
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "push_amounts_set",
      object: `member:${caller.memberGuid}`,
      correlationId: caller.correlationId,
      detail: { showsAmounts },
    });
  });
}
