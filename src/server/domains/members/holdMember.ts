import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";

/**
 * Takes a member's row until the transaction ends, for what ends sessions or closes access, and answers the
 * moment from which on it is taken. Orders hold the row as they are judged (hold_orderer): each was accepted
 * before that moment, or sees what is done here.
 */
export async function holdMember(tx: Tx, app: Pick<App, "now">, memberId: bigint): Promise<Date> {
  await tx
    .selectFrom("member")
    .select("id")
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return app.now();
}
