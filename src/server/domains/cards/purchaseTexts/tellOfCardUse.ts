import { type Centavos, formatPesos, formatPesosAscii } from "#common/money.ts";
import { countWithin } from "#server/platform/base/throttle.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import type { Tx } from "#server/db/db.ts";
import {
  declinedCauses,
  type DeclinedNotice,
} from "#server/platform/messages/notices/cardUseTexts.ts";
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

type Holder = { id: bigint; memberId: bigint };
type Told = Omit<CardUse, "kind"> & {
  notice: "card_purchase" | "card_withdrawal" | "card_declined";
  /** What else the text says, in both languages. */
  words?: Record<string, string>;
};

/**
 * Tells the member of a use of their card, in the transaction that books it, and so once: in the portal
 * always, on the phone from the amount on that the member set: by push where that works, else by text. How a store settles it later is no other use.
 */
export async function tellOfCardUse(
  tx: Tx,
  teller: Teller,
  card: Holder,
  { kind, ...use }: CardUse,
): Promise<void> {
  const notice = kind === "withdrawal" ? "card_withdrawal" : "card_purchase";
  await tell(tx, teller, card, { ...use, notice }, notice);
}

/** So many texts of declined uses a day: whoever tries numbers of cards must not fill a phone with them. */
const DECLINED_TEXTS_A_DAY = 10;

/** The same for a use that was declined; `why` is the notice of its reason. */
export async function tellOfDecline(
  tx: Tx,
  teller: Teller,
  card: Holder,
  { why, ...use }: Omit<CardUse, "kind"> & { why: DeclinedNotice },
): Promise<void> {
  const { en: cause, fil: causeFil } = declinedCauses[why];
  await tell(
    tx,
    teller,
    card,
    { ...use, notice: "card_declined", words: { cause, causeFil } },
    why,
  );
}

async function tell(
  tx: Tx,
  teller: Teller,
  { id, memberId }: Holder,
  { notice, amount, merchant, occurredAt, words }: Told,
  inPortal: "card_purchase" | "card_withdrawal" | DeclinedNotice,
): Promise<void> {
  const at = teller.now();
  const params = { amount: formatPesos(amount), merchant };
  const notificationId = await writeNotice(tx, { memberId, kind: inPortal, params, at });
  const of = await tx
    .selectFrom("member as m")
    .innerJoin("card as c", "c.member_id", "m.id")
    .select(["m.purchase_text_from_centavos as textFrom", "c.last_four as lastFour"])
    .where("c.id", "=", id)
    .executeTakeFirstOrThrow();
  if (of.textFrom === null || amount < of.textFrom) return;
  if (notice === "card_declined" && !(await mayTextDeclined(tx, memberId, at))) return;
  await textOrPush(tx, teller, {
    notificationId,
    memberId,
    notice,
    values: {
      pesos: formatPesosAscii(amount),
      merchant: plainName(merchant),
      lastFour: of.lastFour ?? "",
      moment: manilaMoment(new Date(occurredAt)),
      ...words,
    },
  });
}

async function mayTextDeclined(tx: Tx, memberId: bigint, at: Date): Promise<boolean> {
  const day = { key: String(memberId), limit: DECLINED_TEXTS_A_DAY, window: "1 day", at } as const;
  return (await countWithin(tx, { ...day, scope: "declined_texts" })) === 0;
}
