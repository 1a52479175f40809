import { currentSession } from "#portal/api/sessionState.ts";
import { makeStore } from "#ui/store.ts";

/** `epoch` is that of the session whose deed it was: nobody who signs in after it hears it. */
type Announced = { id: number; text: string; pathname: string; epoch: number };

export const announced = makeStore<Announced | undefined>(undefined);

const isFree = () => document.querySelector("dialog:modal") === null;

let last = 0;

/**
 * Says to whoever hears the page what the member's own deed became, once no dialog keeps the page from being heard.
 * Whoever sees it reads it on the page itself, where a toast would lie over what comes next. `pathname` is that of the
 * page, where the deed leads to another.
 */
export function announce(text: string, pathname = location.pathname): void {
  const epoch = currentSession()?.epoch;
  if (epoch === undefined) return;
  const say = () => {
    if (currentSession()?.epoch === epoch)
      announced.set({ id: (last += 1), text, pathname, epoch });
  };
  if (isFree()) {
    say();
    return;
  }
  const watch = new MutationObserver(() => {
    if (!isFree()) return;
    watch.disconnect();
    say();
  });
  watch.observe(document, { childList: true, subtree: true, attributeFilter: ["open"] });
}

/** The page that it was said on was left: whoever comes back hears nothing of old deeds. */
export function forgetAnnounced(pathname: string): void {
  if (announced.get()?.pathname === pathname) announced.set(undefined);
}
