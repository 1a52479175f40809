import { makeStore } from "#ui/store.ts";
import { noteCountedCall } from "./activity.ts";

/** Who sits before this tab, as far as the tab knows: the token of their session. */
export type StaffSession = { token: string; epoch: number };

/** Why a session ended: said on the page of the sign-in. */
export type EndReason = "logout" | "idle" | "expired" | "other_device";

const KEY = "staff-token";

let epoch = 0;

/** The session of this tab; it outlives a reload, and ends with the tab. Its cookie is the other half. */
export const sessionState = makeStore<StaffSession | undefined>(keptSession());

/** Why the last session of this tab ended; undefined before the first. */
export const endedBecause = makeStore<EndReason | undefined>(undefined);

/** The session, or undefined when nobody is signed in. */
export const currentSession = (): StaffSession | undefined => sessionState.get();

/** Somebody has signed in. */
export function beginSession(token: string): void {
  epoch += 1;
  keep(token);
  endedBecause.set(undefined);
  sessionState.set({ token, epoch });
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
  sessionState.set({ token, epoch });
  return true;
}

/** Ends the session of this tab; the guard of the routes leads to the sign-in, and from there back. */
export function endSession(reason: EndReason): void {
  if (currentSession() === undefined) return;
  forget();
  endedBecause.set(reason);
  sessionState.set(undefined);
}

function keptSession(): StaffSession | undefined {
  try {
    const token = sessionStorage.getItem(KEY);
    return token === null ? undefined : { token, epoch: 0 };
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
