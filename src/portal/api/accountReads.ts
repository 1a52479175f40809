import { getOutlook } from "#contract/outlook.ts";
import { getAccount, getMovements, MOVEMENTS_PAGE_ROWS } from "#contract/accounts.ts";
import { listStatements, STATEMENTS_PAGE_ROWS } from "#contract/statements.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./queries.ts";

/** One account as it stands. */
export const accountRead = (guid: string, accountNo: string) =>
  queryOptions({
    queryKey: ["account", guid, accountNo],
    queryFn: async ({ signal }) =>
      (await read(getAccount, { params: { guid, accountNo } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** What was, what comes, and which loans are paid. */
export const outlookRead = (guid: string) =>
  queryOptions({
    queryKey: ["outlook", guid],
    queryFn: async ({ signal }) => (await read(getOutlook, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** Its movements, page after page; `toDate` is the last day that is wanted, "" the newest there is. */
export const movementsRead = (
  guid: string,
  accountNo: string,
  { search, toDate }: { search: string; toDate: string },
) =>
  infiniteQueryOptions({
    queryKey: ["movements", guid, accountNo, search, toDate],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        lastTranId: pageParam,
        ...(toDate === "" ? {} : { toDate }),
        ...(search === "" ? {} : { search }),
      };
      return (await read(getMovements, { params: { guid, accountNo }, query }, signal)).result;
    },
    initialPageParam: "",
    // A page that is not full is the last one: no further call only to hear so.
    getNextPageParam: (page) => (page.length < MOVEMENTS_PAGE_ROWS ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    enabled: guid !== "",
    staleTime: 0,
  });

/** Its monthly statements, page after page. */
export const monthlyStatementsRead = (guid: string, accountNo: string) =>
  infiniteQueryOptions({
    queryKey: ["statements", guid, accountNo],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === "" ? {} : { before: pageParam };
      return (await read(listStatements, { params: { guid, accountNo }, query }, signal)).result;
    },
    initialPageParam: "",
    getNextPageParam: (page) =>
      page.length < STATEMENTS_PAGE_ROWS ? undefined : page.at(-1)?.month,
    enabled: guid !== "",
    staleTime: 0,
  });
