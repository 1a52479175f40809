import type { FastifyInstance } from "fastify";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import {
  receiveSigned,
  type SignedDelivery,
  type Receipt,
} from "#server/platform/http/receiveSigned.ts";
import { keysOf } from "#server/platform/secrets/secrets.ts";
import { endAtIssuer } from "#server/domains/transfers/inward/endAtIssuer.ts";
import { isInward } from "#server/domains/transfers/inward/inwardRow.ts";
import { endIssuerTransfer } from "#server/domains/transfers/settlement/endIssuerTransfer.ts";
import { isAheadOfActivation } from "#server/domains/cards/events/isAheadOfActivation.ts";
import { takeHoldEvent } from "#server/domains/cards/events/takeHoldEvent.ts";
import { takeUseEvent } from "#server/domains/cards/events/takeUseEvent.ts";
import { bookCardTransaction } from "#server/domains/cards/events/bookCardTransaction.ts";
import {
  type IssuerEvent,
  type ReadEvent,
  readIssuerEvent,
  type TransferEvent,
} from "#server/domains/cards/events/issuerEvent.ts";
import { type EventEnd, finishEvent } from "#server/domains/cards/events/finishEvent.ts";
import { takeLifeEvent } from "#server/domains/cards/events/takeLifeEvent.ts";

/**
 * `POST /api/issuer/events`: what the card issuer has to tell. Taken is what is booked or put before a
 * person; what overtook the top-up or the activation that it needs is to be
 * repeated.
 */
export function registerIssuerEvents(server: FastifyInstance, app: App): void {
  const [key, ...otherKeys] = keysOf(app.secrets, "issuerCallbackKey");
  const signer = {
    partner: "issuer",
    key: key ?? app.secrets.issuerCallbackKey,
    otherKeys,
  } as const;
  receiveSigned(server, app, { path: "/api/issuer/events", signer }, (delivery) =>
    takeEvent(app, delivery),
  );
}

async function takeEvent(
  app: App,
  { nonce, body, correlationId }: SignedDelivery,
): Promise<Receipt> {
  const read = readIssuerEvent(body);
  const eventId = read.id ?? `unreadable-${nonce}`;
  const state = await remember(app, eventId, nonce, read);
  if (state === "replayed") return "refused";
  if (state === "finished") return "taken";
  const end: EventEnd | "later" =
    read.kind === "event"
      ? await act(app, read.event, correlationId)
      : { outcome: "exception", reason: `cannot be read (${read.type})` };
  if (end === "later") return "later";
  await transact(app.db, (tx) => finishEvent(tx, { eventId, end, correlationId, at: app.now() }));
  if (end.outcome === "exception") {
    app.log.error({ eventId, reason: end.reason, correlationId }, "issuer event is an exception");
  }
  return "taken";
}

/** Writes the event down. 'open' is new, or one that a process died over. */
async function remember(
  app: App,
  eventId: string,
  nonce: string,
  read: ReadEvent,
): Promise<"open" | "finished" | "replayed"> {
  const inserted = await app.db
    .insertInto("issuer_event")
    .values({
      event_id: eventId,
      nonce,
      type: read.kind === "event" ? read.event.type : read.type,
      received_at: app.now(),
      body: JSON.stringify(read.kind === "event" ? read.event : {}, bigintAsText),
      outcome: "received",
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("event_id")
    .executeTakeFirst();
  if (inserted !== undefined) return "open";
  const known = await app.db
    .selectFrom("issuer_event")
    .select(["nonce", "outcome"])
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  if (known === undefined || known.nonce === nonce) return "replayed";
  return known.outcome === "received" ? "open" : "finished";
}

async function act(
  app: App,
  event: IssuerEvent,
  correlationId: string,
): Promise<EventEnd | "later"> {
  if (await isAheadOfActivation(app, event)) return "later";
  switch (event.type) {
    case "transfer.credited":
    case "transfer.refused":
      return endTransfer(app, event, correlationId);
    case "card.transaction":
      return bookCardTransaction(app, event, correlationId);
    case "card.authorization":
    case "card.suspended":
      return takeUseEvent(app, event, correlationId);
    case "card.authorized":
    case "card.settled":
      return takeHoldEvent(app, event, correlationId);
    case "customer.investigated":
    case "card.produced":
    case "card.production_failed":
    case "card.deactivated":
      return takeLifeEvent(app, event, correlationId);
  }
}

async function endTransfer(
  app: App,
  event: TransferEvent,
  correlationId: string,
): Promise<EventEnd> {
  if (isInward(event.senderRefId)) return endInward(app, event, correlationId);
  const transfer = await app.db
    .selectFrom("transfer")
    .select("destination_account_number")
    .where("ref_no", "=", event.senderRefId)
    .executeTakeFirst();
  if (transfer !== undefined && transfer.destination_account_number !== event.eonAccount) {
    return { outcome: "exception", reason: "another account than the transfer's" };
  }
  const answer = {
    refNo: event.senderRefId,
    outcome:
      event.type === "transfer.credited"
        ? { kind: "done" as const, issuerReference: event.ubpTranId }
        : { kind: "refused" as const, reason: event.reason },
    amount: event.amount,
    via: "callback" as const,
    correlationId,
  };
  // Of what leaves a card it tells nothing by itself.
  return endOf(await endIssuerTransfer(app, answer, { leftAccount: true }));
}

/** What another bank sent to the card. */
async function endInward(app: App, event: TransferEvent, correlationId: string): Promise<EventEnd> {
  const outcome =
    event.type === "transfer.credited"
      ? { kind: "credited" as const, issuerReference: event.ubpTranId }
      : { kind: "refused" as const, reason: event.reason };
  const { senderRefId: refNo, eonAccount: accountNo, amount } = event;
  const answer = { refNo, outcome, amount, accountNo, via: "callback" as const, correlationId };
  return endOf(await endAtIssuer(app, answer));
}

function endOf(resolution: Awaited<ReturnType<typeof endIssuerTransfer>>): EventEnd {
  switch (resolution) {
    case "done":
      return { outcome: "booked" };
    case "already":
      return { outcome: "already" };
    case "exception":
      return { outcome: "exception", reason: "does not fit the transfer (transfer_exception)" };
  }
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
