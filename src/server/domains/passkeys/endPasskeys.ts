import type { Tx } from "#server/db/db.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";

/**
 * Ends the member's passkeys, all, those made after a moment or one, where the access begins anew or staff do it: it may
 * be of whoever the access was closed for. Each proves nothing from here on, what it approved and was not used is void,
 * and the member is told of it. Answers how many. The caller holds the member.
 */
export async function endPasskeys(
  tx: Tx,
  app: App,
  which: { memberId: bigint; at: Date; madeAfter?: Date; only?: string; doer?: "bank" | "office" },
): Promise<number> {
  const { memberId, at, madeAfter, only, doer = "bank" } = which;
  const ended = await tx
    .updateTable("passkey")
    .set((row) => ({ removed_at: row.fn("greatest", [row.val(at), "created_at"]) }))
    .where("member_id", "=", memberId)
    .where("removed_at", "is", null)
    .$if(madeAfter !== undefined, (some) => some.where("created_at", ">", madeAfter ?? at))
    .$if(only !== undefined, (some) => some.where("id", "=", only ?? ""))
    .returning(["id", "name"])
    .execute();
  if (ended.length === 0) return 0;
  await tx
    .updateTable("otp_challenge")
    .set({ closed_at: at })
    .where("member_id", "=", memberId)
    .where(
      "passkey_id",
      "in",
      ended.map(({ id }) => id),
    )
    .where("closed_at", "is", null)
    .execute();
  await noteActivity(tx, { memberId, at, kind: "passkey_removed", doer });
  for (const { name } of ended) {
    await tellMember(tx, app, { memberId, notice: "passkey_removed", values: { name } });
  }
  return ended.length;
}
