import { getStaffBranches } from "#contract/staff/session.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./queries.ts";

/** Every branch by number and name. */
export const branchesRead = () =>
  queryOptions({
    queryKey: ["branches"],
    queryFn: async ({ signal }) => (await read(getStaffBranches, {}, signal)).results,
    staleTime: 300_000,
  });
