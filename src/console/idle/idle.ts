import { lastCountedCallAt } from "#console/api/activity.ts";
import { call } from "#console/api/call.ts";
import { currentSession, endSession, renewSession } from "#console/api/session.ts";
import { deviceNow } from "#client/clock.ts";
import { staffRefresh } from "#contract/staff/session.ts";
import { makeStore } from "#ui/store.ts";

/** The server ends a session after 15 minutes; the last of them asks. */
const WARN_MS = 60_000;
/** Who works with keys and clicks, but only reads, keeps the session by a refresh at most this often. */
const SILENT_REFRESH_MS = 60_000;
const TICK_MS = 1000;

/** Seconds until the session ends; undefined while nobody needs to be asked. */
export const secondsLeft = makeStore<number | undefined>(undefined);

let isRefreshing = false;

/**
 * Watches for somebody who walked away from the screen. Keys and clicks are activity, moving the mouse is
 * none; once the question shows, only its answer counts. Time is compared, not counted, so that a
 * sleeping machine ends the session at its first breath. Answers how to stop.
 */
export function watchIdle(idleSeconds: number): () => void {
  const look = () => lookNow(idleSeconds * 1000);
  const timer = setInterval(look, TICK_MS);
  const note = () => noteActivity(idleSeconds * 1000);
  document.addEventListener("keydown", note);
  document.addEventListener("pointerdown", note);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("keydown", note);
    document.removeEventListener("pointerdown", note);
    document.removeEventListener("visibilitychange", look);
    secondsLeft.set(undefined);
  };
}

function lookNow(idleMs: number): void {
  if (currentSession() === undefined) return;
  const idleFor = deviceNow() - lastCountedCallAt.get();
  if (idleFor >= idleMs) {
    // The server's time ran out with ours: there is nothing left to end.
    endSession("idle");
  } else if (idleFor >= idleMs - WARN_MS) {
    secondsLeft.set(Math.ceil((idleMs - idleFor) / 1000));
  } else if (secondsLeft.get() !== undefined) {
    secondsLeft.set(undefined);
  }
}

/** The moment of a key or a click is what counts, so the server hears of it then and not later. */
function noteActivity(idleMs: number): void {
  if (isRefreshing || secondsLeft.get() !== undefined || currentSession() === undefined) return;
  const idleFor = deviceNow() - lastCountedCallAt.get();
  if (idleFor < SILENT_REFRESH_MS || idleFor >= idleMs) return;
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
  secondsLeft.set(undefined);
}
