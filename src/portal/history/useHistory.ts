import {
  getTransactionHistory,
  HISTORY_PAGE_ROWS,
  type HistoryDirection,
} from "#contract/history.ts";
import { read } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useSettled } from "#portal/shared/useSettled.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

/** What of the list is shown. */
export type Filters = { search: string; direction: HistoryDirection | "all" };
export const ALL: Filters = { search: "", direction: "all" };

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
        fees: "inside" as const,
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
