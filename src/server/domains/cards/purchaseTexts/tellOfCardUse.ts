import { type Centavos, formatPesos, formatPesosAscii } from "#common/money.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import type { Tx } from "#server/db/db.ts";
import { plainName } from "#server/platform/messages/plainName.ts";
import { writeNotice } from "#server/platform/notifications/notify.ts";
import type { Teller } from "#server/platform/notifications/tellMember.ts";
import { textOrPush } from "#server/platform/notifications/textUnlessPushed.ts";

/** A purchase or withdrawal that the issuer approved; `occurredAt` is ISO 8601. */
export type CardUse = {
  kind: "purchase" | "withdrawal";
  amount: Centavos;
  merchant: string;
  occurredAt: string;
};

/**
 * Tells the member of a use of their card, in the transaction that books it, and so once: in the portal
 * always, on the phone from the amount on that the member set: by push where that works, else by text. How a store settles it later is no other use.
 */
export async function tellOfCardUse(
  tx: Tx,
  teller: Teller,
  card: { id: bigint; memberId: bigint },
  { kind, amount, merchant, occurredAt }: CardUse,
): Promise<void> {
  const { memberId } = card;
  const notice = kind === "withdrawal" ? "card_withdrawal" : "card_purchase";
  const params = { amount: formatPesos(amount), merchant };
  const notificationId = await writeNotice(tx, {
    memberId,
    kind: notice,
    params,
    at: teller.now(),
  });
  const of = await tx
    .selectFrom("member as m")
    .innerJoin("card as c", "c.member_id", "m.id")
    .select(["m.purchase_text_from_centavos as textFrom", "c.last_four as lastFour"])
    .where("c.id", "=", card.id)
    .executeTakeFirstOrThrow();
  if (of.textFrom === null || amount < of.textFrom) return;
  await textOrPush(tx, teller, {
    notificationId,
    memberId,
    notice,
    values: {
      pesos: formatPesosAscii(amount),
      merchant: plainName(merchant),
      lastFour: of.lastFour ?? "",
      moment: manilaMoment(new Date(occurredAt)),
    },
  });
}
