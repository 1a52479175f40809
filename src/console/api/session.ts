import { makeSessionState } from "#client/sessionState.ts";
import { makeStore } from "#ui/store.ts";
import { noteCountedCall } from "./activity.ts";

/** Why a session ended: said on the page of the sign-in. */
export type EndReason = "logout" | "idle" | "expired" | "other_device";

const KEY = "staff-token";

/** The session of this tab; it outlives a reload, and ends with the tab. Its cookie is the other half. */
const session = makeSessionState(keptSession());

export const { sessionState, currentSession } = session;

/** Why the last session of this tab ended; undefined before the first. */
export const endedBecause = makeStore<EndReason | undefined>(undefined);

/** Somebody has signed in. */
export function beginSession(token: string): void {
  keep(token);
  endedBecause.set(undefined);
  session.enter({ token }, { isSame: false });
}

/** The same session goes on under another token; tabs that a browser made of this one hear of it. */
export function renewSession(token: string): void {
  const former = currentSession()?.token;
  if (former === undefined) return;
  replaceToken(former, token);
  channel?.postMessage({ former, token } satisfies Renewal);
}

type Renewal = { former: string; token: string };

/** Tabs of one browser: one that was made by copying another has the same session. */
const channel =
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("staff-session");
channel?.addEventListener("message", ({ data }) => {
  // Only renewSession of another tab posts here.
  const { former, token } = data as Renewal;
  if (replaceToken(former, token)) noteCountedCall();
});

function replaceToken(former: string, token: string): boolean {
  if (currentSession()?.token !== former) return false;
  keep(token);
  session.enter({ token }, { isSame: true });
  return true;
}

/** Ends the session of this tab; the guard of the routes leads to the sign-in, and from there back. */
export function endSession(reason: EndReason): void {
  if (currentSession() === undefined) return;
  forget();
  endedBecause.set(reason);
  session.leave();
}

function keptSession(): { token: string } | undefined {
  try {
    const token = sessionStorage.getItem(KEY);
    return token === null ? undefined : { token };
  } catch {
    return undefined;
  }
}

function keep(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the session ends with a reload.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
