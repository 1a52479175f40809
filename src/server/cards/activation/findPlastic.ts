import type { CardKind } from "#server/cards/application/releaseDate.ts";
import type { Db } from "#server/db/db.ts";

/** The member's card and the plastic that waits for them, of this kind; the plastic may be missing. */
export async function findPlastic(db: Db, memberId: bigint, kind: CardKind) {
  const card = await db
    .selectFrom("card")
    .select(["id", "status", "perso_status", "member_locked", "admin_locked", "pan_mac"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  const plastic = await db
    .selectFrom("card_application as a")
    .innerJoin("card_kit as k", "k.application_id", "a.id")
    .select(["a.id", "a.reference", "a.issuer_customer_id", "a.activation_try", "a.retries"])
    .select(["k.token", "k.last_four"])
    .where("a.member_id", "=", memberId)
    .where("a.kind", "=", kind)
    .where("a.stage", "in", ["approved", "produced"])
    .where("k.state", "in", ["reserved", "released"])
    .executeTakeFirst();
  return { card, plastic };
}

export type Plastic = NonNullable<Awaited<ReturnType<typeof findPlastic>>["plastic"]>;

/** The issuer knows each try by its own reference; a try without an answer keeps it. */
export function tryReference({ reference, activation_try: number }: Plastic): string {
  return `${reference}-A${number}`;
}

/** Before the issuer is asked: what was tried, so that an answer that is lost can be looked for. */
export async function noteTry(
  db: Db,
  plastic: Plastic,
  { panMac, at }: { panMac: Buffer; at: Date },
): Promise<void> {
  await db
    .updateTable("card_application")
    .set({ activation_asked_at: at, activation_pan_mac: panMac })
    .where("id", "=", plastic.id)
    .execute();
}

/** The issuer has said no to this try: the next is another one. */
export async function endTry(db: Db, plastic: Plastic): Promise<void> {
  await db
    .updateTable("card_application")
    .set({
      activation_try: plastic.activation_try + 1,
      activation_asked_at: null,
      activation_pan_mac: null,
    })
    .where("id", "=", plastic.id)
    .where("activation_try", "=", plastic.activation_try)
    .execute();
}
