import { type GoingOut, goingOut, type Sending } from "#server/domains/transfers/rails/goingOut.ts";

/** What decides it, of a transfer to another bank. */
export type Stand = Sending & {
  state: string;
  has_credited: boolean;
  going_back: string | null;
  clock_stopped_at: Date | null;
};

/**
 * Whether the desk may have the money of a transfer to another bank put back on the card: nobody has ended
 * it, no bank said that it is there, it is not on its way back (or was, by the clock, which stands since), and it cannot
 * go out any more. What the issuer alone moves, the issuer's answer ends.
 */
export function isRefundable(stand: Stand, at: Date): boolean {
  return isUndecided(stand) && goingOut(stand, at) === undefined;
}

/** What keeps the desk from giving it back for now: it may yet go out. Undefined when that is not what does. */
export function refundWaitsFor(stand: Stand, at: Date): GoingOut | undefined {
  return isUndecided(stand) ? goingOut(stand, at) : undefined;
}

function isUndecided({
  state,
  has_credited: hasCredited,
  going_back: back,
  clock_stopped_at: stopped,
}: Stand): boolean {
  const isOpen = ["accepted", "sent", "unknown"].includes(state) && !hasCredited;
  return isOpen && (back === null || stopped !== null);
}
