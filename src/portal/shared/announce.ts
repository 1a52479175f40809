import { makeStore } from "#ui/store.ts";

export const announced = makeStore({ id: 0, text: "", pathname: "" });

const isFree = () => document.querySelector("dialog:modal") === null;

/**
 * Says to whoever hears the page what the member's own deed became, once no dialog keeps the page from being heard.
 * Whoever sees it reads it on the page itself, where a toast would lie over what comes next. `pathname` is that of the
 * page, where the deed leads to another.
 */
export function announce(text: string, pathname = location.pathname): void {
  const say = () => announced.set({ id: announced.get().id + 1, text, pathname });
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
