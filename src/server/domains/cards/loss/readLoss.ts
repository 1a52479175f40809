import { printedName } from "#common/printedName.ts";
import { type CardLoss, isLoss, type Replacement } from "#contract/cardLoss.ts";
import type { Db } from "#server/db/db.ts";
import { findFeeAccount, readCardFee } from "#server/domains/cards/application/cardFee.ts";
import { findOwnPickUpOffice } from "#server/domains/cards/application/offices.ts";
import { readLastDeactivation, readStop } from "#server/domains/cards/orders/stopAtIssuer.ts";
import { namePartsOf } from "#server/domains/cards/state/nameParts.ts";
import { type CardKind, readReleaseDate } from "#server/domains/cards/state/releaseDate.ts";
import { accountNames, accountType } from "#server/domains/members/balances/accountNames.ts";
import { isOnItsWay } from "#server/domains/cards/state/isOnItsWay.ts";

/** The loss of the member's card, and what can be ordered in its place; null of a card that was not lost. */
export async function readLoss(db: Db, memberId: bigint, at: Date): Promise<CardLoss | null> {
  const card = await db
    .selectFrom("card")
    .select(["id", "status", "perso_status", "deactivated_for"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (card?.status !== "deactivated" || !isLoss(card.deactivated_for)) return null;
  const cause = card.deactivated_for;
  const reported = await readLastDeactivation(db, card.id);
  const stop = await readStop(db, card.id);
  const kinds: CardKind[] = isOnItsWay(card.perso_status) ? [] : ["generic", "personalized"];
  return {
    cause,
    at: (reported?.at ?? at).toISOString(),
    isConfirmed: stop.state === "done",
    // Until it agrees: the card may still work while the issuer is asked again.
    isRefused: stop.state === "refused" || (stop.state === "open" && stop.wasRefused),
    replacements: await Promise.all(
      kinds.map((kind) => readReplacement(db, { memberId, kind, cause, at })),
    ),
  };
}

async function readReplacement(
  db: Db,
  { memberId, kind, cause, at }: { memberId: bigint; kind: CardKind; cause: string; at: Date },
): Promise<Replacement> {
  const fee = await readCardFee(db, { kind, replaces: cause });
  const account = await findFeeAccount(db, memberId, fee);
  const isDefault = kind === "generic";
  const member = await db
    .selectFrom("member")
    .select(["first_name", "middle_name", "last_name", "qualifier"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return {
    kind,
    fee,
    feeAccount: account === undefined ? null : accountNames[accountType(account.product)],
    readyOn: await readReleaseDate(db, kind, at),
    office: isDefault ? ((await findOwnPickUpOffice(db, memberId))?.name ?? "") : "",
    printedName: isDefault ? null : (printedName(namePartsOf(member)) ?? null),
  };
}
