import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

/** Leaves a note for colleagues. It stays as it is; its words stand in no other record. */
export async function writeMemberNote(
  app: App,
  staff: StaffCaller,
  { memberGuid, body }: { memberGuid: string; body: string },
): Promise<void> {
  const { id } = await findMember(app, memberGuid);
  const at = app.now();
  await transact(app.db, async (tx) => {
    await tx
      .insertInto("member_note")
      .values({ member_id: id, body, written_by: staff.username, written_at: at })
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "member_note_written",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
    });
  });
}
