import { deviceNow } from "#client/clock.ts";
import { makeStore } from "#ui/store.ts";

/** When a call last restarted the server's idle time (deviceNow): what the idle dialog counts from. */
export const lastCountedCallAt = makeStore<number>(deviceNow());

/** A call that the server counts as activity: every signed-in call but those that only read. */
export function noteCountedCall(): void {
  lastCountedCallAt.set(deviceNow());
}

/**
 * The server's own idle time, asked for at `askedAt`: a page that was loaded anew does not know of the
 * calls before. A call that counted since is newer than the answer.
 */
export function noteServerIdle(idleForSeconds: number, askedAt: number): void {
  const known = lastCountedCallAt.get();
  if (known <= askedAt) lastCountedCallAt.set(askedAt - idleForSeconds * 1000);
}
