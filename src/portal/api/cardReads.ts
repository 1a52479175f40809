import { getSpending, getSpendingRows, type SpendingGroup } from "#contract/spending.ts";
import { HISTORY_PAGE_ROWS, type HistoryDirection } from "#contract/history.ts";
import {
  getCardApplications,
  getCardRequestDetails,
  getOffices,
  getPersoCardRequestDetails,
} from "#contract/cardApplication.ts";
import type { Yes } from "#client/queries.ts";
import type { CardKind } from "#portal/paths.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { read } from "./queries.ts";

export type CardApplication = Yes<typeof getCardApplications>["result"][number];
export type CardRequestDetails = Yes<typeof getCardRequestDetails>["result"];
export type Office = Yes<typeof getOffices>["results"]["rows"][number];

/** One call for both that come of it. */
const askApplications = (guid: string) => ({
  queryKey: ["cardApplications", guid],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(getCardApplications, { params: { guid } }, signal),
  enabled: guid !== "",
});

/** The member's newest application of each kind. */
export const cardApplicationsRead = (guid: string) =>
  queryOptions({ ...askApplications(guid), select: ({ result }) => result });

/** What a card of each kind costs. */
export const cardFeesRead = (guid: string) =>
  queryOptions({ ...askApplications(guid), select: ({ fees }) => fees });

/** What an application says of the member, its fee and date, where the fee comes from, and what is missing. */
export const cardRequestRead = (guid: string, kind: CardKind) =>
  queryOptions({
    queryKey: ["cardRequest", guid, kind],
    queryFn: async ({ signal }) => {
      const endpoint = kind === "perso" ? getPersoCardRequestDetails : getCardRequestDetails;
      const answer = await read(endpoint, { params: { guid } }, signal);
      const { result, errors = [], feeAccount = null } = answer;
      const { mothersMaidenName = "", pickUpOffice = null, notToday = null } = answer;
      const { printedName = null } = answer;
      const beside = { mothersMaidenName, printedName, pickUpOffice, notToday };
      return { details: result, missing: errors, feeAccount, ...beside };
    },
    enabled: guid !== "",
    staleTime: 0,
  });

/** Every office where a card can be picked up; in one page (row V07). */
export const officesRead = () =>
  queryOptions({
    queryKey: ["offices"],
    queryFn: async ({ signal }) =>
      (await read(getOffices, { query: { status: "1", page: "1", LIMIT: "100000" } }, signal))
        .results.rows,
    staleTime: 5 * 60_000,
  });

/** What went in and out of the card, month by month. */
export const spendingRead = (guid: string) =>
  queryOptions({
    queryKey: ["spending", guid],
    queryFn: async ({ signal }) => (await read(getSpending, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** The transactions behind one figure of a month, page after page. */
export const spendingRowsRead = (
  guid: string,
  of: { month: string; group: SpendingGroup; direction: HistoryDirection },
) =>
  infiniteQueryOptions({
    queryKey: ["spending", guid, of.month, of.group, of.direction],
    queryFn: async ({ pageParam, signal }) => {
      const { direction, ...params } = of;
      const parts = { params: { guid, ...params }, query: { direction, lastTranId: pageParam } };
      return (await read(getSpendingRows, parts, signal)).result;
    },
    initialPageParam: "",
    // A page that is not full is the last one: no further call only to hear so.
    getNextPageParam: (page) => (page.length < HISTORY_PAGE_ROWS ? undefined : page.at(-1)?.id),
    enabled: guid !== "",
  });
