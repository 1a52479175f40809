import { deviceNow, serverNow } from "#client/clock.ts";
import { makeStore } from "#ui/store.ts";
import { useEffect } from "react";

/** From when the balances are that stand on the page, in ms of the server's clock; undefined where none stand there. */
export const shownBalances = makeStore<number | undefined>(undefined);

/** When a list was read that stays on the page in place of another (useLastShown.ts), by this device. */
export const keptSince = makeStore<number | undefined>(undefined);

/** Of a page with balances: when they were read, by this device; undefined or 0 while they are not there. */
export function useShownBalances(readAt: number | undefined): void {
  const at = readAt === undefined || readAt === 0 ? undefined : byServer(readAt);
  useEffect(() => {
    shownBalances.set(at);
    return () => shownBalances.set(undefined);
  }, [at]);
}

/** A moment of this device by the server's clock. */
export const byServer = (at: number): number => at + serverNow() - deviceNow();
