/** A transfer that a member was told was accepted. */
export type Acknowledged = { refNo: string; key: string; sentAt: Date; at: Date };

/** What a restored database lacks of what was acknowledged. */
export type Losses = {
  lost: number;
  /** Seconds of acknowledged work that are gone, back from the moment of the loss. */
  seconds: number;
  /** Lost although something acknowledged later is there: never right. */
  holes: number;
};

/**
 * Compares what was acknowledged before `lostAt` with what is booked. A restore may lack an end of the
 * history and nothing in the middle: what was sent after a lost one was answered must be lost too.
 */
export function lossesOf(
  acknowledged: readonly Acknowledged[],
  booked: ReadonlySet<string>,
  lostAt: Date,
): Losses {
  const lost = acknowledged.filter(({ refNo }) => !booked.has(refNo));
  const firstLost = Math.min(...lost.map(({ at }) => at.getTime()));
  const holes = acknowledged.filter(
    ({ refNo, sentAt }) => booked.has(refNo) && sentAt.getTime() > firstLost,
  );
  return {
    lost: lost.length,
    seconds: lost.length === 0 ? 0 : Math.max(0, (lostAt.getTime() - firstLost) / 1000),
    holes: holes.length,
  };
}

/**
 * Whether a database is as it was at a moment: all that was acknowledged before is there, nothing that was sent
 * after it is.
 */
export function isAsAt(
  acknowledged: readonly Acknowledged[],
  booked: ReadonlySet<string>,
  moment: Date,
): boolean {
  return acknowledged.every(({ refNo, sentAt, at }) => {
    if (at < moment) return booked.has(refNo);
    return sentAt <= moment || !booked.has(refNo);
  });
}
