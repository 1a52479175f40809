import type { Language } from "#contract/refusals.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";

/** Each is a row of the trail for ever. */
const CHANGES_A_DAY = 20;

/**
 * From now on what is sent to the member is in this language. The one that it is already changes nothing. Refuses
 * too_many_requests beyond twenty changes a day.
 */
export async function setLanguage(app: App, caller: Caller, language: Language): Promise<void> {
  await transact(app.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("member")
      .set({ language })
      .where("id", "=", caller.memberId)
      .where("language", "<>", language)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const changes = { scope: "language", key: String(caller.memberId), limit: CHANGES_A_DAY };
    await requireWithin(tx, { ...changes, window: "1 day", at: app.now() });
    await audit(tx, {
      at: app.now(),
      actorKind: "member",
      actor: caller.memberGuid,
      action: "language_chosen",
      object: `member:${caller.memberGuid}`,
      correlationId: caller.correlationId,
      detail: { language },
    });
  });
}
