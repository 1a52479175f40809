import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { isPasswordAged } from "#server/domains/access/auth/passwordAge.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

const SNOOZE_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_WAIVES = 3;

/**
 * Puts the advice to change the password off for 30 days. Refuses the fourth time in a row; does
 * nothing when there is no advice to put off, so that a repeat does not use one up.
 */
export async function waivePassword(app: App, caller: Caller): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const member = await tx
      .selectFrom("member")
      .select(["password_changed_at", "password_waived_until", "password_waives"])
      .where("id", "=", caller.memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const age = {
      changedAt: member.password_changed_at,
      waivedUntil: member.password_waived_until,
    };
    if (!isPasswordAged(app, age)) return;
    if (member.password_waives >= MAX_WAIVES) throw new Refusal("waive_limit");
    await tx
      .updateTable("member")
      .set({
        password_waived_until: new Date(at.getTime() + SNOOZE_MS),
        password_waives: member.password_waives + 1,
      })
      .where("id", "=", caller.memberId)
      .execute();
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "password_waived",
      object: `member:${caller.memberGuid}`,
      correlationId: caller.correlationId,
      detail: { times: member.password_waives + 1 },
    });
  });
}
