import {
  getTransactionHistory,
  HISTORY_PAGE_ROWS,
  type HistoryDirection,
} from "#contract/history.ts";
import { read } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useSettled } from "#portal/shared/useSettled.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

/** What of the list is shown; `isOlder`: what is looked for is looked for in all the years of the card. */
export type Filters = { search: string; direction: HistoryDirection | "all"; isOlder: boolean };
export const ALL: Filters = { search: "", direction: "all", isOlder: false };

/** Before any card. */
const FIRST_DAY = "2000-01-01";

/** The card's transactions between two days, page after page, or older ones that fit; what was shown stays until others are there. */
export function useHistory(fromDate: string, toDate: string, filters: Filters) {
  const guid = useGuid();
  const search = useSettled(filters.search.trim());
  const { direction } = filters;
  const since = filters.isOlder && search !== "" ? FIRST_DAY : fromDate;
  return useInfiniteQuery({
    queryKey: ["history", guid, since, toDate, search, direction],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        fromDate: since,
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
