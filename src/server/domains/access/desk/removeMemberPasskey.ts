import { transact } from "#server/db/db.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { endPasskeys } from "#server/domains/passkeys/endPasskeys.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Removes one of a member's passkeys, for who called from a lost phone. The pause begins, as where the member removes it, and
 * the member is told. Refuses not_found for one
 * that is another member's, nobody's, or removed already.
 */
export async function removeMemberPasskey(
  app: App,
  staff: StaffCaller,
  { memberGuid, passkeyId }: { memberGuid: string; passkeyId: string },
): Promise<void> {
  const { id: memberId } = await findMember(app, memberGuid);
  await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, memberId);
    const ended = await endPasskeys(tx, app, { memberId, at, only: passkeyId, doer: "office" });
    if (ended === 0) throw new Refusal("not_found");
    await beginPause(tx, app, { memberId, reason: "passkey_removed" });
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "passkey_removed",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { passkey: passkeyId },
    });
  });
  pokeRelay(app);
}
