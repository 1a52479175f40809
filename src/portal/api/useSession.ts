import { useStore } from "#ui/store.ts";
import { currentSession, sessionState } from "./sessionState.ts";

/** The member's guid on a signed-in screen; "" in the moment between a session's end and the login. */
export function useGuid(): string {
  useStore(sessionState);
  return currentSession()?.guid ?? "";
}
