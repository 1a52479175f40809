import { online } from "#client/connection.ts";
import { queryClient } from "./queries.ts";
import { isListening } from "./realtime.ts";

/** With every member's socket away at once, what they ask for this way must not be a load of its own. */
const ASK_EVERY_MS = 60_000;

/**
 * While the server's notification events cannot be heard, asks now and then whether something is new, in a tab that is
 * looked at. The answer stops it.
 */
export function pollNotifications(): () => void {
  const timer = setInterval(() => {
    if (isListening.get() || !online.get() || document.visibilityState !== "visible") return;
    for (const name of ["dashboard", "notifications"])
      void queryClient.invalidateQueries({ queryKey: [name] });
  }, ASK_EVERY_MS);
  return () => clearInterval(timer);
}
