import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 1024px)";

/** Whether there is room for sidebar, table and panel; a narrow window gets drawer and cards. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
