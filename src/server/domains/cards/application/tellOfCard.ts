import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { LONGEST_BRANCH } from "#server/platform/messages/tellCounterCode.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { textMember } from "#server/platform/notifications/tellMember.ts";

/** What a member is told of a card on the phone as well: it waits for them, or it was not them. */
type CardNotice =
  | "card_waits"
  | "card_pickup_reminder"
  | "card_activated"
  | "card_activated_late"
  | "card_rejected"
  | "card_rejected_details";

/** Tells the member in the portal and by text, in the caller's transaction. */
export async function tellOfCard(
  tx: Tx,
  app: App,
  {
    memberId,
    notice,
    params,
  }: { memberId: bigint; notice: CardNotice; params: Record<string, string> },
): Promise<void> {
  await notify(tx, { memberId, kind: notice, params, at: app.now() });
  await textMember(tx, app, { memberId, notice, values: textParams(params) });
}

/** A text is one message, however long the name of an office. */
function textParams(params: Record<string, string>): Record<string, string> {
  const { office } = params;
  return office === undefined ? params : { ...params, office: office.slice(0, LONGEST_BRANCH) };
}

/** A personalized card was made and sets out for its office; in the portal alone, the text comes when it is there. */
export async function tellOnItsWay(
  tx: Tx,
  application: { member_id: bigint; reference: string; office_id: bigint | null },
  at: Date,
): Promise<void> {
  const { member_id: memberId, reference: refNo, office_id: officeId } = application;
  const { branch_name: office } = await tx
    .selectFrom("office")
    .select("branch_name")
    .where("id", "=", officeId)
    .executeTakeFirstOrThrow();
  await notify(tx, { memberId, kind: "card_on_its_way", params: { office, refNo }, at });
}
