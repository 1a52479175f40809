import { online } from "#ui/online.ts";
import { makeStore } from "#ui/store.ts";

export { online };

/** Counts the answers that said that something is not available: somebody should ask what. */
export const unavailable = makeStore<number>(0);

/** Notes the fate of a call. */
export function reachable(answered: boolean): void {
  if (online.get() !== answered) online.set(answered);
}
