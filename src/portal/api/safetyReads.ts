import { getSafety } from "#contract/safety.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./queries.ts";

/** What protects the account at this moment. */
export const safetyRead = (guid: string) =>
  queryOptions({
    queryKey: ["safety", guid],
    queryFn: async ({ signal }) => (await read(getSafety, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });
