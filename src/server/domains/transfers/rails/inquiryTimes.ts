import { isBatched } from "#contract/transferKinds.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import type { RailRow } from "./railRow.ts";

const MINUTE_MS = 60 * 1000;
/** A transfer without an outcome is queued for review this long after the order. */
const DESK_MS = 50 * MINUTE_MS;
/** The last inquiry; without an answer the transfer is refunded. */
const LAST_MS = 58 * MINUTE_MS;
/** Amount and fee are refunded by then (BSP Circular 1195). */
const DUE_MS = 60 * MINUTE_MS;
/** The longest that a refund takes with an issuer that answers. */
const PUTTING_BACK_SECONDS = 2 * 60;
/**
 * When its refund is due, the transfer is checked this often for RUSH_SECONDS: the clearing house's list may
 * not have been read yet, or a message of the switch is just being read.
 */
const SOON_SECONDS = 10;
const RUSH_SECONDS = 10 * 60;
/** Our messages expire at the switch this long after they were signed (docs/rails.md, Signatures). */
const VOID_SECONDS = 5 * 60;
/** The stage of an InstaPay transfer within its hour. */
export const CLOCKS_SECONDS = 30;
/** How often a transfer is checked for which there is nothing to inquire. */
const IDLE_SECONDS = 5 * 60;
/** The longest pause between two requests to the issuer to confirm a debit. */
const ISSUER_SECONDS = 60;
/** The longest pause between two requests to the issuer to pay a refund. */
const REFUND_RETRY_SECONDS = 5 * 60;

/** How far a transfer over InstaPay is in its hour. */
export function hourOf({ accepted_at: from }: RailRow, at: Date): "young" | "desk" | "last" {
  const age = at.getTime() - from.getTime();
  if (age >= LAST_MS) return "last";
  return age >= DESK_MS ? "desk" : "young";
}

/**
 * From this moment the switch's answer that it never received an InstaPay transfer is final: nothing is still
 * under way.
 */
export function lastInquiryFrom({ accepted_at: from }: Pick<RailRow, "accepted_at">): Date {
  return new Date(from.getTime() + DESK_MS);
}

/**
 * From this moment an InstaPay transfer is no longer sent to the switch, however often it is inquired about.
 * Whatever was sent before, however long it is under way, has expired by the last inquiry.
 */
export function handsOverUntil(row: Pick<RailRow, "accepted_at">): Date {
  return later(lastInquiryFrom(row), -(VOID_SECONDS + CLOCKS_SECONDS));
}

/** When an InstaPay transfer must be refunded at the latest. */
export function instapayRefundDue({ accepted_at: from }: RailRow): Date {
  return new Date(from.getTime() + DUE_MS);
}

/**
 * From when a cleared PESONet transfer is refunded if no bank has reported its outcome: early enough to be
 * refunded two hours after the clearing advice (BSP Circular 1195; docs/requirements/decisions.md, 6). Null
 * before the advice.
 */
export function pesonetRefundFrom({
  has_settled: hasSettled,
  refund_due_at: dueAt,
}: Pick<RailRow, "has_settled" | "refund_due_at">): Date | null {
  return hasSettled && dueAt !== null ? refundStart(dueAt) : null;
}

/** When a refund must begin to be paid by `due`. */
export function refundStart(due: Date): Date {
  return later(due, -PUTTING_BACK_SECONDS);
}

/**
 * When to request a refund from the issuer again: less and less often, but at most REFUND_RETRY_SECONDS apart.
 */
export function nextRefundTry(since: Date, at: Date): Date {
  const [next, most] = [nextInquiry(since, at), later(at, REFUND_RETRY_SECONDS)];
  return next < most ? next : most;
}

/** When the transfer is checked next: never later than the moments at which something must be done. */
export function nextCheck(row: RailRow, at: Date): Date {
  const isAtIssuer = row.issuer_leg === "asked";
  if (isBatched(row.rail) && !isAtIssuer) {
    const [idle, back] = [later(at, IDLE_SECONDS), pesonetRefundFrom(row)];
    if (back === null || idle < back || at >= later(back, RUSH_SECONDS)) return idle;
    return back > at ? back : later(at, SOON_SECONDS);
  }
  const marks = isBatched(row.rail) ? [] : [DESK_MS, LAST_MS];
  return [
    nextInquiry(row.sent_at ?? row.accepted_at, at),
    // The cycle and the hour run on while the issuer is silent.
    ...(isAtIssuer ? [later(at, ISSUER_SECONDS)] : []),
    ...marks.map((mark) => new Date(row.accepted_at.getTime() + mark)),
  ]
    .filter((moment) => moment > at)
    .reduce((first, moment) => (moment < first ? moment : first));
}

/**
 * When to look again at an InstaPay transfer whose refund is due and held up by something that may be over in a
 * moment; null once it has been for RUSH_SECONDS.
 */
export function rushCheck(acceptedAt: Date, at: Date): Date | null {
  const isOver = at.getTime() >= later(acceptedAt, RUSH_SECONDS).getTime() + LAST_MS;
  return isOver ? null : later(at, SOON_SECONDS);
}

export function later(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/**
 * Inquiries after a refund with the outcome unknown: after 1, 5 and 30 minutes, 2, 6 and 24 hours. After that
 * reconciliation finds it.
 */
const UNKNOWN_INQUIRY_SECONDS = [60, 300, 1_800, 7_200, 21_600, 86_400];

/** When to inquire next about a refunded transfer with an unknown outcome; null after the last inquiry. */
export function nextUnknownInquiry(returnedAt: Date, at: Date): Date | null {
  return (
    UNKNOWN_INQUIRY_SECONDS.map((seconds) => later(returnedAt, seconds)).find(
      (moment) => moment > at,
    ) ?? null
  );
}
