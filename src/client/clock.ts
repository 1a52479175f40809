/** The only reader of the browser's clock, which members set wrongly more often than one thinks. */
let serverIsAheadMs = 0;

/** Milliseconds since 1970 by this device. For measuring spans, never for telling a date. */
export const deviceNow = (): number => Date.now();

/** Milliseconds since 1970 by the server, as far as its last answer tells. */
export const serverNow = (): number => Date.now() + serverIsAheadMs;

/** The server's moment now, for calendar days in Manila. */
export const serverDate = (): Date => new Date(serverNow());

/** Remembers how far the server's clock is from ours; half the way of the call is taken off. */
export function learnServerTime(serverTime: number, askedAt: number): void {
  const answeredAt = deviceNow();
  serverIsAheadMs = serverTime - (askedAt + answeredAt) / 2;
}
