import { makeStore, useStore } from "#ui/store.ts";
import { type MouseEvent, useEffect } from "react";
import { useLocation } from "react-router";

/** Where a press on the menu leads, until the page stands: on a slow line that takes seconds. */
const goingTo = makeStore<string | undefined>(undefined);

/** Told by a link of the menu as it is pressed; one that opens another tab leads nowhere here. */
export function noteGoing(press: MouseEvent, path: string): void {
  if (!press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey)
    goingTo.set(path.split("?")[0]);
}

/** The path of the page that stands, or of the one that is fetched. */
export function usePlace(): { place: string; isOnTheWay: boolean } {
  const { pathname } = useLocation();
  const wanted = useStore(goingTo);
  return { place: wanted ?? pathname, isOnTheWay: wanted !== undefined };
}

/** Forgets where a press leads once something stands there. */
export function useArrival(): void {
  const { key } = useLocation();
  useEffect(() => {
    goingTo.set(undefined);
  }, [key]);
}
