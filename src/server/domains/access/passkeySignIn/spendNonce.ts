import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";

/**
 * True the first time: what was signed once counts for nothing again. Kept for longer than a challenge counts
 * (cleanUp).
 */
export async function spendNonce(tx: Tx, app: App, nonce: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("signed_nonce")
    .values({ partner: "passkey", nonce, seen_at: app.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
