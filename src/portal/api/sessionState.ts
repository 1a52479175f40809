import { makeSessionState, type SignedIn as Session } from "#client/sessionState.ts";
import type { Profile } from "#contract/members.ts";
import { makeStore } from "#ui/store.ts";
import type { EndedWhy } from "./endedText.ts";
import type { Identity } from "./keptSession.ts";

/** The member's session in this tab. */
export type SignedIn = Session<Identity>;

const session = makeSessionState<Identity>({ name: "unknown" });

export const { sessionState, currentSession, hadSession } = session;

/** The member's profile; undefined until it was loaded. */
export const profileState = makeStore<Profile | undefined>(undefined);

/** The server's text when the password is aged, else "". */
export const agedPassword = makeStore<string>("");

/** Why the last session of this tab ended, until the next begins. */
export const endedWhy = makeStore<EndedWhy | undefined>(undefined);

/** Where a member whose session ran out comes back to after signing in again. */
export const wayBack = makeStore<{ guid: string; path: string } | undefined>(undefined);

/**
 * The name that was just chosen or typed, for the login or the recovery that comes next; else "". In the memory of
 * this page alone, until somebody signs in: nothing is left behind on a phone that is shared.
 */
export const joinedUsername = makeStore("");

/** Takes away everything that is the member's own. */
export function forgetMember(): void {
  profileState.set(undefined);
  agedPassword.set("");
  session.leave();
}

/** Makes this identity the tab's. A refreshed token is the same session. */
export function setIdentity(identity: Identity): void {
  endedWhy.set(undefined);
  joinedUsername.set("");
  session.enter(identity, { isSame: currentSession()?.guid === identity.guid });
}
