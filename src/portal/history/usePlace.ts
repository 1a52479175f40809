import type { CardTransaction } from "#contract/history.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { keepsPlace } from "#portal/paths.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { leavePlace, placeBack, rowElementId } from "./place.ts";
import type { Filters } from "./useHistory.ts";

type Place = ReturnType<typeof placeBack>;

/** Where the member comes back to, if they do, and how they leave the list for one of its rows. */
export function usePlace() {
  const guid = useGuid();
  const { key: entry, state } = useLocation();
  const isPop = useNavigationType() === "POP";
  const [place] = useState(() => placeBack(guid, { isLinked: keepsPlace(state), isPop, entry }));
  const leave = (filters: Filters, rowId: string) =>
    leavePlace({ guid, entry, filters, rowId, top: scrollY });
  return { place, leave };
}

type Pages = { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => Promise<unknown> };

/** Brings the page and the focus back to the row that was opened, loading as much of the list as it takes. */
export function useReturn(
  place: Place,
  rows: readonly CardTransaction[] | undefined,
  { hasNextPage, isFetching, fetchNextPage }: Pages,
): void {
  const isDone = useRef(place === undefined);
  const isThere = rows?.some(({ id }) => id === place?.rowId) === true;

  useLayoutEffect(() => {
    if (!isDone.current && isThere && place !== undefined) scrollTo(0, place.top);
  }, [isThere, place]);

  useEffect(() => {
    if (isDone.current || place === undefined || rows === undefined) return;
    if (isThere) {
      isDone.current = true;
      document.getElementById(rowElementId(place.rowId))?.focus({ preventScroll: true });
    } else if (hasNextPage && !isFetching) void fetchNextPage();
    else if (!hasNextPage) isDone.current = true;
  }, [place, rows, isThere, hasNextPage, isFetching, fetchNextPage]);
}
