import type { FastifyInstance } from "fastify";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/db.ts";
import { resolveOwnTransfer } from "#server/transfers/resolveOwnTransfer.ts";
import { bookCardTransaction } from "./bookCardTransaction.ts";
import {
  type IssuerEvent,
  type ReadEvent,
  readIssuerEvent,
  type TransferEvent,
} from "./issuerEvent.ts";
import { type EventEnd, finishEvent } from "./finishEvent.ts";
import { signedNonce } from "./issuerSignature.ts";

const MAX_EVENT_BYTES = 64 * 1024;

/**
 * `POST /api/issuer/events`: what the card issuer has to tell. 401 for anything not signed by it
 * within five minutes, or sent before; 200 once the event is safe with us, booked or put before a
 * person. Any other answer makes the issuer repeat it, which is what an outage of ours wants, and what
 * overtook the top-up that it needs.
 */
export function registerIssuerEvents(server: FastifyInstance, app: App): void {
  void server.register((scope, _options, done) => {
    // The signature covers the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, next) =>
      next(null, body),
    );
    scope.post("/api/issuer/events", { bodyLimit: MAX_EVENT_BYTES }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const nonce = signedNonce(app, request.headers, body);
      const taken = nonce === undefined ? "refused" : await takeEvent(app, nonce, body, request.id);
      const { httpStatus, message } = EVENT_ANSWERS[taken];
      return reply.code(httpStatus).send({ status: taken === "taken", message });
    });
    done();
  });
}

/** What a delivery is: safe with us, to be repeated, or none of the issuer's (or sent before). */
type Taken = "taken" | "later" | "refused";

const EVENT_ANSWERS: Record<Taken, { httpStatus: number; message: string }> = {
  taken: { httpStatus: 200, message: "Received" },
  later: { httpStatus: 503, message: "Please repeat this later" },
  refused: { httpStatus: 401, message: "Not signed by the issuer" },
};

async function takeEvent(
  app: App,
  nonce: string,
  body: Buffer,
  correlationId: string,
): Promise<Taken> {
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
  switch (event.type) {
    case "transfer.credited":
    case "transfer.refused":
      return endTransfer(app, event, correlationId);
    case "card.transaction":
      return bookCardTransaction(app, event, correlationId);
  }
}

async function endTransfer(
  app: App,
  event: TransferEvent,
  correlationId: string,
): Promise<EventEnd> {
  const transfer = await app.db
    .selectFrom("transfer")
    .select("destination_account_number")
    .where("ref_no", "=", event.senderRefId)
    .executeTakeFirst();
  if (transfer !== undefined && transfer.destination_account_number !== event.eonAccount) {
    return { outcome: "exception", reason: "another account than the transfer's" };
  }
  const resolution = await resolveOwnTransfer(app, {
    refNo: event.senderRefId,
    outcome:
      event.type === "transfer.credited"
        ? { kind: "credited", issuerReference: event.ubpTranId }
        : { kind: "refused", reason: event.reason },
    amount: event.amount,
    via: "callback",
    correlationId,
  });
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
