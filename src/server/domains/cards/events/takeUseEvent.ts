import type { App } from "#server/platform/app.ts";
import { type EventEnd, finishEvent } from "./finishEvent.ts";
import { isReplaced } from "#server/domains/cards/state/isReplaced.ts";
import { hasMovedSince } from "#server/domains/cards/state/hasMovedSince.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { tellOfDecline } from "#server/domains/cards/purchaseTexts/tellOfCardUse.ts";
import type { DeclinedNotice } from "#server/platform/messages/notices/cardUseTexts.ts";
import { tellSuspended } from "#server/domains/cards/state/tellSuspended.ts";
import type { UseEvent } from "./useEvent.ts";

type Authorization = Extract<UseEvent, { type: "card.authorization" }>;
type Suspension = Extract<UseEvent, { type: "card.suspended" }>;

/**
 * Takes the issuer's word on the use of a card, once for each event: a purchase that was declined, a card
 * that was suspended. What does not fit our books is an exception for a person.
 */
export function takeUseEvent(app: App, event: UseEvent, correlationId: string): Promise<EventEnd> {
  return event.type === "card.authorization"
    ? takeAuthorization(app, event, correlationId)
    : takeSuspension(app, event, correlationId);
}

/** Why, in plain words: the kinds of texts by the issuer's reasons. */
const DECLINED: Record<string, DeclinedNotice> = {
  insufficient_funds: "card_declined_funds",
  member_locked: "card_declined_locked",
  admin_locked: "card_declined_admin_locked",
  freeze_locked: "card_declined_frozen",
  suspended: "card_declined_suspended",
  pin_tries: "card_declined_suspended",
  deactivated: "card_declined_deactivated",
  expired: "card_declined_expired",
  store_off: "card_declined_store",
  online_off: "card_declined_online",
  cash_off: "card_declined_cash",
  abroad_off: "card_declined_abroad",
  over_limit: "card_declined_limit",
  wrong_pin: "card_declined_pin",
  wrong_cvv: "card_declined_cvv",
};

/** What was approved is told with the money that moved (bookCardTransaction.ts). */
async function takeAuthorization(
  app: App,
  event: Authorization,
  correlationId: string,
): Promise<EventEnd> {
  const at = app.now();
  return transact(app.db, async (tx): Promise<EventEnd> => {
    const card = await tx
      .selectFrom("card")
      .select(["id", "member_id as memberId"])
      .where("account_no", "=", event.accountNumber)
      .executeTakeFirst();
    if (card === undefined) return { outcome: "exception", reason: "no such card account" };
    if (!(await isOurs(tx, event.eventId, correlationId, at))) return { outcome: "already" };
    if (event.outcome === "declined") {
      await tellOfDecline(tx, app, card, {
        ...event,
        why: DECLINED[event.reason ?? ""] ?? "card_declined",
        occurredAt: at.toISOString(),
      });
    }
    return { outcome: "booked" };
  });
}

async function takeSuspension(
  app: App,
  { eventId, token, until, occurredAt, reason }: Suspension,
  correlationId: string,
): Promise<EventEnd> {
  return transact(app.db, async (tx): Promise<EventEnd> => {
    const card = await tx
      .selectFrom("card")
      .select(["id", "member_id", "status"])
      .where("token", "=", token)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // Once the row is taken: no order is accepted later.
    const at = app.now();
    if (card === undefined) {
      return (await isReplaced(tx, token))
        ? { outcome: "already" }
        : { outcome: "exception", reason: "no such card" };
    }
    // An event that comes late says nothing of a suspension that was lifted since.
    const isOver =
      new Date(until) <= at ||
      (await hasMovedSince(tx, card.id, ["unsuspend", "suspension_over"], occurredAt));
    if (isOver || !["active", "suspended"].includes(card.status)) return { outcome: "already" };
    if (!(await isOurs(tx, eventId, correlationId, at))) return { outcome: "already" };
    const isNew = card.status === "active";
    if (isNew) {
      await moveCard(tx, {
        cardId: card.id,
        event: "suspend",
        actor: { kind: "issuer", name: "issuer" },
        reason,
        at,
        correlationId,
      });
    }
    // It is the issuer that counts the hours.
    await tx
      .updateTable("card")
      .set({ suspended_until: until })
      .where("id", "=", card.id)
      .execute();
    if (!isNew) return { outcome: "booked" };
    await tellSuspended(tx, app, card.id);
    return { outcome: "booked" };
  });
}

/** False when another delivery was quicker: then nothing else may be done. */
function isOurs(tx: Tx, eventId: string, correlationId: string, at: Date): Promise<boolean> {
  return finishEvent(tx, { eventId, end: { outcome: "booked" }, correlationId, at });
}
