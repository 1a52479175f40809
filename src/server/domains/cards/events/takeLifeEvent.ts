import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { decideApplication } from "#server/domains/cards/application/decideApplication.ts";
import type { EventEnd } from "./finishEvent.ts";
import { isReplaced } from "#server/domains/cards/state/isReplaced.ts";
import type { LifeEvent } from "./lifeEvent.ts";
import {
  productionReference,
  takeProduction,
} from "#server/domains/cards/production/orderPersonalized.ts";
import { hasMovedSince } from "#server/domains/cards/state/hasMovedSince.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";

const ISSUER = { kind: "issuer", name: "issuer" } as const;

type EventOf<Type extends LifeEvent["type"]> = Extract<LifeEvent, { type: Type }>;

/**
 * Takes the issuer's word on a card's life. What was told before changes nothing; what does not fit our
 * books is an exception for a person.
 */
export function takeLifeEvent(
  app: App,
  event: LifeEvent,
  correlationId: string,
): Promise<EventEnd | "later"> {
  switch (event.type) {
    case "customer.investigated":
      return takeInvestigation(app, event, correlationId);
    case "card.produced":
    case "card.production_failed":
      return takeMade(app, event, correlationId);
    case "card.deactivated":
      return takeDeactivation(app, event, correlationId);
  }
}

async function takeInvestigation(
  app: App,
  event: EventOf<"customer.investigated">,
  correlationId: string,
): Promise<EventEnd | "later"> {
  const application = await findApplication(app, event.senderRefId);
  if (application === undefined) return unfit("no such application");
  const known = application.issuer_transaction_id;
  if (known !== null && known !== event.transactionId) return unfit("another investigation");
  const { customerId, reason } = event;
  if (event.outcome === "approved" && customerId === undefined) return unfit("no customer");
  const word =
    event.outcome === "approved" && customerId !== undefined
      ? ({ kind: "approved", customerId } as const)
      : ({ kind: "rejected", reason: reason ?? "" } as const);
  const taken = await decideApplication(app, {
    applicationId: application.id,
    word,
    actor: ISSUER,
    correlationId,
  });
  return { outcome: taken === "done" ? "booked" : "already" };
}

async function takeMade(
  app: App,
  event: EventOf<"card.produced"> | EventOf<"card.production_failed">,
  correlationId: string,
): Promise<EventEnd | "later"> {
  const application = await findApplication(app, event.senderRefId.replace(/-P$/, ""));
  if (application === undefined || productionReference(application.reference) !== event.senderRefId)
    return unfit("no such order");
  // It overtook the answer to the order, or the decision before it.
  if (["sent", "review"].includes(application.stage)) return "later";
  const made =
    event.type === "card.produced"
      ? {
          token: event.token,
          serial: event.serialNumber,
          lastFour: event.lastFour,
          expiresOn: event.expiryDate,
        }
      : { reason: event.reason };
  const { id: applicationId } = application;
  const taken = await takeProduction(app, { applicationId, made, actor: ISSUER, correlationId });
  if (taken === "unfit") return unfit("another card than the one ordered");
  return { outcome: taken === "done" ? "booked" : "already" };
}

/** What the issuer calls it, and what we call it. */
const CAUSES = {
  lost: "lost",
  stolen: "stolen",
  fraud: "fraud",
  expiry: "expired",
  death: "death",
  closed: "closed",
  replaced: "replaced",
} as const;

async function takeDeactivation(
  app: App,
  { token, reason, occurredAt }: EventOf<"card.deactivated">,
  correlationId: string,
): Promise<EventEnd> {
  return transact(app.db, async (tx): Promise<EventEnd> => {
    const card = await findByToken(tx, token);
    // Once the row is taken: no order is accepted later.
    const at = app.now();
    if (card === undefined) {
      return (await isReplaced(tx, token)) ? { outcome: "already" } : unfit("no such card");
    }
    if (card.status === "deactivated") return { outcome: "already" };
    // It was taken back into use since.
    if (occurredAt !== undefined && (await hasMovedSince(tx, card.id, ["reactivate"], occurredAt)))
      return { outcome: "already" };
    if (card.status !== "active" && card.status !== "suspended") return unfit("not in use");
    const cause = CAUSES[reason];
    const move = { cardId: card.id, actor: ISSUER, at, correlationId };
    await moveCard(tx, { ...move, event: "deactivate", reason: cause });
    await tx
      .updateTable("card")
      .set({ deactivated_for: cause })
      .where("id", "=", card.id)
      .execute();
    const kind = cause === "expired" ? "card_expired" : "card_deactivated";
    await notify(tx, { memberId: card.member_id, kind, params: {}, at });
    return { outcome: "booked" };
  });
}

function findByToken(tx: Tx, token: string) {
  return tx
    .selectFrom("card")
    .select(["id", "member_id", "status"])
    .where("token", "=", token)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

function findApplication(app: App, reference: string) {
  return app.db
    .selectFrom("card_application")
    .select(["id", "reference", "stage", "issuer_transaction_id"])
    .where("reference", "=", reference)
    .executeTakeFirst();
}

const unfit = (reason: string): EventEnd => ({ outcome: "exception", reason });
