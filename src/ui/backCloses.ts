/**
 * The browser's Back closes what lies above the page (a sheet, a dialog, a menu) before it leaves the page.
 *
 * What opens puts an entry with the page's own address on top of the history, unless one is there from an
 * earlier one. Back from it comes to the page's real entry: it closes what is open, or, where that was closed
 * otherwise in the meantime, goes one further at once. So one press of Back is always one step, and no entry
 * has to be taken away again while a page is on its way. The router hears of none of it.
 */

/** How many entries of ours lie between this one and the page's own; kept in the state beside the router's. */
const DEPTH = "above";

type Place = { index: number; depth: number };

/** What is open, the last on top. */
const layers: (() => void)[] = [];
let here: Place = { index: 0, depth: 0 };
/** The page itself goes back: what is open is not meant. */
let isOwnWay = false;

/** What the router and we keep with an entry, by name. */
const kept = (state: unknown, name: string): unknown =>
  typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;

const placeOf = (state: unknown): Place => ({
  index: Number(kept(state, "idx") ?? 0),
  depth: Number(kept(state, DEPTH) ?? 0),
});

if (typeof window !== "undefined") watchHistory();

function watchHistory(): void {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const go = history.go.bind(history);
  here = placeOf(history.state);
  history.pushState = (state, ...rest) => {
    push(state, ...rest);
    here = placeOf(state);
  };
  // What takes the place of an entry of ours has the page's real entry beneath it still.
  history.replaceState = (state, ...rest) => {
    replace(here.depth === 0 ? state : { ...state, [DEPTH]: here.depth }, ...rest);
    here = placeOf(history.state);
  };
  history.go = (delta) => {
    isOwnWay = delta !== undefined && delta < 0;
    go(delta);
  };
  // Before the router, which listens to the same.
  window.addEventListener("popstate", onMove, { capture: true });
}

function onMove(event: PopStateEvent): void {
  const left = here;
  const wasOwnWay = isOwnWay;
  here = placeOf(event.state);
  isOwnWay = false;
  if (left.depth === 0 || here.index !== left.index || here.depth >= left.depth) return;
  event.stopImmediatePropagation();
  const top = layers.at(-1);
  if (wasOwnWay || top === undefined) {
    isOwnWay = wasOwnWay;
    history.back();
    return;
  }
  top();
  // Another is open beneath it, or it does not close now.
  setTimeout(() => {
    if (layers.length > 0) layEntry();
  });
}

function layEntry(): void {
  const depth = here.depth + 1;
  const state: unknown = history.state;
  history.pushState({ ...(typeof state === "object" ? state : {}), [DEPTH]: depth }, "");
}

/** Of what page the last entry was laid: one that another page took the place of is no use. */
let laidFor: { href: string; key: unknown } | undefined;

/** From now on Back calls `close`; until the answer is called. */
export function closeOnBack(close: () => void): () => void {
  layers.push(close);
  const key = kept(history.state, "key");
  const isThere = here.depth > 0 && laidFor?.href === location.href && laidFor.key === key;
  if (!isThere) {
    laidFor = { href: location.href, key };
    layEntry();
  }
  return () => {
    layers.splice(layers.lastIndexOf(close), 1);
  };
}
