import { deviceNow } from "#client/clock.ts";
import { makeIdleWatch } from "#client/idle.ts";
import { lastCountedCallAt } from "#console/api/activity.ts";
import { call } from "#console/api/call.ts";
import { currentSession, endSession, renewSession } from "#console/api/session.ts";
import { staffRefresh } from "#contract/staff/session.ts";

/** The server ends a session after 15 minutes; the last of them asks. */
const WARN_MS = 60_000;
/** Who works with keys and clicks, but only reads, keeps the session by a refresh at most this often. */
const SILENT_REFRESH_MS = 60_000;

let isRefreshing = false;

const { idleState, watchIdle, goOn } = makeIdleWatch({
  isSignedIn: () => currentSession() !== undefined,
  lastActiveAt: lastCountedCallAt.get,
  events: ["keydown", "pointerdown"],
  onActivity: (limits) => limits && refreshFor(limits.endMs),
  // The server's time ran out with ours: there is nothing left to end.
  onOver: () => endSession("idle"),
});

export { idleState };

/** Watches whoever is signed in, whose session the server ends after so many seconds. Answers how to stop. */
export function watchStaff(idleSeconds: number): () => void {
  const endMs = idleSeconds * 1000;
  return watchIdle(() => ({ warnMs: endMs - WARN_MS, endMs }));
}

/** The moment of a key or a click is what counts, so the server hears of it then and not later. */
function refreshFor(endMs: number): void {
  const idleMs = deviceNow() - lastCountedCallAt.get();
  if (isRefreshing || idleMs < SILENT_REFRESH_MS || idleMs >= endMs) return;
  isRefreshing = true;
  void stay().finally(() => {
    isRefreshing = false;
  });
}

/** Goes on: restarts the server's idle time. When the server does not agree, the call ends the session. */
export async function stay(): Promise<void> {
  const answer = await call(staffRefresh, {});
  if (!answer.status) return;
  renewSession(answer.result.token);
  goOn();
}
