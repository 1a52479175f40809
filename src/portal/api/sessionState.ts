import type { Profile } from "#contract/members.ts";
import { makeStore } from "#ui/store.ts";
import type { Identity } from "./sessionVault.ts";

/** Who sits before this tab. 'unknown' lasts until the kept session, or another tab's, is found. */
export type SessionState = { name: "unknown" } | { name: "signed_out" } | SignedIn;

/** A session of one sign-in: its epoch stays when its token is renewed. */
export type SignedIn = { name: "signed_in"; epoch: number } & Identity;

export const sessionState = makeStore<SessionState>({ name: "unknown" });

/** The member's profile; undefined until it was loaded. */
export const profileState = makeStore<Profile | undefined>(undefined);

/** The server's text when the password is aged, else "". */
export const agedPassword = makeStore<string>("");

/** Where a member whose session ran out comes back to after signing in again. */
export const wayBack = makeStore<{ guid: string; path: string } | undefined>(undefined);

let epoch = 0;

/** Takes away everything that is the member's own. */
export function forgetMember(): void {
  profileState.set(undefined);
  agedPassword.set("");
  sessionState.set({ name: "signed_out" });
}

/** Makes this identity the tab's. A refreshed token is the same session (same epoch). */
export function setIdentity(identity: Identity): void {
  if (currentSession()?.guid !== identity.guid) epoch += 1;
  sessionState.set({ name: "signed_in", epoch, ...identity });
}

/** The signed-in session, or undefined. */
export function currentSession(): SignedIn | undefined {
  const state = sessionState.get();
  return state.name === "signed_in" ? state : undefined;
}
