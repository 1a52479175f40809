import { deviceNow } from "#client/clock.ts";
import { makeStore } from "#ui/store.ts";

/** When a call last restarted the server's idle time (deviceNow): what the idle dialog counts from. */
export const lastCountedCallAt = makeStore<number>(deviceNow());

/** A call that the server counts as activity: every signed-in call but those that only read. */
export function noteCountedCall(): void {
  lastCountedCallAt.set(deviceNow());
}
