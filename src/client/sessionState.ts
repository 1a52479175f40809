import { makeStore } from "#ui/store.ts";

/** Code of a failure that ended the session: nothing else may be said of it. */
export const SESSION_ENDED = "session_ended";

/** A session of one sign-in: its epoch stays when its token is renewed. */
export type SignedIn<Identity> = { name: "signed_in"; epoch: number } & Identity;

/** Who sits before this tab. 'unknown' lasts until a kept session, or another tab's, is found. */
export type SessionState<Identity> =
  | { name: "unknown" }
  | { name: "signed_out" }
  | SignedIn<Identity>;

/** The session of one program in this tab: who sits there, by what the server gave them. */
export function makeSessionState<Identity extends { token: string }>(
  start: { name: "unknown" } | Identity | undefined,
) {
  let epoch = 0;
  const signedIn = (identity: Identity): SignedIn<Identity> => ({
    ...identity,
    name: "signed_in",
    epoch,
  });
  const first = (): SessionState<Identity> => {
    if (start === undefined) return { name: "signed_out" };
    return "token" in start ? signedIn(start) : start;
  };
  const sessionState = makeStore<SessionState<Identity>>(first());

  /** The signed-in session, or undefined. */
  function currentSession(): SignedIn<Identity> | undefined {
    const state = sessionState.get();
    return state.name === "signed_in" ? state : undefined;
  }

  return {
    sessionState,
    currentSession,
    /** Somebody sits here: the same session under another token, or another session. */
    enter: (identity: Identity, { isSame }: { isSame: boolean }): void => {
      if (!isSame) epoch += 1;
      sessionState.set(signedIn(identity));
    },
    /** Whether anybody was signed in since this page was opened. */
    hadSession: (): boolean => epoch > 0,
    /** Nobody is signed in any more. */
    leave: (): void => sessionState.set({ name: "signed_out" }),
  };
}
