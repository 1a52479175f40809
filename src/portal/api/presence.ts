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

/** Whether another tab shows itself; false where the browser cannot tell. */
export async function isAnotherTabHere(): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name = "" }) => name.startsWith(PREFIX) && name !== ownName);
}
