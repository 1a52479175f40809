import { formatPesos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";

/**
 * Gives up a raise of the member's withdrawal limit that waits for its day, and tells the member: somebody else
 * may have asked for it, and who cannot come in could not stop it.
 */
export async function dropRaise(
  tx: Tx,
  { memberId, at }: { memberId: bigint; at: Date },
): Promise<void> {
  const card = await tx
    .selectFrom("card")
    .select(["id", "raised_limit_centavos"])
    .where("member_id", "=", memberId)
    .where("raised_limit_centavos", "is not", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (card === undefined || card.raised_limit_centavos === null) return;
  await tx
    .updateTable("card")
    .set({ raised_limit_centavos: null, raised_limit_from: null })
    .where("id", "=", card.id)
    .execute();
  const params = { amount: formatPesos(card.raised_limit_centavos) };
  await notify(tx, { memberId, kind: "limit_raise_dropped", params, at });
}
