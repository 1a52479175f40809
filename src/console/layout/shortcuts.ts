import { makeStore } from "#ui/store.ts";
import { useEffect, useEffectEvent } from "react";

const KEY = "shortcuts-off";

/** Whether single keys do something: they can be switched off (WCAG 2.1.4). Kept in this browser. */
export const shortcutsOn = makeStore(isKeptOn());

export function switchShortcuts(isOn: boolean): void {
  shortcutsOn.set(isOn);
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "1");
  } catch {
    // Without storage the choice holds for this page only.
  }
}

/**
 * Keys of a screen by their names ('j', '/', 'ArrowDown', 'Escape'). They do nothing while somebody
 * types or a dialog is open, and single characters do nothing when they are switched off. A key that
 * was used answers true, and the browser then leaves it alone.
 */
export function useShortcuts(keys: Record<string, (event: KeyboardEvent) => boolean>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isCharacter = event.key.length === 1;
    if ((isCharacter && !shortcutsOn.get()) || isBusy(event)) return;
    if (act(event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** Somebody types, chooses from a list, or has a dialog before them. */
function isBusy({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]") !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  const typed = target.closest("input, select, textarea");
  if (typed === null) return false;
  // A tick box types nothing.
  const isBox = typed instanceof HTMLInputElement && typed.type === "checkbox";
  return !isBox || key === " ";
}

function isKeptOn(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}
