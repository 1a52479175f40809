import { type EntryStep, type Rail, RAILS } from "#contract/transferKinds.ts";
import type { RailBooking, RailState } from "./railStates.ts";

/** Which recipe books it (data/live/journal-templates.json), and whether its lines move the fee too. */
type Named = { operation: string; step: string; fee: boolean };

/** The recipe that books an effect of a status. */
export function railRecipe(rail: Rail, booking: RailBooking): Named {
  const { entries } = RAILS[rail];
  switch (booking) {
    case "settle":
      return named(entries.settle, true);
    case "late_success":
      return named(entries.lateSuccess, false);
    case "recover":
      return named(entries.recover, false);
    case "keep":
      return named(entries.keep, true);
  }
}

/** The recipe that books a refund of amount and fee to the card, or to the account that they left. */
export function refundRecipe(
  rail: Rail,
  from: NonNullable<RailState["refundFrom"]>,
  to: "card" | "account",
): Named {
  const { entries } = RAILS[rail];
  const steps = {
    card: { from_hold: entries.refundFromHold, from_rail: entries.refundFromRail },
    account: { from_hold: entries.accountRefundFromHold, from_rail: entries.accountRefundFromRail },
  };
  return named(steps[to][from], true);
}

const named = ([operation, step]: EntryStep, fee: boolean): Named => ({ operation, step, fee });
