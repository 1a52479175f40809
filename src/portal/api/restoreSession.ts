import { hidePresence, showAnswering, showOpening } from "./presence.ts";
import { sessionState } from "./sessionState.ts";
import { forgetSession, hasKeptSession } from "./keptSession.ts";
import { askOtherTabs, hearTabs, tellTabs } from "./tabChannel.ts";

/** Calls, cryptography and all that: not fetched for a visitor who only looks at the login. */
const loadSession = () => import("./session.ts");

/**
 * Finds the session this tab kept over a reload, else asks the browser's other tabs for theirs (a
 * second sign-in would end the first). Afterwards the state is signed_in or signed_out, and a
 * sign-in in another tab signs this one in too. Call once, when the page starts.
 */
export async function restoreSession(): Promise<void> {
  hearTabs((message) => {
    const state = sessionState.get();
    if (message.kind === "signed_in" && state.name === "signed_out")
      void loadSession().then((session) => session.adopt(message.identity));
    if (message.kind === "who_is_signed_in" && state.name === "signed_in")
      tellTabs({ kind: "signed_in", identity: state, ask: message.ask });
  });
  sessionState.subscribe(() => {
    if (sessionState.get().name === "signed_in") showAnswering();
    else hidePresence();
  });
  if (hasKeptSession()) {
    showOpening();
    const session = await loadSession();
    if (await session.openKeptSession()) return;
    hidePresence();
  }
  const identity = await askOtherTabs();
  if (sessionState.get().name !== "unknown") return;
  if (identity === undefined) {
    forgetSession();
    sessionState.set({ name: "signed_out" });
    return;
  }
  const session = await loadSession();
  await session.adopt(identity);
}
