import { read } from "#console/api/queries.ts";
import { getRequest } from "#contract/staff/requests.ts";
import { queryOptions } from "@tanstack/react-query";

/** One request with everything that a decision needs. */
export const requestRead = (requestId: string) =>
  queryOptions({
    queryKey: ["request", requestId],
    queryFn: async ({ signal }) =>
      (await read(getRequest, { params: { requestId } }, signal)).result,
    // It is decided by what stands there now.
    staleTime: 0,
  });
