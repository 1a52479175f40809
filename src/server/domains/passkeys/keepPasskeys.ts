import { sql } from "kysely";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { Passkey } from "#contract/passkeys.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";
import { passkeyOf } from "./readPasskeys.ts";

/** What approves that this passkey goes, as it is kept. */
export const removalIntent = (passkey: string) => ({ kind: "remove_passkey", passkey });

/** Gives a passkey another name. */
export async function renamePasskey(
  app: App,
  { memberId }: Caller,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const renamed = await app.db
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("removed_at", "is", null)
    .returning(["id", "name", "created_at", "last_used_at", "is_synced"])
    .executeTakeFirst();
  if (renamed === undefined) throw new Refusal("not_found");
  return passkeyOf(renamed);
}

/** Whether a passkey of this member is there to be removed: refuses not_found. */
export async function requirePasskey(
  { db }: Pick<App, "db">,
  { memberId }: Caller,
  id: string,
): Promise<void> {
  const found = await db
    .selectFrom("passkey")
    .select("id")
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
}

/**
 * Removes a passkey with an approval for just this: it proves nothing from here on, and what it approved and was not
 * used is void. An order that it approved was accepted before, or is refused. The pause begins: whoever has the phone's
 * number alone must gain nothing at once by it (removal_refusal.sql). The member is told.
 */
export async function removePasskey(
  app: App,
  caller: Caller,
  wanted: { id: string; code: StepUp },
): Promise<void> {
  const refusal = await transact(app.db, (tx) => remove(tx, app, caller, wanted));
  // A wrong code was counted, and that stays.
  if (refusal !== undefined) throw refusal;
  pokeRelay(app);
}

async function remove(
  tx: Tx,
  app: App,
  caller: Caller,
  { id, code }: { id: string; code: StepUp },
): Promise<Refusal | undefined> {
  const { memberId, memberGuid, correlationId } = caller;
  const at = await holdMember(tx, app, memberId);
  const refusal = await spendCode(tx, app, caller, {
    ...code,
    purpose: "remove_passkey",
    intent: removalIntent(id),
  });
  if (refusal !== undefined) return refusal;
  const removed = await tx
    .updateTable("passkey")
    .set((row) => ({
      removed_at: row.fn("greatest", [row.val(at), "created_at"]),
      removed_by_code: sql<boolean>`(
        select o.means = 'code' from otp_challenge o where o.pin_id = ${code.pinId})`,
    }))
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("removed_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  if (removed === undefined) return new Refusal("not_found");
  await tx
    .updateTable("otp_challenge")
    .set({ closed_at: at })
    .where("member_id", "=", memberId)
    .where("passkey_id", "=", id)
    .where("closed_at", "is", null)
    .execute();
  await beginPause(tx, app, { memberId, reason: "passkey_removed" });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action: "passkey_removed",
    object: `passkey:${id}`,
    correlationId,
  });
  const from = { sessionId: caller.sessionId };
  await noteActivity(tx, { memberId, at, kind: "passkey_removed", doer: "member", from });
  await tellMember(tx, app, {
    memberId,
    notice: "passkey_removed",
    values: { name: removed.name },
  });
  return undefined;
}
