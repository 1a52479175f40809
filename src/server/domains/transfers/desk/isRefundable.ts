import { type GoingOut, goingOut, type Sending } from "#server/domains/transfers/rails/goingOut.ts";

/** What decides whether a transfer to another bank may be refunded. */
export type Stand = Sending & {
  state: string;
  has_credited: boolean;
  going_back: string | null;
  clock_stopped_at: Date | null;
};

/**
 * Whether the desk may refund a transfer to another bank to the card. It may when the transfer has no final
 * outcome, no bank has reported a credit, no refund is under way (one that the clock started and that has
 * stopped since does not count), and the transfer can no longer go out. A transfer that the issuer settles is
 * ended by the issuer's answer alone.
 */
export function isRefundable(stand: Stand, at: Date): boolean {
  return isUndecided(stand) && goingOut(stand, at) === undefined;
}

/**
 * What a refund still waits for, because the transfer may yet go out. Undefined when that is not the obstacle.
 */
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
