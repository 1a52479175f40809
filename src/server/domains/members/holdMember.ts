import type { App, Caller } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

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

/**
 * The same for an order of the caller's. Refuses session_expired when the session ended while the call was under way:
 * no order counts after a freeze.
 */
export async function holdOrderer(
  tx: Tx,
  app: Pick<App, "now">,
  { memberId, sessionId }: Pick<Caller, "memberId" | "sessionId">,
): Promise<Date> {
  const at = await holdMember(tx, app, memberId);
  const session = await tx
    .selectFrom("session")
    .select("id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (session === undefined) throw new Refusal("session_expired");
  return at;
}
