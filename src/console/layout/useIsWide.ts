import { useMatches } from "#ui/useMatches.ts";

/** Whether there is room for sidebar, table and panel; a narrow window gets drawer and cards. */
export const useIsWide = (): boolean => useMatches("(min-width: 1024px)");
