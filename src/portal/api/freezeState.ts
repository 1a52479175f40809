import type { Frozen } from "#contract/frozen.ts";
import { makeStore } from "#ui/store.ts";

/** What the freeze of this page did, until the page is left. */
export const frozenAnswer = makeStore<Frozen | undefined>(undefined);
