import type { Frozen } from "#contract/frozen.ts";
import { makeStore } from "#ui/store.ts";

/**
 * What the freeze did that ended the session of this page, until the page that says so is left; 'elsewhere' where only
 * whoever pressed knows.
 */
export const frozenAnswer = makeStore<Frozen | "elsewhere" | undefined>(undefined);
