const PREFIX = "portal-tab-";

let ownName: string | undefined;

let letGo: (() => void) | undefined;

/**
 * Shows the browser's other tabs that this one has a session or is opening one, so that they wait
 * for its answer. A lock shows it: the browser takes it away from a tab that is closed or crashes.
 */
export function showPresence(isHere: boolean): void {
  if (isHere === (letGo !== undefined) || !("locks" in navigator)) return;
  letGo?.();
  letGo = undefined;
  if (!isHere) return;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // Not before it is needed: without encryption, where nobody signs in, there is no randomUUID.
  ownName ??= `${PREFIX}${crypto.randomUUID()}`;
  void navigator.locks.request(ownName, () => until);
}

/** How many other tabs show themselves; none where the browser cannot tell. */
export async function countOtherTabs(): Promise<number> {
  if (!("locks" in navigator)) return 0;
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name = "" }) => name.startsWith(PREFIX) && name !== ownName).length;
}
