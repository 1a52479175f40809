import { useSyncExternalStore } from "react";

/** Whether the window fits a media query, now and whenever that changes; not while the page is drawn ahead. */
export function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
