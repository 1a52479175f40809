import type { Frozen } from "#contract/frozen.ts";
import { makeStore } from "#ui/store.ts";

/** While the freeze of this page is under way: what ends the session meanwhile is the freeze itself. */
export const isFreezing = makeStore(false);

/** What the freeze of this page did, until the page is left. */
export const frozenAnswer = makeStore<Frozen | undefined>(undefined);
