import { sessionState } from "./sessionState.ts";
import { forgetSession, hasKeptSession, type Identity } from "./sessionVault.ts";
import { hearTabs, tellTabs } from "./tabChannel.ts";

/** How long another tab of this browser may take to hand over its session. */
const ASK_TABS_MS = 300;

/** Calls, cryptography and all that: not fetched for a visitor who only looks at the login. */
const loadSession = () => import("./session.ts");

/**
 * Finds the session this tab kept over a reload, else asks the browser's other tabs for theirs (a
 * second sign-in would end the first). Afterwards the state is signed_in or signed_out, and a
 * sign-in in another tab signs this one in too. Call once, when the page starts.
 */
export async function restoreSession(): Promise<void> {
  hearTabs((message) => {
    if (message.kind === "signed_in" && sessionState.get().name === "signed_out")
      void loadSession().then((session) => session.adopt(message.identity));
  });
  if (hasKeptSession()) {
    const session = await loadSession();
    if (await session.openKeptSession()) return;
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

function askOtherTabs(): Promise<Identity | undefined> {
  const ask = crypto.randomUUID();
  return new Promise((resolve) => {
    const finish = (identity: Identity | undefined) => {
      clearTimeout(timer);
      deafen();
      resolve(identity);
    };
    const timer = setTimeout(() => finish(undefined), ASK_TABS_MS);
    const deafen = hearTabs((message) => {
      if (message.kind === "signed_in" && message.ask === ask) finish(message.identity);
    });
    tellTabs({ kind: "who_is_signed_in", ask });
  });
}
