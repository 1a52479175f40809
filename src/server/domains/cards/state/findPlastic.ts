import type { CardKind } from "./releaseDate.ts";
import type { Db } from "#server/db/db.ts";

/** The member's card and the plastic that waits for them, of this kind; the plastic may be missing. */
export async function findPlastic(db: Db, memberId: bigint, kind: CardKind) {
  const card = await db
    .selectFrom("card")
    .select(["id", "status", "perso_status", "member_locked", "admin_locked", "pan_mac"])
    .select(["pin_changed_at", "suspended_until"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  const plastic = await db
    .selectFrom("card_application as a")
    .innerJoin("card_kit as k", "k.application_id", "a.id")
    .select(["a.id", "a.reference", "a.issuer_customer_id", "a.activation_try", "a.retries"])
    .select(["a.activation_asked_at", "a.activation_pan_mac"])
    .select(["k.token", "k.last_four"])
    .where("a.member_id", "=", memberId)
    .where("a.kind", "=", kind)
    .where("a.stage", "in", ["approved", "produced"])
    .where("k.state", "in", ["reserved", "released"])
    .executeTakeFirst();
  return { card, plastic };
}

export type Plastic = NonNullable<Awaited<ReturnType<typeof findPlastic>>["plastic"]>;

/** How much of a number's digest tells its tries from those of other numbers. */
const DIGEST_LENGTH = 12;

/**
 * The reference of a try at the issuer: each number's is its own, so that no number is answered with what
 * another was, and a number asked again after a lost answer keeps its own. Null where no number is known.
 */
export function tryReference(
  { reference, activation_try: number }: Pick<Plastic, "reference" | "activation_try">,
  panMac: Buffer | null,
): string {
  const digest = panMac === null ? "" : `-${panMac.toString("hex").slice(0, DIGEST_LENGTH)}`;
  return `${reference}-A${number}${digest}`;
}

/** How long after a try, and after each look, the worker looks for an answer that is missing. */
export const LOOK_EVERY_MS = 30_000;

/** Nobody waits for an answer, and nobody looks for one. */
export const noTry = {
  activation_asked_at: null,
  activation_pan_mac: null,
  activation_look_at: null,
} as const;

/**
 * Before the issuer is asked: what was tried, so that an answer that is lost can be looked for. False when
 * the plastic waits no more: then the issuer is not to be asked.
 */
export async function noteTry(
  db: Db,
  plastic: Plastic,
  { panMac, at }: { panMac: Buffer; at: Date },
): Promise<boolean> {
  const noted = await db
    .updateTable("card_application")
    .set({
      activation_asked_at: at,
      activation_pan_mac: panMac,
      activation_look_at: new Date(at.getTime() + LOOK_EVERY_MS),
    })
    .where("id", "=", plastic.id)
    .where("stage", "in", ["approved", "produced"])
    .returning("id")
    .executeTakeFirst();
  return noted !== undefined;
}

/** The issuer has said no to this try, and would to the same again: the next has another reference. */
export async function endTry(db: Db, plastic: Plastic): Promise<void> {
  await db
    .updateTable("card_application")
    .set({ activation_try: plastic.activation_try + 1, ...noTry })
    .where("id", "=", plastic.id)
    .where("activation_try", "=", plastic.activation_try)
    .execute();
}

/**
 * The issuer has said that this number is not the card's, which stays so. A try of another number whose
 * answer is still missing is looked for again, and keeps its reference.
 */
export async function dropTry(db: Db, plastic: Plastic, panMac: Buffer): Promise<void> {
  const { activation_asked_at: askedAt, activation_pan_mac: before } = plastic;
  const isOther = askedAt !== null && before !== null && !before.equals(panMac);
  await db
    .updateTable("card_application")
    .set(isOther ? { activation_asked_at: askedAt, activation_pan_mac: before } : noTry)
    .where("id", "=", plastic.id)
    .where("activation_pan_mac", "=", panMac)
    .execute();
}
