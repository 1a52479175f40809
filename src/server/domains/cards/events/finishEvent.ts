import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";

/** What became of an event. An exception waits for a person and has changed no balance. */
export type EventEnd =
  | { outcome: "booked" }
  | { outcome: "already" }
  | { outcome: "exception"; reason: string };

/**
 * Writes down what became of an event that was being worked on. False when another delivery of it was
 * quicker: then nothing is written, and whatever else the transaction did must not stand.
 */
export async function finishEvent(
  tx: Tx,
  {
    eventId,
    end,
    correlationId,
    at,
  }: {
    eventId: string;
    end: EventEnd;
    correlationId: string;
    at: Date;
  },
): Promise<boolean> {
  const reason = end.outcome === "exception" ? end.reason : "";
  const finished = await tx
    .updateTable("issuer_event")
    .set({ outcome: end.outcome, reason })
    .where("event_id", "=", eventId)
    .where("outcome", "=", "received")
    .returning("event_id")
    .executeTakeFirst();
  if (finished === undefined) return false;
  if (end.outcome === "exception") {
    await audit(tx, {
      at,
      actorKind: "system",
      actor: "issuer",
      action: "report_issuer_event",
      object: `issuer_event:${eventId}`,
      correlationId,
      detail: { reason },
    });
  }
  return true;
}
