import { makeStore } from "#ui/store.ts";

/** Whether the server can be reached, by the browser's word and by the fate of our last call. */
export const online = makeStore<boolean>(typeof navigator === "undefined" || navigator.onLine);

/** Counts the answers that said that something is not available: somebody should ask what. */
export const unavailable = makeStore<number>(0);

/** Notes the fate of a call. */
export function reachable(answered: boolean): void {
  if (online.get() !== answered) online.set(answered);
}
