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

/** What must be seen before it cannot go out any more, and the moment before which it is not, where one lies ahead. */
export type GoingOut = {
  waitsFor: "inquiry" | "clearing" | "silence" | "credit";
  until: Date | null;
};

/**
 * Whether a transfer that nobody has ended may yet reach the other bank by itself, so that to give it back
 * would pay it twice; undefined when it cannot. One that is not written down for its rail cannot: to give
 * it back keeps it from being written. InstaPay's may be on its way until 50 minutes after the order
 * (inquiryTimes.ts), and is then asked about. What is in a file of PESONet's goes with the file: until the clearing advice, and
 * then until the time that the member was told; a file that was abolished gives back by itself. One that the house
 * has and says nothing more of may be given back a day after that time, when two people have asked the house.
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
    // Of what stopped its clock the house has said something, though nobody could read it.
    const isHeardOf = transfer.has_acknowledged || transfer.clock_stopped_at !== null;
    // A file that it has never taken is handed in again and again.
    const isTaken = transfer.batch_state !== null && transfer.batch_state !== "cut";
    const isThere = isHeardOf && isTaken;
    const by = isThere && until !== null ? later(until, DAY_SECONDS) : null;
    if (by === null) return { waitsFor: "clearing", until: null };
    return at < by ? { waitsFor: "silence", until: by } : undefined;
  }
  return until === null || at < until ? { waitsFor: "credit", until } : undefined;
}
