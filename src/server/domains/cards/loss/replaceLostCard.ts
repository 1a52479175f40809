import { isLoss } from "#contract/cardLoss.ts";
import type { App, Caller } from "#server/platform/app.ts";
import {
  type CardWish,
  fileApplication,
  requireRequestsLeft,
  requireOffice,
} from "#server/domains/cards/application/applyForCard.ts";
import { readCardFee } from "#server/domains/cards/application/cardFee.ts";
import { lockCardRow, moveCard } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
import { Refusal } from "#server/refusal.ts";
import { replaceIntent, stopOldPlastic } from "./checkReplacement.ts";
import { ownLostCard } from "./lostCard.ts";

/**
 * Orders new plastic in place of the member's own card that was lost or stolen: the old one is given up, the fee is
 * taken and the application filed in one transaction, which spends the approval of exactly this kind, office and fee.
 * Account, balance, limit and switches stay. Ordered before, the answer is that order and nothing else happens.
 */
export async function replaceLostCard(
  app: App,
  caller: Caller,
  { wanted, code }: { wanted: CardWish; code: StepUp },
): Promise<{ transactionId: string }> {
  const { memberId } = caller;
  await requireRequestsLeft(app, memberId);
  await requireOffice(app, wanted);
  await stopOldPlastic(app, memberId);
  const made = await transact(app.db, async (tx) => {
    const before = await findOrdered(tx, memberId);
    if (before !== undefined) return { transactionId: before };
    const card = await ownLostCard(tx, memberId);
    const fee = await readCardFee(tx, { kind: wanted.kind, replaces: card.cause });
    const office_id = wanted.kind === "personalized" ? String(wanted.officeId) : "";
    const refusal = await spendCode(tx, app, caller, {
      ...code,
      purpose: "replace_card",
      intent: replaceIntent({ card: wanted.kind, office_id, fee }),
    });
    if (refusal !== undefined) return refusal;
    const actor = { kind: "member", name: caller.memberGuid } as const;
    const at = app.now();
    const { correlationId } = caller;
    const move = { cardId: card.id, actor, reason: card.cause, at, correlationId };
    if (card.perso_status === "active") await moveCard(tx, { ...move, event: "close_perso_card" });
    await moveCard(tx, { ...move, event: "replace_card" });
    await tx.updateTable("card").set({ replaces: card.cause }).where("id", "=", card.id).execute();
    return fileApplication(tx, caller, { wanted, card: await lockCardRow(tx, card.id), at });
  });
  if (made instanceof Refusal) throw made;
  return made;
}

/** What was ordered in place of the lost card and is on its way; the member's card is held from here on. */
async function findOrdered(tx: Tx, memberId: bigint): Promise<string | undefined> {
  const card = await tx
    .selectFrom("card")
    .select(["id", "replaces"])
    .where("member_id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (card === undefined || !isLoss(card.replaces)) return undefined;
  const open = await tx
    .selectFrom("card_application")
    .select("reference")
    .where("card_id", "=", card.id)
    .where("stage", "in", ["sent", "review", "approved", "produced"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  return open?.reference;
}
