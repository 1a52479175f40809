import { makeStore } from "#ui/store.ts";

/** The schedule that was just made, until the page of them, which says so, is left. In memory only. */
export const justMade = makeStore<string | undefined>(undefined);
