import type { Tx } from "#server/db/db.ts";
import {
  putBeforePerson,
  type Trouble,
} from "#server/domains/transfers/exceptions/putBeforePerson.ts";

export type RailExceptionKind =
  | "credited_after_return"
  | "refused_after_credit"
  | "wrong_amount"
  | "unknown_reference"
  | "wrong_account"
  | "returned_again"
  | "unreadable"
  | "unanswered"
  | "not_given_back"
  | "taken_after_return"
  | "file_reused"
  | "card_locked";

/** How it came to us: by the answer to our own question, by the rail's own call, by a file, by the clock. */
export type Via = "job" | "inquiry" | "callback" | "file" | "timer" | "staff";

export type RailException = Trouble & { kind: RailExceptionKind; via: Via };

/** Puts what a rail said, or did not say, before a person (putBeforePerson). */
export async function reportRailException(tx: Tx, exception: RailException): Promise<void> {
  await putBeforePerson(tx, exception);
}
