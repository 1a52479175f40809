import { createHash, randomUUID } from "node:crypto";
import type { Change } from "#sandbox/books.ts";
import type { EventRecord, FaultRecord, TextRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";

/** A text for a phone. `validUntil` is milliseconds since 1970: after it the text is not delivered. */
export type NewText = {
  id: string;
  to: string;
  text: string;
  validUntil: number;
  /** What comes over SMPP gets its receipts there. */
  isReportedByHttp: boolean;
};

/** What the gateway calls a text: never sixteen digits alone, which could be a card number. */
export function gatewayIdOf(textId: string): string {
  return `sb${createHash("sha256").update(textId).digest("hex").slice(0, 16)}`;
}

/** The texts that have arrived, of one phone or of all, newest first. */
export function textsOf(world: World, to: string | undefined): TextRecord[] {
  const now = world.now().getTime();
  return [...world.books.read("text").values()]
    .filter((text) => text.arrivesAt <= now && (to === undefined || text.to === to))
    .toReversed()
    .toSorted((a, b) => b.arrivesAt - a.arrivesAt);
}

/**
 * Puts a text on its way to the phone and promises a report of how it ended; once for each id. The
 * faults 'late' and 'out-of-order' hold it back, 'duplicate' delivers and reports it twice. Answers when
 * it arrives, or undefined when it would arrive after its time and is dropped.
 */
export function takeText(
  world: World,
  { id, to, text, validUntil, isReportedByHttp }: NewText,
  fault: FaultRecord | undefined,
): number | undefined {
  const known = world.books.read("text").get(id);
  if (known !== undefined) return known.arrivesAt;
  const isHeld = fault?.mode === "late" || (fault?.mode === "out-of-order" && !isHolding(world));
  const arrivesAt = world.now().getTime() + (isHeld ? (fault?.delayMs ?? 0) : 0);
  const isTwice = fault?.mode === "duplicate";
  const isInTime = arrivesAt <= validUntil;
  const records = isInTime ? [id, ...(isTwice ? [`${id}:again`] : [])] : [];
  world.books.write([
    ...records.map((key): Change => {
      return { table: "text", key, record: { id: key, to, text, arrivesAt } };
    }),
    ...(isReportedByHttp
      ? report(world, {
          id,
          arrivesAt,
          copies: isTwice ? 2 : 1,
          state: isInTime ? "delivered" : "expired",
        })
      : []),
  ]);
  return isInTime ? arrivesAt : undefined;
}

function report(
  world: World,
  {
    id,
    arrivesAt,
    copies,
    state,
  }: { id: string; arrivesAt: number; copies: number; state: string },
): Change[] {
  if (world.reports === undefined) return [];
  const eventId = randomUUID();
  const record: EventRecord = {
    id: eventId,
    type: "text.report",
    body: JSON.stringify({ id, gatewayId: gatewayIdOf(id), state }),
    dueAt: arrivesAt,
    attempts: 0,
    copies,
    state: "waiting",
    lastAnswer: "",
  };
  return [{ table: "event", key: eventId, record }];
}

/** Out of order holds one text back, so that the next overtakes it. */
function isHolding(world: World): boolean {
  const now = world.now().getTime();
  return [...world.books.read("text").values()].some((text) => text.arrivesAt > now);
}
