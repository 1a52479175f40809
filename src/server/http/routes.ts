import type { Route } from "./calls.ts";
import { configRoutes } from "./configRoutes.ts";

/** Every route of the API. */
export const routes: readonly Route[] = [...configRoutes];
