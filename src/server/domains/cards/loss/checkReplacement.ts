import { formatPesos, toDecimal } from "#common/money.ts";
import type { CodeIntent } from "#contract/auth.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { findFeeAccount, readCardFee } from "#server/domains/cards/application/cardFee.ts";
import { requireOffered } from "#server/domains/cards/application/applyForCard.ts";
import { isPickUpOffice } from "#server/domains/cards/application/offices.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { findUseOrder } from "#server/domains/cards/orders/pinOrder.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { ownLostCard } from "./lostCard.ts";

type Wish = Omit<Extract<CodeIntent, { kind: "replace_card" }>, "kind">;

/** The intent as it is kept with the code and compared with the order: this kind, this office, this fee. */
export const replaceIntent = ({ card, office_id, fee }: Wish): Record<string, string> => ({
  kind: "replace_card",
  card,
  office_id: card === "personalized" ? office_id : "",
  fee: toDecimal(fee),
});

/**
 * What a code for a new card would approve. Refuses what the order itself would be refused now: a card that was not
 * lost, one that the issuer has not stopped, another fee than the present one, an office that hands out none.
 */
export async function checkReplacement(
  app: App,
  caller: Caller,
  wish: Wish,
): Promise<Record<string, string>> {
  const { memberId } = caller;
  await stopOldPlastic(app, memberId);
  if (wish.card === "personalized" && !(await isPickUpOffice(app, BigInt(wish.office_id || "0")))) {
    throw new Refusal("pickup_office_unknown", { param: "intent.office_id" });
  }
  await transact(app.db, async (tx) => {
    const card = await ownLostCard(tx, memberId);
    await requireOffered(tx, wish.card, caller.language);
    const fee = await readCardFee(tx, { kind: wish.card, replaces: card.cause });
    if (fee !== wish.fee) throw new Refusal("card_state");
    const isCovered = fee === 0n || (await findFeeAccount(tx, memberId, fee)) !== undefined;
    if (!isCovered)
      throw new Refusal("card_fee_not_covered", { values: { fee: formatPesos(fee) } });
  });
  return replaceIntent(wish);
}

/** Asks on, where the issuer has not said yet that the old plastic is stopped. */
export async function stopOldPlastic(app: App, memberId: bigint): Promise<void> {
  const open = await findUseOrder(app.db, memberId);
  if (open !== undefined) await settleOrder(app, open);
}
