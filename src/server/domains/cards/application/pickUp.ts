import { addDays, manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { type CardActor, moveCard } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { findHandOutOffice, HEAD_OFFICE_ID } from "./offices.ts";
import type { CardKind } from "#server/domains/cards/state/releaseDate.ts";
import { tellOfCard } from "./tellOfCard.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";

/** How long a card lies at an office (card state machine). */
export const PICK_UP_DAYS: Record<CardKind, number> = { generic: 60, personalized: 90 };

/** The last day on which a card can be fetched, 'yyyy-MM-dd'. */
export function pickUpBy(kind: CardKind, readyAt: Date): string {
  return addDays(manilaDate(readyAt), PICK_UP_DAYS[kind]);
}

export type ReadyNotice = { actor: CardActor; at: Date; correlationId: string };

/** The office that hands out the card of a waiting application: its own, or from now on another. */
export async function moveToHandOut(
  tx: Tx,
  { id, office_id: before }: { id: bigint; office_id: bigint | null },
): Promise<bigint | null> {
  const officeId = await findHandOutOffice(tx, before);
  if (officeId !== before) {
    await tx
      .updateTable("card_application")
      .set({ office_id: officeId })
      .where("id", "=", id)
      .execute();
  }
  return officeId;
}

/**
 * Reserves a kit from the stock of the member's office for an approved application, whose card can then
 * be fetched. False when the office has none: then everything stays until one arrives.
 */
export async function reserveKit(
  tx: Tx,
  app: App,
  application: { id: bigint; card_id: bigint; office_id: bigint | null },
  { actor, at, correlationId }: ReadyNotice,
): Promise<boolean> {
  const { id, card_id: cardId, office_id: officeId } = application;
  if (officeId === null) return false;
  const kit = await tx
    .selectFrom("card_kit")
    .select("id")
    .where("office_id", "=", officeId)
    .where("kind", "=", "generic")
    .where("state", "=", "in_stock")
    .orderBy("id")
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (kit === undefined) return false;
  await tx
    .updateTable("card_kit")
    .set({ state: "reserved", application_id: id, changed_at: at })
    .where("id", "=", kit.id)
    .execute();
  await moveCard(tx, { cardId, event: "approve", actor, reason: "", at, correlationId });
  await markReady(tx, app, id, at);
  return true;
}

/** Notes that the card lies at its office, and tells the member where and until when. */
export async function markReady(tx: Tx, app: App, applicationId: bigint, at: Date): Promise<void> {
  const ready = await tx
    .updateTable("card_application")
    .set({ ready_at: at, next_inquiry_at: null })
    .where("id", "=", applicationId)
    .returning(["member_id", "kind", "office_id"])
    .executeTakeFirstOrThrow();
  const { branch_name: office } = await tx
    .selectFrom("office")
    .select("branch_name")
    .where("id", "=", ready.office_id)
    .executeTakeFirstOrThrow();
  const kind: CardKind = ready.kind === "personalized" ? "personalized" : "generic";
  const params = { office, date: noticeDay(pickUpBy(kind, at)) };
  await tellOfCard(tx, app, { memberId: ready.member_id, notice: "card_waits", params });
}

/**
 * Gives kits to the approved applications that wait for one, oldest first; call it when stock has
 * arrived, or by the clock. Answers how many got one.
 */
export async function reserveWaiting(app: App, officeId?: bigint): Promise<number> {
  await moveAllToHandOut(app);
  let waiting = app.db
    .selectFrom("card_application as a")
    .select("a.id")
    .where("a.kind", "=", "generic")
    .where("a.stage", "=", "approved")
    .where("a.ready_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("card_kit as k")
          .select("k.id")
          .whereRef("k.office_id", "=", "a.office_id")
          .where("k.kind", "=", "generic")
          .where("k.state", "=", "in_stock"),
      ),
    )
    .orderBy("a.requested_at")
    .limit(100);
  if (officeId !== undefined) waiting = waiting.where("a.office_id", "=", officeId);
  let reserved = 0;
  for (const { id } of await waiting.execute()) {
    if (await reserveFor(app, id)) reserved += 1;
  }
  return reserved;
}

/** Sends those who wait at an office that hands out no cards, or at none, to the head office. */
async function moveAllToHandOut(app: App): Promise<void> {
  await app.db
    .updateTable("card_application as a")
    .set({ office_id: HEAD_OFFICE_ID })
    .where("a.kind", "=", "generic")
    .where("a.stage", "=", "approved")
    .where("a.ready_at", "is", null)
    .where((a) => {
      const able = a
        .selectFrom("office as o")
        .select("o.id")
        .where("o.is_active", "=", true)
        .where("o.has_card_pickup", "=", true);
      return a.and([
        a.not(a.exists(able.whereRef("o.id", "=", "a.office_id"))),
        a.exists(able.where("o.id", "=", HEAD_OFFICE_ID)),
      ]);
    })
    .execute();
}

function reserveFor(app: App, applicationId: bigint): Promise<boolean> {
  const at = app.now();
  return transact(app.db, async (tx) => {
    const application = await tx
      .selectFrom("card_application")
      .select(["id", "card_id", "office_id", "correlation_id"])
      .where("id", "=", applicationId)
      .where("stage", "=", "approved")
      .where("ready_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (application === undefined) return false;
    const actor = { kind: "job", name: "reserve_kits" } as const;
    const correlationId = application.correlation_id;
    return reserveKit(tx, app, application, { actor, at, correlationId });
  });
}
