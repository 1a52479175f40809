import { isBatched } from "#contract/transferKinds.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import type { RailRow } from "./railRow.ts";

const MINUTE_MS = 60 * 1000;
/** Without an end so long after the order, a person looks at it. */
const DESK_MS = 50 * MINUTE_MS;
/** The rail is asked for the last time; without an answer the money goes back. */
const LAST_MS = 58 * MINUTE_MS;
/** Amount and fee are back by then (BSP Circular 1195). */
const DUE_MS = 60 * MINUTE_MS;
/** So long it takes at most to put money back, with an issuer that answers. */
const PUTTING_BACK_SECONDS = 2 * 60;
/** When its time has come it is looked at so often, for so long: the house's list may not have been read yet. */
const SOON_SECONDS = 10;
const RUSH_SECONDS = 10 * 60;
/** A message of ours is void at the switch so long after it was signed (docs/rails.md, Signatures). */
const VOID_SECONDS = 5 * 60;
/** By so much a partner's clock and ours may differ. */
export const CLOCKS_SECONDS = 30;
/** How often a transfer is looked at for which nothing can be asked. */
const IDLE_SECONDS = 5 * 60;
/** The longest that the issuer is left in peace about a take-out. */
const ISSUER_SECONDS = 60;
/** The longest that it is left in peace about money to put back, and with it the member without it. */
const REFUND_RETRY_SECONDS = 5 * 60;

/** How far a transfer over InstaPay is in its hour. */
export function hourOf({ accepted_at: from }: RailRow, at: Date): "young" | "desk" | "last" {
  const age = at.getTime() - from.getTime();
  if (age >= LAST_MS) return "last";
  return age >= DESK_MS ? "desk" : "young";
}

/** From then on the switch's word that it never saw a transfer over InstaPay is its last: nothing is on the way. */
export function lastInquiryFrom({ accepted_at: from }: Pick<RailRow, "accepted_at">): Date {
  return new Date(from.getTime() + DESK_MS);
}

/**
 * From then on a transfer over InstaPay is not handed to the switch any more, however often it is asked about:
 * what was handed over before, and is on its way however long, is void by the time of the last word.
 */
export function handsOverUntil(row: Pick<RailRow, "accepted_at">): Date {
  return later(lastInquiryFrom(row), -(VOID_SECONDS + CLOCKS_SECONDS));
}

/** When the money of a transfer over InstaPay must be back at the latest. */
export function instapayRefundDue({ accepted_at: from }: RailRow): Date {
  return new Date(from.getTime() + DUE_MS);
}

/**
 * From when on a transfer over PESONet that was cleared goes back if no bank has said how it ended: in time to be back
 * two hours after the clearing advice (BSP Circular 1195; docs/requirements/decisions.md, 6). Null before the advice.
 */
export function pesonetRefundFrom({
  has_settled: hasSettled,
  refund_due_at: dueAt,
}: Pick<RailRow, "has_settled" | "refund_due_at">): Date | null {
  return hasSettled && dueAt !== null ? lastLookBefore(dueAt) : null;
}

/** When to begin to put money back that is to be back by then. */
export function lastLookBefore(due: Date): Date {
  return later(due, -PUTTING_BACK_SECONDS);
}

/** When to ask the issuer again to put money back: seldomer with time, and never much after it works again. */
export function nextRefundTry(since: Date, at: Date): Date {
  const [next, most] = [nextInquiry(since, at), later(at, REFUND_RETRY_SECONDS)];
  return next < most ? next : most;
}

/** When to look at the transfer next: never past the moments at which something must be done. */
export function nextLook(row: RailRow, at: Date): Date {
  const isAtIssuer = row.issuer_leg === "asked";
  if (isBatched(row.rail) && !isAtIssuer) {
    const [idle, back] = [later(at, IDLE_SECONDS), pesonetRefundFrom(row)];
    if (back === null || idle < back || at >= later(back, RUSH_SECONDS)) return idle;
    return back > at ? back : later(at, SOON_SECONDS);
  }
  const marks = isBatched(row.rail) ? [] : [DESK_MS, LAST_MS];
  return [
    nextInquiry(row.sent_at ?? row.accepted_at, at),
    // Cycle and hour run while the issuer is silent.
    ...(isAtIssuer ? [later(at, ISSUER_SECONDS)] : []),
    ...marks.map((mark) => new Date(row.accepted_at.getTime() + mark)),
  ]
    .filter((moment) => moment > at)
    .reduce((first, moment) => (moment < first ? moment : first));
}

export function later(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** After money was given back without an answer: 1, 5, 30 minutes, 2, 6, 24 hours; then the reconciliation finds it. */
const UNKNOWN_INQUIRY_SECONDS = [60, 300, 1_800, 7_200, 21_600, 86_400];

/** When to ask next about a transfer that was given back in doubt; null when it was asked often enough. */
export function nextUnknownInquiry(returnedAt: Date, at: Date): Date | null {
  return (
    UNKNOWN_INQUIRY_SECONDS.map((seconds) => later(returnedAt, seconds)).find(
      (moment) => moment > at,
    ) ?? null
  );
}
