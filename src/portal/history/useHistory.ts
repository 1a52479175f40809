import {
  getTransactionHistory,
  HISTORY_PAGE_ROWS,
  type HistoryDirection,
} from "#contract/history.ts";
import { read } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** What of the list is shown. */
export type Filters = { search: string; direction: HistoryDirection | "all" };
export const ALL: Filters = { search: "", direction: "all" };

/** Whoever types is not asked about each letter. */
const TYPING_MS = 350;

/** The card's transactions between two days, page after page; what was shown stays until others are there. */
export function useHistory(fromDate: string, toDate: string, filters: Filters) {
  const guid = useGuid();
  const search = useSettled(filters.search.trim());
  const { direction } = filters;
  return useInfiniteQuery({
    queryKey: ["history", guid, fromDate, toDate, search, direction],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        fromDate,
        toDate,
        lastTranId: pageParam,
        ...(search === "" ? {} : { search }),
        ...(direction === "all" ? {} : { direction }),
      };
      return (await read(getTransactionHistory, { params: { guid }, query }, signal)).result;
    },
    initialPageParam: "",
    // A page that is not full is the last one: no further call only to hear so.
    getNextPageParam: (page) => (page.length < HISTORY_PAGE_ROWS ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    enabled: guid !== "",
  });
}

/** The value, once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
