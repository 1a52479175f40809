import type { App } from "#server/platform/app.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import type { Tx } from "#server/db/db.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";

/** Tells the member that the card is suspended, and until when; once the card's row says so. */
export async function tellSuspended(tx: Tx, app: App, cardId: bigint): Promise<void> {
  const { member_id: memberId, suspended_until: until } = await tx
    .selectFrom("card")
    .select(["member_id", "suspended_until"])
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  if (until === null) throw new Error("a suspended card has no end of its suspension");
  await tellMember(tx, app, {
    memberId,
    notice: "card_suspended",
    values: { moment: manilaMoment(until) },
  });
}
