import { isBatched } from "#contract/transferKinds.ts";
import { lastInquiryFrom, later } from "./inquiryTimes.ts";
import type { RailRow } from "./railRow.ts";

export type Sending = Pick<
  RailRow,
  | "rail"
  | "accepted_at"
  | "sent_at"
  | "asked_at"
  | "batch_id"
  | "batch_state"
  | "has_acknowledged"
  | "clock_stopped_at"
  | "has_settled"
  | "credit_by"
>;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * What a transfer that may still go out waits for, and the moment until which it waits, where that is known.
 */
export type GoingOut = {
  waitsFor: "inquiry" | "clearing" | "silence" | "credit";
  until: Date | null;
};

/**
 * Whether a transfer without an outcome may still reach the other bank by itself, so that a refund would pay
 * it twice; undefined when it cannot. A transfer that was never prepared for its rail cannot: its refund
 * prevents that. An InstaPay transfer may be under way until 50 minutes after the order (inquiryTimes.ts),
 * when the switch is asked. A PESONet transfer goes with its file: first until the clearing advice, then until
 * the time that the member was told; the transfers of an abolished file are refunded automatically. A transfer
 * whose file the clearing house has received and says nothing more about may be refunded a day after that
 * time, once two people have asked the clearing house.
 */
export function goingOut(transfer: Sending, at: Date): GoingOut | undefined {
  if (!isBatched(transfer.rail)) {
    const until = lastInquiryFrom(transfer);
    const isOver =
      transfer.sent_at === null || (transfer.asked_at !== null && transfer.asked_at >= until);
    return isOver ? undefined : { waitsFor: "inquiry", until: at < until ? until : null };
  }
  if (transfer.batch_id === null) return undefined;
  const until = transfer.credit_by;
  if (!transfer.has_settled) {
    // If its clock was stopped, the clearing house has reported something, though it could not be read.
    const isReportedOn = transfer.has_acknowledged || transfer.clock_stopped_at !== null;
    // A file that the clearing house has never accepted is handed in again and again.
    const isFileAccepted = transfer.batch_state !== null && transfer.batch_state !== "cut";
    const isThere = isReportedOn && isFileAccepted;
    const by = isThere && until !== null ? later(until, DAY_SECONDS) : null;
    if (by === null) return { waitsFor: "clearing", until: null };
    return at < by ? { waitsFor: "silence", until: by } : undefined;
  }
  return until === null || at < until ? { waitsFor: "credit", until } : undefined;
}
