const PREFIX = "portal-tab-";

/** What a tab shows the others: it is about to have a session and to answer for it, or it does. */
type Presence = "opening" | "answering";

let ownName: string | undefined;

let shown: { as: Presence; letGo: () => void } | undefined;

/** Shows the browser's other tabs that this one is about to have a session, so that they wait for it. */
export const showOpening = (): void => show("opening");

/** Shows them that this one has a session and answers, so that they ask it. */
export const showAnswering = (): void => show("answering");

export function hidePresence(): void {
  shown?.letGo();
  shown = undefined;
}

/** A lock shows it: the browser takes it away from a tab that is closed or crashes. */
function show(as: Presence): void {
  if (shown?.as === as || !("locks" in navigator)) return;
  const before = shown;
  // Not before it is needed: without encryption, where nobody signs in, there is no randomUUID.
  ownName ??= crypto.randomUUID();
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  shown = { as, letGo };
  void navigator.locks.request(`${PREFIX}${as}-${ownName}`, () => {
    // Only now: a tab that goes from one to the other is never seen as gone.
    before?.letGo();
    return until;
  });
}

/** How many other tabs show themselves, and how many of them are opening; none where the browser cannot tell. */
export async function countOtherTabs(): Promise<{ all: number; opening: number }> {
  if (!("locks" in navigator)) return { all: 0, opening: 0 };
  const { held = [] } = await navigator.locks.query();
  const others = held
    .map(({ name = "" }) => name)
    .filter(
      (name) => name.startsWith(PREFIX) && (ownName === undefined || !name.endsWith(ownName)),
    );
  const opening = others.filter((name) => name.startsWith(`${PREFIX}opening-`));
  return { all: others.length, opening: opening.length };
}
